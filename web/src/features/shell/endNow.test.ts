import i18next from 'i18next';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { queryClient } from '#lib/api.ts';
import { bulk } from '#texts/en/bulk.ts';
import { common } from '#texts/en/common.ts';
import { validity } from '#texts/en/validity.ts';
import { hideAlert, shownAlert } from '#ui/alerts.ts';
import { endNow } from './endNow.ts';

// the cache of calls listens for the browser's connection
vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));

beforeAll(() =>
  i18next.init({
    lng: 'en',
    ns: ['bulk', 'common', 'validity'],
    nsSeparator: '.',
    interpolation: { escapeValue: false },
    resources: { en: { bulk, common, validity } },
  }),
);
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  queryClient.clear();
  hideAlert('main');
});

/** Loses the answer to the first call. Returns the idempotency keys of the calls. */
function losingFirst(): (string | null)[] {
  const keys: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get('idempotency-key'));
    if (keys.length === 1) throw new TypeError('Failed to fetch');
    return Response.json({ data: { changed: 1, id: crypto.randomUUID() } });
  });
  return keys;
}

test('an end whose answer is lost is not denied; the repeat is the same call, and offers to undo it', async () => {
  const keys = losingFirst();
  await endNow(crypto.randomUUID(), 'Ada');
  const alert = shownAlert('main');
  expect(alert).toMatchObject({ type: 'Failure', message: common.problems.noAnswer });
  expect(alert).not.toHaveProperty('title');
  alert?.action?.run();
  await vi.waitFor(() => expect(shownAlert('main')).toMatchObject({ type: 'Success', action: { label: bulk.undo } }));
  expect(keys).toEqual([expect.any(String), keys[0]]);
});

test('the next command to end the same access is another call: it may have been given again', async () => {
  const keys = losingFirst();
  const id = crypto.randomUUID();
  await endNow(id, 'Ada');
  await endNow(id, 'Ada');
  expect(shownAlert('main')).toMatchObject({ type: 'Success', action: { label: bulk.undo } });
  expect(keys).toEqual([expect.any(String), expect.any(String)]);
  expect(keys[1]).not.toBe(keys[0]);
});

test('the retry of an alert that has stayed for more than an hour is another call', async () => {
  const keys = losingFirst();
  const start = Date.UTC(2026, 10, 28, 9);
  vi.setSystemTime(start);
  await endNow(crypto.randomUUID(), 'Ada');
  vi.setSystemTime(start + 61 * 60_000);
  shownAlert('main')?.action?.run();
  await vi.waitFor(() => expect(shownAlert('main')).toMatchObject({ type: 'Success', action: { label: bulk.undo } }));
  expect(keys).toEqual([expect.any(String), expect.any(String)]);
  expect(keys[1]).not.toBe(keys[0]);
});
