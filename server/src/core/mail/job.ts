// The outbox is emptied by jobs: one for each mail at once, and a sweep for what could not be sent or was left behind.
import { locales } from '@keyward/contract/locales';
import { mailKinds } from '#mail-texts/texts.ts';
import { type Db, inTenant, rows } from '#db/tenant.ts';
import { defineJob, type JobContext } from '#core/jobs/job.ts';
import { secretContext } from './mail.ts';
import { renderMail } from './render.ts';
import { type Message, refusedForGood, unreachable } from './transport.ts';
import { portalAddress } from '#core/http/portal-address.ts';

/** Refusals for good, and faults of ours, after which a mail is moved aside. */
const maxFailures = 5;
/** A process that died while sending holds its mail this long. Longer than the transport's timeouts together. */
const leaseMinutes = 2;

type MailRow = {
  id: string;
  kind: string;
  recipient: string;
  locale: string;
  params: Record<string, string>;
  secret: Buffer | null;
  failures: number;
  attempts: number;
  created_at: string;
};

const due = `state = 'waiting' and next_attempt_at <= now() and (leased_until is null or leased_until < now())`;
const claim = `
  update mail set leased_until = now() + interval '${leaseMinutes} minutes', attempts = attempts + 1
  where tenant_id = $1 and id = (
    select id from mail where tenant_id = $1 and id = $2 and ${due} and expires_at > now() for update skip locked)
  returning id, kind, recipient, locale, params, secret, failures, attempts, created_at`;

/** @throws when the row cannot become a mail: an unknown kind, a secret of another key. */
async function messageOf(db: Db, row: MailRow, { vault, portalBase, mailLinks }: JobContext): Promise<Message> {
  const address = await portalAddress(db, portalBase);
  const kind = mailKinds.find((one) => one === row.kind);
  const locale = locales.find((one) => one === row.locale);
  if (!kind || !locale) throw new Error(`no text for ${row.kind} in ${row.locale}`);
  const token = row.secret && vault.open(row.secret, secretContext(db.tenantId, row.id));
  const link = mailLinks[kind];
  if (row.secret && !token) throw new Error('the token cannot be decrypted: was the key of this server changed?');
  return {
    messageId: `<${row.id}@${new URL(address).hostname}>`,
    date: new Date(row.created_at),
    to: row.recipient,
    ...renderMail(kind, locale, { ...row.params, address }, token && link ? address + link(token) : undefined),
  };
}

const sent = `update mail set state = 'sent', secret = null, leased_until = null, last_error = null, sent_at = now()
  where tenant_id = $1 and id = $2`;
const failed = `
  update mail set leased_until = null, failures = $3, last_error = $4,
    state = case when $3 >= ${maxFailures} then 'failed' else state end,
    secret = case when $3 >= ${maxFailures} then null else secret end,
    next_attempt_at = now() + least(interval '1 hour', interval '30 seconds' * power(2, least($5::int - 1, 10)))
  where tenant_id = $1 and id = $2`;

type Outcome = 'sent' | 'later' | 'unreachable' | 'nothing';

/** Sends one mail, if it is due and nobody else is at it. A mail stays until it was taken over, or moved aside. */
async function sendOne(context: JobContext, tenantId: string, mailId: string): Promise<Outcome> {
  const { database, log, deliver } = context;
  const within = <T>(work: (db: Db) => Promise<T>) => inTenant(database.system, tenantId, work);
  const [row] = await within((db) => rows<MailRow>(db, claim, [tenantId, mailId]));
  if (!row) return 'nothing';
  try {
    await deliver(await within((db) => messageOf(db, row, context)));
  } catch (error) {
    const failures = row.failures + (refusedForGood(error) ? 1 : 0);
    const reason = (error instanceof Error ? error.message : String(error)).slice(0, 500);
    await within((db) => rows(db, failed, [tenantId, mailId, failures, reason, row.attempts]));
    const level = failures >= maxFailures ? 'error' : 'warn';
    log[level]({ mail: mailId, failures, reason }, failures >= maxFailures ? 'mail moved aside' : 'mail not sent yet');
    return unreachable(error) ? 'unreachable' : 'later';
  }
  await within((db) => rows(db, sent, [tenantId, mailId]));
  return 'sent';
}

type MailPayload = { tenantId: string; mailId: string };
export const sendMail = defineJob<MailPayload>({
  name: 'send-mail',
  run: async ({ tenantId, mailId }, context) => void (await sendOne(context, tenantId, mailId)),
});

const expire = `update mail set state = 'failed', secret = null, last_error = coalesce(last_error, 'too late')
  where tenant_id = $1 and state = 'waiting' and expires_at <= now()`;
const forget = `delete from mail where tenant_id = $1 and state <> 'waiting' and created_at < now() - interval '30 days'`;
const waiting = `select id from mail where tenant_id = $1 and ${due} order by next_attempt_at limit 100`;

/** Every minute: what is due again, what a dead process left, and what is too late. */
export const sweepMail = defineJob({
  name: 'sweep-mail',
  every: '* * * * *',
  run: async (_payload, context) => {
    const { system } = context.database;
    const tenants = await system.query<{ id: string }>('select id from tenant');
    for (const { id } of tenants.rows) {
      const ids = await inTenant(system, id, async (db) => {
        await rows(db, expire, [id]);
        await rows(db, forget, [id]);
        return rows<{ id: string }>(db, waiting, [id]);
      });
      for (const mail of ids) if ((await sendOne(context, id, mail.id)) === 'unreachable') return;
    }
  },
});
