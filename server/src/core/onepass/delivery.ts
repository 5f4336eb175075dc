// The outcome of an invitation's mails, written to the invitation by the job that sends them.
import type { Delivery } from '@keyward/contract/onepass';
import { sql } from 'kysely';
import { announceInvites } from './announce.ts';
import { announceKeysOf } from './live.ts';
import { type Db, subquery } from '#db/tenant.ts';

type Outcome = Extract<Delivery, 'handedOver' | 'delayed' | 'refused'>;

/** Whether a delay repeats the last step: one with the same words is one step, however often the server is asked. */
async function isRepeated(db: Db, inviteId: string, words: string | null): Promise<boolean> {
  const last = await db
    .selectFrom('secure_key_invite_step')
    .select(['step', 'detail'])
    .where('invite_id', '=', inviteId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.step === 'delayed' && last.detail === words;
}

/** Whether a mail was neither sent, withdrawn nor given up. */
async function isWaiting(db: Db, mailId: string): Promise<boolean> {
  const mail = await db.selectFrom('mail').select('state').where('id', '=', mailId).executeTakeFirst();
  return mail?.state === 'waiting';
}

/** The time at which a mail to its address was last handed over: refused and withdrawn mails were not sent. */
const lastHandedOver = ({ id, email }: { id: string; email: string }) =>
  subquery
    .selectFrom('secure_key_invite_step')
    .select((of) => of.fn.max('at').as('at'))
    .where('invite_id', '=', id)
    .where('step', '=', 'handedOver')
    .where('detail', '=', email);

/**
 * Notes that the latest mail was withdrawn before it was handed over. The recipient's response to an earlier mail stays, and so
 * does a link made by hand.
 */
export async function noteWithdrawn(db: Db, invite: { id: string; email: string }): Promise<void> {
  await db
    .updateTable('secure_key_invite')
    .set((eb) => ({
      version: eb('version', '+', 1),
      sent_at: lastHandedOver(invite),
      delivery: sql<Delivery>`case when delivery in ('queued', 'delayed') then 'withdrawn' else delivery end`,
    }))
    .where('id', '=', invite.id)
    .execute();
}

/** Adds the withdrawal as a step of its own, if no other step says what ended the mail. */
export async function addWithdrawnStep(db: Db, inviteId: string): Promise<void> {
  const at = sql<string>`clock_timestamp()`; // after the wait for the invitation
  await db.insertInto('secure_key_invite_step').values({ invite_id: inviteId, step: 'withdrawn', at }).execute();
}

/**
 * Writes the outcome of a mail as a step of its invitation, and as its delivery if this mail carries the link that works now and
 * its recipient has not responded yet. A mail that was withdrawn on its way is not delayed, since it is not retried. `detail`:
 * the mail server's words, or the address. Call it before the mail is changed: an invitation is locked before its mails.
 */
export async function noteOutcome(
  db: Db,
  mail: { id: string; invite_id: string | null },
  outcome: Outcome,
  detail: string | null,
): Promise<void> {
  if (mail.invite_id === null) return;
  const invite = await db
    .selectFrom('secure_key_invite')
    .select(['id', 'email', 'mail_id', 'delivery'])
    .where('id', '=', mail.invite_id)
    .forUpdate()
    .executeTakeFirst();
  if (!invite) return;
  if (outcome === 'delayed' && (!(await isWaiting(db, mail.id)) || (await isRepeated(db, invite.id, detail)))) return;
  const clockTime = sql<string>`clock_timestamp()`; // after the wait for the invitation
  const { at } = await db
    .insertInto('secure_key_invite_step')
    .values({ invite_id: invite.id, step: outcome, at: clockTime, detail })
    .returning('at')
    .executeTakeFirstOrThrow();
  const isLatest = invite.mail_id === mail.id;
  // it may have been on its way when it was withdrawn
  const wasSent = outcome === 'handedOver' && detail === invite.email;
  const isUntouched = invite.delivery !== 'opened' && invite.delivery !== 'accepted';
  await db
    .updateTable('secure_key_invite')
    .set((eb) => ({
      version: eb('version', '+', 1),
      ...(isLatest && isUntouched ? { delivery: outcome } : {}),
      ...(isLatest && outcome === 'refused' ? { sent_at: lastHandedOver(invite) } : {}),
      ...(wasSent ? { sent_at: eb.fn.coalesce('sent_at', eb.val(at)) } : {}),
    }))
    .where('id', '=', invite.id)
    .execute();
  await announceInvites(db, [invite.id]);
  await announceKeysOf(db, invite.id);
}
