import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openOutbox } from '#testing/outbox.ts';
import { openPortal } from '#testing/portal.ts';
import { openSmtp } from '#testing/smtp.ts';
import { queueMail } from './mail.ts';
import { smtpDelivery } from './transport.ts';

const portal = await openPortal();
const { system } = portal.database;
const smtp = await openSmtp();
const outboxWith = (limits: Parameters<typeof smtpDelivery>[2]) =>
  openOutbox(portal, smtpDelivery(smtp.url, 'Keyward <no-reply@keyward.example>', limits));
const outbox = outboxWith({});

async function queue(): Promise<string> {
  const to = { email: 'ann@shop.example', locale: 'en' } as const;
  const mail = { kind: 'passwordChanged', to, validMinutes: 60 } as const;
  return (await portal.inTenant('demo', (db) => queueMail(db, portal.vault, mail))) ?? '';
}
const stored = async (id: string): Promise<unknown> =>
  (await system.query('select state, failures, last_error, leased_until from mail where id = $1', [id])).rows[0];
const came = (id: string) => smtp.mails.filter((mail) => mail.messageId?.includes(id));
/** Makes waiting mails due, ends their leases, and sweeps. */
async function later() {
  await system.query(`update mail set next_attempt_at = now(), leased_until = null where state = 'waiting'`);
  await outbox.sweep();
}

test('a server that examines a mail for minutes gets it once', async () => {
  const dialogueMs = 2_000;
  smtp.fault('examines');
  const id = await queue();
  const working = outboxWith({ dialogueMs }).work();
  await expect.poll(() => came(id).length, { timeout: 10_000 }).toBe(1);
  // longer than the limit for the time until it asks for the message
  await sleep(dialogueMs + 500);
  smtp.fault('none');
  smtp.accept();
  await working;
  await later();
  expect(await stored(id)).toMatchObject({ state: 'sent' });
  expect(came(id)).toHaveLength(1);
});

test.each([
  ['hangs', { dialogueMs: 500 }],
  ['examines', { silenceMs: 500 }],
] as const)('a mail is kept for later when the server is silent for too long (%s)', async (fault, limits) => {
  smtp.fault(fault);
  const id = await queue();
  await outboxWith(limits).work();
  expect(await stored(id)).toMatchObject({ state: 'waiting', failures: 0, last_error: expect.any(String) });
  smtp.fault('none');
  await later();
  expect(await stored(id)).toMatchObject({ state: 'sent' });
});

test('a mail stays leased while it is sent', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const accepted = Promise.withResolvers<void>();
  let sent = 0;
  const slow = openOutbox(portal, () => {
    sent++;
    return accepted.promise;
  });
  const id = await queue();
  const working = slow.work();
  await expect.poll(() => sent).toBe(1);
  // as after nearly two minutes
  await system.query(`update mail set leased_until = now() + interval '100 milliseconds' where id = $1`, [id]);
  vi.advanceTimersByTime(30_000);
  const left = `select leased_until > now() + interval '1 minute' as long from mail where id = $1`;
  await expect.poll(async () => (await system.query(left, [id])).rows).toEqual([{ long: true }]);
  await slow.sweep();
  expect(sent).toBe(1);
  accepted.resolve();
  await working;
  expect(await stored(id)).toMatchObject({ state: 'sent', leased_until: null });
  expect(vi.getTimerCount()).toBe(0);
});
