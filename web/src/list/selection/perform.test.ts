import type { ViewAction } from '@keyward/contract/list';
import i18next from 'i18next';
import { expect, test, vi } from 'vitest';
import { common } from '#texts/en/common.ts';
import { hideAlert, shownAlert } from '#ui/alerts.ts';
import { perform } from './perform.ts';
import { noSelection, type RowState, toggled } from './selection.ts';
import { losing, withTexts } from '#ui/alerts.testing.ts';

// the cache of calls listens for the browser's connection
vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));

withTexts({ common });

const endNow: ViewAction = {
  id: 'endNow',
  type: 'cancel',
  text: 'endNow',
  state: {},
  apiUrl: '/api/v1/users/end',
  apiMethod: 'POST',
  idsName: 'ids',
  failureTitle: 'endFailed',
};

/** The row's menu: each choice of the action is a run of its own. `shown`: the states that its row has had. */
function menu() {
  const row = { id: crypto.randomUUID(), name: 'Ada' };
  const shown: (RowState['state'] | undefined)[] = [];
  const choose = () =>
    perform(
      { action: endNow, target: { single: row } },
      {
        filterData: {},
        actionWords: (key) => key,
        describe: () => 'Ada',
        onState: (_, state) => shown.push(state?.(row.id).state),
        onDone: () => undefined,
      },
    );
  return { choose, shown };
}

/** The server's reply to `endNow`. */
const done = () => ({ changed: 1, id: crypto.randomUUID() });

test('an action whose answer is lost is not reported as failed, and its alert retries it as the same call', async () => {
  const keys = losing(1, done());
  const { choose, shown } = menu();
  await choose();
  const alert = shownAlert('main');
  expect(alert).toMatchObject({ type: 'Failure', message: common.problems.noAnswer, action: { label: common.retry } });
  expect(alert).not.toHaveProperty('title');
  alert?.action?.run();
  await vi.waitFor(() => expect(shownAlert('main')).toMatchObject({ type: 'Success', message: 'completed' }));
  expect(shown).toEqual(['progress', 'error', 'progress', 'success']);
  expect(keys).toEqual([expect.any(String), keys[0]]);
});

test('an action that is chosen again after a lost answer is another call: its effect may have been undone', async () => {
  const keys = losing(1, done());
  const { choose } = menu();
  await choose();
  await choose();
  await vi.waitFor(() => expect(shownAlert('main')).toMatchObject({ type: 'Success', message: 'completed' }));
  expect(keys).toEqual([expect.any(String), expect.any(String)]);
  expect(keys[1]).not.toBe(keys[0]);
});

test('a retry ends the selection that the action was started for, whatever is selected by then', async () => {
  losing(1, done());
  const rows = [{ id: crypto.randomUUID() }, { id: crypto.randomUUID() }];
  const selection = rows.reduce(toggled, noSelection);
  const ended: unknown[] = [];
  await perform(
    { action: endNow, target: { rows, selection } },
    {
      filterData: {},
      actionWords: (key) => key,
      describe: () => 'Ada',
      onState: (ids, _, isDone) => isDone && ended.push([ids, isDone]),
      onDone: () => undefined,
    },
  );
  expect(ended).toEqual([]);
  shownAlert('main')?.action?.run();
  await vi.waitFor(() => expect(ended).toEqual([[rows.map(({ id }) => id), selection]]));
});

test('a refused action is reported with its failure title, and offers no retry', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ errors: [{ code: 'notFound', detail: 'It is gone.', params: {} }] }, { status: 404 }),
  );
  await menu().choose();
  expect(shownAlert('main')).toMatchObject({ type: 'Failure', title: 'endFailed' });
  expect(shownAlert('main')).not.toHaveProperty('action');
});

test('a change that can be undone is reported with Undo, or without it if Undo cannot be loaded', async () => {
  losing(0, done());
  i18next.removeResourceBundle('en', 'bulk');
  const arrive = vi.spyOn(i18next, 'addResourceBundle').mockImplementationOnce(() => {
    throw new TypeError('Failed to fetch');
  });
  await menu().choose();
  await vi.waitFor(() => expect(shownAlert('main')).toMatchObject({ type: 'Success', message: 'completed' }));
  expect(arrive).toHaveBeenCalled();
  expect(shownAlert('main')).not.toHaveProperty('action');
  hideAlert('main');
  await menu().choose();
  await vi.waitFor(() => expect(shownAlert('main')).toMatchObject({ message: 'completed', action: { label: 'Undo' } }));
});
