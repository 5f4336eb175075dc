import { errors } from '@keyward/contract/texts/en/errors';
import i18next from 'i18next';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { queryClient } from '#lib/api.ts';
import { common } from '#texts/en/common.ts';
import { views } from '#texts/en/views.ts';
import { hideAlert, shownAlert } from '#ui/alerts.ts';
import { restoreView } from './restoreView.ts';

// the cache of calls listens for the browser's connection
vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));

beforeAll(() =>
  i18next.init({
    lng: 'en',
    ns: ['common', 'errors', 'views'],
    nsSeparator: '.',
    interpolation: { escapeValue: false },
    resources: { en: { common, errors, views } },
  }),
);
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
  hideAlert('main');
});

test('a view whose restoration has no answer may be back: that is not denied, and it is restored by the same call', async () => {
  const restored = { value: crypto.randomUUID(), label: 'Night keys' };
  const keys: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get('idempotency-key'));
    if (keys.length === 1) throw new TypeError('Failed to fetch');
    return Response.json({ data: restored });
  });
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

test('a view that can no longer be restored: that is said, and why', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ errors: [{ code: 'notFound', detail: 'x', params: {} }] }, { status: 404 }),
  );
  const show = vi.fn(async () => undefined);
  await restoreView({ value: crypto.randomUUID(), label: 'Night keys' }, show);
  expect(shownAlert('main')).toMatchObject({ type: 'Failure', title: views.restoreFailed, message: errors.notFound });
  expect(show).not.toHaveBeenCalled();
});
