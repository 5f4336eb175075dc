import type { ReportPlan } from '@keyward/contract/reports';
import { sql } from 'kysely';
import type { NamedRow } from '#core/list/named-page.ts';
import type { SavedContent } from '#core/list/views/saved.ts';
import { nextVersion, now } from '#db/fragments.ts';
import { takeTurn } from '#core/auth/take-turn.ts';
import type { Db } from '#db/tenant.ts';

/** The earliest deletion of a report that can still be restored. */
const restorableSince = sql<string>`now() - interval '1 hour'`;

const select = (db: Db) =>
  db
    .selectFrom('report as r')
    .innerJoin('profile as p', 'p.id', 'r.owner_id')
    .select(['r.id', 'r.name', 'r.resource', 'r.base', 'r.content', 'r.schedule', 'r.paused', 'r.state'])
    .select(['r.next_at', 'r.last_sent_at', 'r.created_at', 'r.version', 'r.updated_by', 'r.updated_at'])
    .select(['r.owner_id', 'p.name as owner_name']);
export type ReportRow = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

const byName = (db: Db) =>
  select(db)
    .where('r.deleted_at', 'is', null)
    .orderBy((eb) => eb.fn('fold', ['r.name']))
    .orderBy('r.id');

export const findReports = (db: Db, ownerId: string) => byName(db).where('r.owner_id', '=', ownerId).execute();

/** Reports of all profiles, after the given one. */
export const findReportsAfter = (db: Db, after: NamedRow | undefined, most: number) =>
  byName(db)
    .$if(after !== undefined, (reports) =>
      reports.where(sql<boolean>`(fold(r.name), r.id) > (fold(${after?.name}::text), ${after?.id}::uuid)`),
    )
    .limit(most)
    .execute();

/** A report of this owner, locked until the end of the transaction. With `deleted`, one that can be restored. */
export const lockReport = (db: Db, ownerId: string, id: string, deleted = false) => {
  const report = select(db).where('r.owner_id', '=', ownerId).where('r.id', '=', id).forNoKeyUpdate('r');
  return (
    deleted ? report.where('r.deleted_at', '>', restorableSince) : report.where('r.deleted_at', 'is', null)
  ).executeTakeFirst();
};

/** Number of reports that a profile has. Calls for one profile run in turn. */
export async function countOwn(db: Db, ownerId: string): Promise<number> {
  await takeTurn(db, ownerId);
  const { n } = await db
    .selectFrom('report')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return n;
}

type Stored = { resource: string | null; base: string; content: SavedContent };
const planOf = ({ name, schedule }: ReportPlan, nextAt: Date) => ({
  name,
  schedule: JSON.stringify(schedule),
  next_at: nextAt.toISOString(),
});

export async function insertReport(
  db: Db,
  owner: { id: string; name: string },
  report: ReportPlan & Stored,
  nextAt: Date,
): Promise<string> {
  const { resource, base, content } = report;
  const { id } = await db
    .insertInto('report')
    .values({
      ...planOf(report, nextAt),
      owner_id: owner.id,
      updated_by: owner.name,
      resource,
      base,
      content: JSON.stringify(content),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const updateReport = (db: Db, id: string, by: string, report: ReportPlan & { paused: boolean }, nextAt: Date) =>
  db
    .updateTable('report')
    .set({ ...planOf(report, nextAt), paused: report.paused, ...nextVersion, updated_by: by })
    .where('id', '=', id)
    .execute();

export const markDeleted = (db: Db, id: string) =>
  db
    .updateTable('report')
    .set({ deleted_at: now, ...nextVersion })
    .where('id', '=', id)
    .execute();

/** Restores a report. Mails that were due while it was deleted are not sent. */
export const unmarkDeleted = (db: Db, id: string, nextAt: Date) =>
  db
    .updateTable('report')
    .set({ deleted_at: null, next_at: nextAt.toISOString(), ...nextVersion })
    .where('id', '=', id)
    .execute();

/** Purges reports that can no longer be restored. */
export const purgeReports = (db: Db) => db.deleteFrom('report').where('deleted_at', '<=', restorableSince).execute();

/** The setting of the dashboard's cards: the profile's own, or else the tenant's. */
export const findCardSetting = (db: Db, profileId: string) =>
  db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', 'DashboardMetrics')
    .where('client_data', 'is', null)
    .where((eb) => eb.or([eb('profile_id', '=', profileId), eb('profile_id', 'is', null)]))
    .orderBy((eb) => eb('profile_id', 'is', null))
    .limit(1)
    .executeTakeFirst();
