// Queries of the daily validity job: profiles that end soon, and profiles that are not used.
import { organizationDefaults } from '@keyward/contract/organization-settings';
import { type Expression, sql, type SqlBool } from 'kysely';
import { mayAct } from '#core/auth/may-act.ts';
import { any, now } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';

/** Number of days before an end at which it is announced. */
const noticeDays = 7;

const days = (n: number | Expression<number>) => sql<string>`make_interval(days => ${n})`;
/** The last use of a profile, by portal or OKM; enrolment and the beginning of its validity count as uses. */
const lastUse = sql<string>`greatest(p.last_active_at, p.created_at, p.valid_from)`;
const unusedFor = (n: number) => sql<SqlBool>`${lastUse} < now() - ${days(n)}`;

/** The tenant's rule for unused profiles; `days` is null if there is none or the tenant is suspended. */
export type UnusedRule = { name: string; days: number | null };

export async function findUnusedRule(db: Db): Promise<UnusedRule> {
  const { name, config, suspended } = await db
    .selectFrom('tenant')
    .select((eb) => ['name', 'config', eb('suspended_at', 'is not', null).$castTo<boolean>().as('suspended')])
    .where('id', '=', db.tenantId)
    .executeTakeFirstOrThrow();
  const { endInactiveAfterDays: rule } = { ...organizationDefaults, ...config };
  return { name, days: suspended ? null : rule };
}

export type Notice = { profile_id: string; ends_at: string };

/** Stores these ends as announced. Returns those that were not yet; of concurrent runs, one gets each. */
const keepNotices = (db: Db, endings: Expression<Notice & { kind: string }>): Promise<Notice[]> =>
  db
    .insertInto('validity_notice')
    .columns(['profile_id', 'kind', 'ends_at'])
    .expression(endings)
    .onConflict((conflict) =>
      conflict
        .columns(['profile_id', 'kind'])
        .doUpdateSet((eb) => ({ ends_at: eb.ref('excluded.ends_at'), created_at: now }))
        // an announced end for inactivity keeps its date
        .whereRef('validity_notice.ends_at', '<>', 'excluded.ends_at')
        .where('validity_notice.kind', '=', 'ending'),
    )
    .returning(['profile_id', 'ends_at'])
    .execute();

/** Announces ends of validity that are within the notice period and were not announced with this date; returns them. */
export const announceEndings = (db: Db): Promise<Notice[]> =>
  keepNotices(
    db,
    db
      .selectFrom('profile as p')
      .select(['p.id as profile_id', sql<string>`'ending'`.as('kind'), sql<string>`p.valid_until`.as('ends_at')])
      .where('p.valid_until', '>', now)
      .where('p.valid_until', '<=', sql<string>`now() + ${days(noticeDays)}`)
      .where('p.disabled', '=', false),
  );

/** Announces the ends of unused profiles that the tenant's rule ends in a week; returns them. */
export const announceUnused = (db: Db, ruleDays: number): Promise<Notice[]> =>
  keepNotices(
    db,
    db
      .selectFrom('profile as p')
      .select([
        'p.id as profile_id',
        sql<string>`'unused'`.as('kind'),
        sql<string>`greatest(now() + ${days(noticeDays)}, ${lastUse} + ${days(ruleDays)})`.as('ends_at'),
      ])
      .where(mayAct('p'))
      .where(unusedFor(ruleDays - noticeDays))
      // an earlier end of the validity is announced as such
      .where((eb) =>
        eb.or([eb('p.valid_until', 'is', null), eb('p.valid_until', '>', sql<string>`now() + ${days(noticeDays)}`)]),
      )
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('validity_notice as n')
              .select('n.profile_id')
              .whereRef('n.profile_id', '=', 'p.id')
              .where('n.kind', '=', 'unused'),
          ),
        ),
      ),
  );

/** Withdraws the notices of profiles that were used since, or that the rule (null if none) no longer covers. */
export async function withdrawNotices(db: Db, ruleDays: number | null): Promise<void> {
  await db
    .deleteFrom('validity_notice as n')
    .using('profile as p')
    .whereRef('p.id', '=', 'n.profile_id')
    .where('n.kind', '=', 'unused')
    .$if(ruleDays !== null, (query) =>
      query.where((eb) =>
        eb.or([
          eb('p.last_active_at', '>', eb.ref('n.created_at')),
          eb.not(unusedFor((ruleDays ?? 0) - noticeDays)),
          eb.not(mayAct('p')),
        ]),
      ),
    )
    .execute();
}

/** Withdraws the notices of these profiles, so that they are not ended for inactivity unless it is announced again. */
export async function withdrawNoticesOf(db: Db, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('validity_notice').where('kind', '=', 'unused').where('profile_id', '=', any(ids)).execute();
}

/** The profiles whose end for inactivity is announced. */
export async function findAnnounced(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('validity_notice').select('profile_id').where('kind', '=', 'unused').execute();
  return rows.map((row) => row.profile_id);
}

/** The profiles whose notice is over, by id. */
export async function findOverdue(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('validity_notice')
    .select('profile_id')
    .where('kind', '=', 'unused')
    .where('ends_at', '<=', now)
    .orderBy('profile_id')
    .execute();
  return rows.map((row) => row.profile_id);
}

/** Whether a locked profile is to be ended now; false if it was used, ended or given access again since its notice. */
export async function isOverdue(db: Db, id: string, ruleDays: number): Promise<boolean> {
  const row = await db
    .selectFrom('profile as p')
    .innerJoin('validity_notice as n', (join) => join.onRef('n.profile_id', '=', 'p.id').on('n.kind', '=', 'unused'))
    .select('p.id')
    .where('p.id', '=', id)
    .where('n.ends_at', '<=', now)
    .where(unusedFor(ruleDays))
    .where(mayAct('p'))
    .executeTakeFirst();
  return row !== undefined;
}

/** Profiles that may edit others and can be reached by mail. */
export async function findEditors(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('profile as p')
    .innerJoin('profile_role as pr', 'pr.profile_id', 'p.id')
    .innerJoin('role_permission as rp', 'rp.role_id', 'pr.role_id')
    .select('p.id')
    .distinct()
    .where('rp.permission', '=', 'USERS')
    .where('rp.value', '=', 'EDIT')
    .where('p.email', 'is not', null)
    .where(mayAct('p'))
    .execute();
  return rows.map((row) => row.id);
}
