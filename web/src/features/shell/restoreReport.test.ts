import { errors } from '@keyward/contract/texts/en/errors';
import { expect, test, vi } from 'vitest';
import { common } from '#texts/en/common.ts';
import { reports } from '#texts/en/reports.ts';
import { shownAlert } from '#ui/alerts.ts';
import { restoreReport } from './restoreReport.ts';
import { losing, withTexts } from '#ui/alerts.testing.ts';

// the cache of calls adds a listener for the browser's connection
vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));

withTexts({ common, errors, reports });

const report = () => ({ id: crypto.randomUUID(), name: 'Late keys' });

test('an unanswered restore of a report is not reported as failed, and its retry is the same call', async () => {
  const keys = losing(1, {});
  await restoreReport(report());
  const alert = shownAlert('main');
  expect(alert).toMatchObject({ type: 'Failure', message: common.problems.noAnswer, action: { label: common.retry } });
  expect(alert).not.toHaveProperty('title');
  alert?.action?.run();
  const message = 'The report “Late keys” is restored.';
  await vi.waitFor(() => expect(shownAlert('main')).toMatchObject({ type: 'Success', message }));
  expect(keys).toEqual([expect.any(String), keys[0]]);
});

test('an alert says that a report can no longer be restored, and why', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ errors: [{ code: 'notFound', detail: 'x', params: {} }] }, { status: 404 }),
  );
  await restoreReport(report());
  expect(shownAlert('main')).toMatchObject({ type: 'Failure', title: reports.restoreFailed, message: errors.notFound });
  expect(shownAlert('main')).not.toHaveProperty('action');
});
