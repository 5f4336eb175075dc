// Jobs empty the outbox: one immediately for each mail, and a sweep for failed and abandoned mails.
import { locales } from '@keyward/contract/locales';
import { mailKinds } from '#mail-texts/texts.ts';
import { sql } from 'kysely';
import { Counter } from 'prom-client';
import { minutesFromNow, now } from '#db/fragments.ts';
import { afterCommit, type Db, inTenant, subquery } from '#db/tenant.ts';
import { processMetrics } from '#core/metrics.ts';
import { runInBackground } from '#core/jobs/background.ts';
import { defineJob, type JobContext } from '#core/jobs/job.ts';
import { forEachTenant } from '#core/jobs/tenants.ts';
import { noteOutcome } from '#core/onepass/delivery.ts';
import { secretContext } from './mail.ts';
import { renderMail } from './render.ts';
import { type Message, isPermanentRefusal, isUnreachable, serverWords } from './transport.ts';
import { isDemoTenant } from '#core/tenants.ts';
import { portalAddress } from '#core/http/portal-address.ts';

const outcomes = new Counter({
  name: 'keyward_mails_total',
  help: 'Outcomes of mails: a delayed one is tried again',
  labelNames: ['outcome'],
  registers: [processMetrics],
});
for (const outcome of ['sent', 'delayed', 'refused', 'expired']) outcomes.inc({ outcome }, 0);

/** Maximum permanent refusals and errors of our own, after which a mail is moved aside. */
const maxFailures = 5;
/** Lease of a mail in minutes; one whose process died while sending waits for its end. */
const leaseMinutes = 2;
/** Interval in ms at which the lease is renewed while a mail is sent: a server may take minutes. */
const renewMs = 30_000;

/** Mails that are due and not leased. */
const dueMails = (db: Pick<Db, 'selectFrom'> | typeof subquery) =>
  db
    .selectFrom('mail')
    .select('mail.id')
    .where('state', '=', 'waiting')
    .where('next_attempt_at', '<=', now)
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', now)]));

/** Leases a mail for `leaseMinutes`, if it is due and not leased. */
const claim = (db: Db, id: string) =>
  db
    .updateTable('mail')
    .set((eb) => ({ leased_until: minutesFromNow(leaseMinutes), attempts: eb('attempts', '+', 1) }))
    .where(
      'mail.id',
      '=',
      dueMails(subquery).where('mail.id', '=', id).where('expires_at', '>', now).forUpdate().skipLocked(),
    )
    .returning([
      'id',
      'kind',
      'recipient',
      'locale',
      'params',
      'secret',
      'failures',
      'attempts',
      'created_at',
      'invite_id',
    ])
    .executeTakeFirst();
type MailRow = NonNullable<Awaited<ReturnType<typeof claim>>>;

/** @throws when no mail can be rendered from the row: an unknown kind, or a secret sealed with another key. */
async function messageOf(db: Db, row: MailRow, { vault, portalBase, mailLinks }: JobContext): Promise<Message> {
  const address = await portalAddress(db, portalBase);
  const kind = mailKinds.find((one) => one === row.kind);
  const locale = locales.find((one) => one === row.locale);
  if (!kind || !locale) throw new Error(`no text for ${row.kind} in ${row.locale}`);
  const file = await db
    .selectFrom('mail_attachment')
    .select(['name', 'content'])
    .where('mail_id', '=', row.id)
    .executeTakeFirst();
  const token = row.secret && vault.open(row.secret, secretContext(db.tenantId, row.id));
  const link = mailLinks[kind];
  if (row.secret && !token) throw new Error('the token cannot be decrypted: was the server’s key changed?');
  return {
    messageId: `<${row.id}@${new URL(address).hostname}>`,
    date: new Date(row.created_at),
    to: row.recipient,
    ...(file ? { attachment: file } : {}),
    ...renderMail(
      kind,
      locale,
      // a mail without a link has a code as its secret, shown in the text
      { ...row.params, address, ...(token && !link ? { code: token } : {}) },
      token && link ? address + link(token) : undefined,
    ),
  };
}

const dropAttachment = (db: Db, id: string) => db.deleteFrom('mail_attachment').where('mail_id', '=', id).execute();

async function markSent(db: Db, id: string): Promise<void> {
  await dropAttachment(db, id);
  await db
    .updateTable('mail')
    .set({ state: 'sent', secret: null, leased_until: null, last_error: null, sent_at: now })
    .where('id', '=', id)
    .execute();
}

type Failure = { failures: number; attempts: number; reason: string; final: boolean };
/** Schedules a retry after a growing pause, or moves the mail aside. */
async function markFailed(db: Db, id: string, { failures, attempts, reason, final }: Failure): Promise<void> {
  if (final) await dropAttachment(db, id);
  await db
    .updateTable('mail')
    .set({
      leased_until: null,
      failures,
      last_error: reason,
      ...(final ? { state: 'failed', secret: null } : {}),
      next_attempt_at: sql<string>`now() + least(interval '1 hour',
        interval '30 seconds' * power(2, ${Math.min(attempts - 1, 10)}::int))`,
    })
    .where('id', '=', id)
    .execute();
}

/** Prolongs the lease of a mail that is being sent. */
const renewLease = (db: Db, id: string) =>
  db
    .updateTable('mail')
    .set({ leased_until: minutesFromNow(leaseMinutes) })
    .where('id', '=', id)
    .where('leased_until', 'is not', null)
    .execute();

/** Carries out work for a mail while renewing its lease. */
async function leased<T>(
  { database, log }: JobContext,
  tenantId: string,
  id: string,
  work: () => Promise<T>,
): Promise<T> {
  const renew = () =>
    runInBackground('job send-mail', log, () => inTenant(database.system, tenantId, (db) => renewLease(db, id)));
  const renewing = setInterval(() => void renew(), renewMs);
  try {
    return await work();
  } finally {
    clearInterval(renewing);
  }
}

type Outcome = 'sent' | 'later' | 'unreachable' | 'nothing';

/** Sends one mail, if it is due and not leased. A mail is stored until it is accepted or moved aside. */
async function sendOne(context: JobContext, tenantId: string, mailId: string): Promise<Outcome> {
  const { database, log, deliver, demo } = context;
  const inMailTenant = <T>(work: (db: Db) => Promise<T>) => inTenant(database.system, tenantId, work);
  // outside demo mode the demo's mails stay in the outbox: nothing of its tenants leaves the server
  const row = await inMailTenant(async (db) => (demo || !(await isDemoTenant(db)) ? claim(db, mailId) : undefined));
  if (!row) return 'nothing';
  try {
    const message = await inMailTenant((db) => messageOf(db, row, context));
    await leased(context, tenantId, mailId, () => deliver(message));
  } catch (error) {
    const failure = failureOf(row, error);
    await inMailTenant(async (db) => {
      await noteOutcome(db, row, failure.final ? 'refused' : 'delayed', serverWords(error));
      await markFailed(db, mailId, failure);
    });
    outcomes.inc({ outcome: failure.final ? 'refused' : 'delayed' });
    const { failures, reason, final } = failure;
    log[final ? 'error' : 'warn'](
      { mail: mailId, failures, reason },
      final ? 'mail given up' : 'mail not sent, will be retried',
    );
    return isUnreachable(error) ? 'unreachable' : 'later';
  }
  await inMailTenant(async (db) => {
    await noteOutcome(db, row, 'handedOver', row.recipient);
    await markSent(db, mailId);
  });
  outcomes.inc({ outcome: 'sent' });
  return 'sent';
}

/** The sender of an invitation corrects a refused address, so a refusal by the server is final at once. */
function failureOf({ failures: before, attempts, invite_id: invite }: MailRow, error: unknown): Failure {
  const refused = isPermanentRefusal(error);
  const failures = before + (refused ? 1 : 0);
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, 500);
  const atOnce = invite !== null && refused && serverWords(error) !== null;
  return { failures, attempts, reason, final: atOnce || failures >= maxFailures };
}

type MailPayload = { tenantId: string; mailId: string };
export const sendMail = defineJob<MailPayload>({
  name: 'send-mail',
  lane: 'mail',
  run: async ({ tenantId, mailId }, context) => void (await sendOne(context, tenantId, mailId)),
});

async function expireOld(db: Db): Promise<void> {
  const late = await db
    .selectFrom('mail')
    .select(['id', 'invite_id'])
    .where('state', '=', 'waiting')
    .where('expires_at', '<=', now)
    .where('invite_id', 'is not', null)
    .execute();
  for (const mail of late) await noteOutcome(db, mail, 'refused', null);
  const { numUpdatedRows: expired } = await db
    .updateTable('mail')
    .set({ state: 'failed', secret: null, last_error: sql<string>`coalesce(last_error, 'too late')` })
    .where('state', '=', 'waiting')
    .where('expires_at', '<=', now)
    .executeTakeFirstOrThrow();
  afterCommit(db, () => outcomes.inc({ outcome: 'expired' }, Number(expired)));
  await db
    .deleteFrom('mail_attachment')
    .where('mail_id', 'in', (eb) => eb.selectFrom('mail').select('id').where('state', '<>', 'waiting'))
    .execute();
  await db
    .deleteFrom('mail')
    .where('state', '<>', 'waiting')
    .where('created_at', '<', sql<string>`now() - interval '30 days'`)
    .execute();
}

/** Every minute: sends mails that are due again or that a dead process left, and expires old ones. */
export const sweepMail = defineJob({
  name: 'sweep-mail',
  lane: 'mail',
  every: '* * * * *',
  run: async (_payload, context) => {
    let reachable = true;
    await forEachTenant('sweep-mail', context, async (id) => {
      if (!reachable) return;
      const ids = await inTenant(context.database.system, id, async (db) => {
        await expireOld(db);
        return dueMails(db).orderBy('next_attempt_at').limit(100).execute();
      });
      for (const mail of ids) {
        reachable = (await sendOne(context, id, mail.id)) !== 'unreachable';
        if (!reachable) return;
      }
    });
  },
});
