import { errors } from '@keyward/contract/texts/en/errors';
import i18next from 'i18next';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { queryClient } from '#lib/api.ts';
import { common } from '#texts/en/common.ts';
import { reports } from '#texts/en/reports.ts';
import { hideAlert, shownAlert } from '#ui/alerts.ts';
import { restoreReport } from './restoreReport.ts';

// the cache of calls listens for the browser's connection
vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));

beforeAll(() =>
  i18next.init({
    lng: 'en',
    ns: ['common', 'errors', 'reports'],
    nsSeparator: '.',
    interpolation: { escapeValue: false },
    resources: { en: { common, errors, reports } },
  }),
);
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
  hideAlert('main');
});

const report = () => ({ id: crypto.randomUUID(), name: 'Late keys' });

test('a report whose restoration has no answer may be back: that is not denied, and it is restored by the same call', async () => {
  const keys: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get('idempotency-key'));
    if (keys.length === 1) throw new TypeError('Failed to fetch');
    return Response.json({ data: {} });
  });
  await restoreReport(report());
  const alert = shownAlert('main');
  expect(alert).toMatchObject({ type: 'Failure', message: common.problems.noAnswer, action: { label: common.retry } });
  expect(alert).not.toHaveProperty('title');
  alert?.action?.run();
  const message = 'The report “Late keys” is restored.';
  await vi.waitFor(() => expect(shownAlert('main')).toMatchObject({ type: 'Success', message }));
  expect(keys).toEqual([expect.any(String), keys[0]]);
});

test('a report that can no longer be restored: that is said, and why', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ errors: [{ code: 'notFound', detail: 'x', params: {} }] }, { status: 404 }),
  );
  await restoreReport(report());
  expect(shownAlert('main')).toMatchObject({ type: 'Failure', title: reports.restoreFailed, message: errors.notFound });
  expect(shownAlert('main')).not.toHaveProperty('action');
});
