import { errors } from '@keyward/contract/texts/en/errors';
import { expect, test, vi } from 'vitest';
import { bulk } from '#texts/en/bulk.ts';
import { common } from '#texts/en/common.ts';
import { shownAlert } from '#ui/alerts.ts';
import { undoBulkChange } from './bulkUndo.ts';
import { withTexts } from '#ui/alerts.testing.ts';

// the cache of calls listens for the browser's connection
vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));

withTexts({ bulk, common, errors });

/** Answers the calls in order; `null`: the answer is lost. Returns the idempotency keys of the calls. */
function answering(...answers: (Response | null)[]): string[] {
  const keys: string[] = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get('idempotency-key') ?? '');
    const answer = answers.shift();
    if (!answer) throw new TypeError('Failed to fetch');
    return answer;
  });
  return keys;
}
const refusal = (code: keyof typeof errors, params = {}) =>
  Response.json({ errors: [{ code, detail: 'x', params }] }, { status: 409 });

test('an unanswered undo is not reported as failed, and its retry is the same call', async () => {
  const keys = answering(null, refusal('stillRunning'), Response.json({ data: { changed: 2, id: null } }));
  expect(await undoBulkChange('profiles', crypto.randomUUID())).toBe(false);
  for (const message of [common.problems.noAnswer, errors.stillRunning]) {
    const alert = shownAlert('main');
    expect(alert).toMatchObject({ type: 'Failure', message, action: { label: common.retry } });
    expect(alert).not.toHaveProperty('title');
    alert?.action?.run();
    await vi.waitFor(() => expect(shownAlert('main')?.key).not.toBe(alert?.key));
  }
  expect(shownAlert('main')).toMatchObject({ type: 'Success', message: '2 profiles are as they were' });
  expect(keys).toEqual([keys[0], keys[0], keys[0]]);
});

test('an undo that is refused says that nothing was undone, and why', async () => {
  const keys = answering(refusal('changedSince', { by: 'Mona', row: 'Ada' }), refusal('undoEnded'));
  const id = crypto.randomUUID();
  await undoBulkChange('devices', id);
  expect(shownAlert('main')).toMatchObject({ type: 'Failure', title: bulk.undoFailed });
  expect(shownAlert('main')?.message).toMatch(/^Ada: /);
  expect(shownAlert('main')).not.toHaveProperty('action');
  // another submission
  await undoBulkChange('devices', id);
  expect(keys[1]).not.toBe(keys[0]);
});
