// Mails to the owners of PINs that another person has seen.
import { inList, type Locale } from '@keyward/contract/locales';
import { sql } from 'kysely';
import type { MailKind } from '#mail-texts/texts.ts';
import type { Vault } from '#core/auth/secrets.ts';
import type { Actor } from '#core/auth/session.ts';
import { defineJob, type JobContext } from '#core/jobs/job.ts';
import { forEachTenant, inActiveTenant } from '#core/jobs/tenants.ts';
import { isMailAddress, queueMail } from '#core/mail/mail.ts';
import { any } from '#db/fragments.ts';
import { own, runSql, sql as text, tenant } from '#db/sql.ts';
import { type Db, inTenant } from '#db/tenant.ts';

/** Notices that a tenant sends at once in an hour; the rest are sent the next day, as one mail a person. */
const hourly = 200;
const validMinutes = 3 * 24 * 60;
/** Maximum names in a mail. */
const namesAtMost = 5;

export type NoticeKind = Extract<MailKind, 'pinShown' | 'pinReset' | 'pinExported'>;
type Owner = { id: string; email: string };

/**
 * The addresses that these profiles have held for 24 hours: a person who first changes an address must not receive the notice
 * instead of its owner. A profile without such an address is omitted.
 */
async function formerAddresses(db: Db, profileIds: readonly string[]): Promise<Owner[]> {
  const rows = await runSql<{ id: string; email: string | null }>(
    db,
    text`select p.id, case when f.id is null then p.email else f.email end as email
      from profile p
      left join lateral (select f.id, f.email from former_email f
        where ${own('f')} and f.profile_id = p.id and f.replaced_at > now() - interval '24 hours'
        order by f.replaced_at, f.id limit 1) f on true
      where ${own('p')} and p.id = any(${profileIds}::uuid[]) and p.created_at <= now() - interval '24 hours'
      order by p.id`,
  );
  return rows.flatMap(({ id, email }) => (email !== null && isMailAddress(email) ? [{ id, email }] : []));
}

/** Counts notices in the current hour and returns the number that may be sent at once. */
async function takeAllowance(db: Db, wanted: number): Promise<number> {
  const [row] = await runSql<{ n: number }>(
    db,
    text`insert into pin_notice_count as c (tenant_id, hour, n)
      values (${tenant}, date_trunc('hour', now(), 'UTC'), ${wanted})
      on conflict (tenant_id) do update set hour = excluded.hour,
        n = excluded.n + case when c.hour = excluded.hour then c.n else 0 end
      returning n`,
  );
  const before = (row?.n ?? wanted) - wanted;
  return Math.min(wanted, Math.max(0, hourly - before));
}

/**
 * Notifies the owners of PINs that the actor has seen them, in the transaction of the event. Call it before `record()`. The
 * actor's own PIN needs no notice; the organization can switch all of them off.
 */
export async function notifyOwners(
  db: Db,
  vault: Vault,
  actor: Pick<Actor, 'id' | 'name' | 'tenant'>,
  kind: NoticeKind,
  profileIds: readonly string[],
): Promise<void> {
  if (!actor.tenant.config.ledgerNotices) return;
  const owners = await formerAddresses(
    db,
    profileIds.filter((id) => id !== actor.id),
  );
  if (owners.length === 0) return;
  const allowed = await takeAllowance(db, owners.length);
  for (const to of owners.slice(0, allowed)) {
    await queueMail(db, vault, { kind, to, params: { by: actor.name }, validMinutes });
  }
  const later = owners.slice(allowed);
  if (later.length === 0) return;
  await db
    .insertInto('pin_notice')
    .columns(['profile_id', 'recipient', 'shown_to'])
    .expression((eb) =>
      eb
        .selectFrom(
          sql<{
            id: string;
            email: string;
          }>`unnest(${later.map((o) => o.id)}::uuid[], ${later.map((o) => o.email)}::text[])`.as<'o'>(
            sql`o(id, email)`,
          ),
        )
        .select(['o.id', 'o.email', eb.val(actor.name).as('by')]),
    )
    .execute();
}

/** Mails that one transaction queues. */
const digestsAtOnce = 100;

/** Sends the notices that waited for the next day. Returns the number of mails. */
async function sendDigests(db: Db, vault: Vault): Promise<number> {
  const earlier = sql<boolean>`created_at < date_trunc('day', now(), 'UTC')`;
  const profiles = await db
    .selectFrom('pin_notice')
    .select('profile_id')
    .distinct()
    .where(earlier)
    .limit(digestsAtOnce)
    .execute();
  const taken = await db
    .deleteFrom('pin_notice')
    .where('profile_id', '=', any(profiles.map((row) => row.profile_id)))
    .where(earlier)
    .returning(['profile_id', 'recipient', 'shown_to'])
    .execute();
  const mails = Map.groupBy(taken, (row) => `${row.profile_id} ${row.recipient}`);
  for (const notices of mails.values()) {
    const [first] = notices;
    if (!first) continue;
    const names = [...new Set(notices.map((row) => row.shown_to))];
    const shown = [...names.slice(0, namesAtMost), ...(names.length > namesAtMost ? ['…'] : [])];
    const to = { id: first.profile_id, email: first.recipient };
    const params = (locale: Locale) => ({ by: inList(locale, shown), times: String(notices.length) });
    await queueMail(db, vault, { kind: 'pinDigest', to, params, validMinutes });
  }
  return profiles.length;
}

/**
 * Every morning: deletes addresses that were replaced more than a day ago, and sends the notices of the day before. The notices
 * of a suspended tenant wait.
 */
export const pinNotices = defineJob({
  name: 'pin-notices',
  every: '0 6 * * *',
  run: (_payload, context: JobContext) => {
    const { database, vault } = context;
    return forEachTenant('pin-notices', context, async (id) => {
      await inTenant(database.system, id, (db) =>
        db
          .deleteFrom('former_email')
          .where('replaced_at', '<', sql<string>`now() - interval '24 hours'`)
          .execute(),
      );
      while ((await inActiveTenant(database.system, id, (db) => sendDigests(db, vault))) === digestsAtOnce);
    });
  },
});
