import { errors } from '@keyward/contract/texts/en/errors';
import { expect, test, vi } from 'vitest';
import { common } from '#texts/en/common.ts';
import { views } from '#texts/en/views.ts';
import { shownAlert } from '#ui/alerts.ts';
import { restoreView } from './restoreView.ts';
import { losing, withTexts } from '#ui/alerts.testing.ts';

// the cache of calls listens for the browser's connection
vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));

withTexts({ common, errors, views });

test('an unanswered restore of a view is not reported as failed, and its retry is the same call', async () => {
  const restored = { value: crypto.randomUUID(), label: 'Night keys' };
  const keys = losing(1, restored);
  const show = vi.fn(async () => undefined);
  await restoreView(restored, show);
  const alert = shownAlert('main');
  expect(alert).toMatchObject({ type: 'Failure', message: common.problems.noAnswer, action: { label: common.retry } });
  expect(alert).not.toHaveProperty('title');
  expect(show).not.toHaveBeenCalled();
  alert?.action?.run();
  await vi.waitFor(() => expect(show).toHaveBeenCalledWith(restored));
  expect(shownAlert('main')).toMatchObject({ type: 'Success', message: 'The view “Night keys” is back.' });
  expect(keys).toEqual([expect.any(String), keys[0]]);
});

test('an alert says that a view can no longer be restored, and why', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ errors: [{ code: 'notFound', detail: 'x', params: {} }] }, { status: 404 }),
  );
  const show = vi.fn(async () => undefined);
  await restoreView({ value: crypto.randomUUID(), label: 'Night keys' }, show);
  expect(shownAlert('main')).toMatchObject({ type: 'Failure', title: views.restoreFailed, message: errors.notFound });
  expect(show).not.toHaveBeenCalled();
});
