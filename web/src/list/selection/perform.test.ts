import type { ViewAction } from '@keyward/contract/list';
import i18next from 'i18next';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { queryClient } from '#lib/api.ts';
import { common } from '#texts/en/common.ts';
import { hideAlert, shownAlert } from '#ui/alerts.ts';
import { perform } from './perform.ts';
import type { RowState } from './selection.ts';

// the cache of calls listens for the browser's connection
vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));

beforeAll(() =>
  i18next.init({
    lng: 'en',
    ns: ['bulk', 'common'],
    nsSeparator: '.',
    interpolation: { escapeValue: false },
    resources: { en: { common } },
  }),
);
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  queryClient.clear();
  hideAlert('main');
});

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

/** Loses the first answers. Returns the idempotency keys of the calls. */
function losing(answers: number): (string | null)[] {
  const keys: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get('idempotency-key'));
    if (keys.length <= answers) throw new TypeError('Failed to fetch');
    return Response.json({ data: { changed: 1, id: crypto.randomUUID() } });
  });
  return keys;
}

test('an action whose answer is lost is not denied, and its alert repeats it as the same call', async () => {
  const keys = losing(1);
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
  const keys = losing(1);
  const { choose } = menu();
  await choose();
  await choose();
  await vi.waitFor(() => expect(shownAlert('main')).toMatchObject({ type: 'Success', message: 'completed' }));
  expect(keys).toEqual([expect.any(String), expect.any(String)]);
  expect(keys[1]).not.toBe(keys[0]);
});

test('a refused action is denied by its title, and offers no retry', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ errors: [{ code: 'notFound', detail: 'It is gone.', params: {} }] }, { status: 404 }),
  );
  await menu().choose();
  expect(shownAlert('main')).toMatchObject({ type: 'Failure', title: 'endFailed' });
  expect(shownAlert('main')).not.toHaveProperty('action');
});

test('a change that can be undone is reported with Undo, and without it if that cannot be loaded', async () => {
  losing(0);
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
