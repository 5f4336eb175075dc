import { expect, test, vi } from 'vitest';
import { bulk } from '#texts/en/bulk.ts';
import { common } from '#texts/en/common.ts';
import { validity } from '#texts/en/validity.ts';
import { shownAlert } from '#ui/alerts.ts';
import { endNow } from './endNow.ts';
import { losing, withTexts } from '#ui/alerts.testing.ts';

// the cache of calls adds a listener for the browser's connection
vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));

withTexts({ bulk, common, validity });

/** Returns the server's answer to an end. */
const done = () => ({ changed: 1, id: crypto.randomUUID() });

test('an end whose answer is lost is not reported as failed; its retry is the same call, and offers Undo', async () => {
  const keys = losing(1, done());
  await endNow(crypto.randomUUID(), 'Ada');
  const alert = shownAlert('main');
  expect(alert).toMatchObject({ type: 'Failure', message: common.problems.noAnswer });
  expect(alert).not.toHaveProperty('title');
  alert?.action?.run();
  await vi.waitFor(() => expect(shownAlert('main')).toMatchObject({ type: 'Success', action: { label: bulk.undo } }));
  expect(keys).toEqual([expect.any(String), keys[0]]);
});

test('another command to end the same access is another call, since access may have been restored', async () => {
  const keys = losing(1, done());
  const id = crypto.randomUUID();
  await endNow(id, 'Ada');
  await endNow(id, 'Ada');
  expect(shownAlert('main')).toMatchObject({ type: 'Success', action: { label: bulk.undo } });
  expect(keys).toEqual([expect.any(String), expect.any(String)]);
  expect(keys[1]).not.toBe(keys[0]);
});

test('a retry from an alert that is more than an hour old is another call', async () => {
  const keys = losing(1, done());
  const start = Date.UTC(2026, 10, 28, 9);
  vi.setSystemTime(start);
  await endNow(crypto.randomUUID(), 'Ada');
  vi.setSystemTime(start + 61 * 60_000);
  shownAlert('main')?.action?.run();
  await vi.waitFor(() => expect(shownAlert('main')).toMatchObject({ type: 'Success', action: { label: bulk.undo } }));
  expect(keys).toEqual([expect.any(String), expect.any(String)]);
  expect(keys[1]).not.toBe(keys[0]);
});
