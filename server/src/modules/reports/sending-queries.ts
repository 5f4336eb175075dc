import type { ReportState } from '@keyward/contract/reports';
import type { Db } from '#db/tenant.ts';

/** Locks a report that is due; other processes skip it. */
export const takeDue = (db: Db, at: Date) =>
  db
    .selectFrom('report')
    .select(['id', 'owner_id', 'name', 'resource', 'base', 'content', 'schedule', 'state', 'episode'])
    .where('next_at', '<=', at.toISOString())
    .where('deleted_at', 'is', null)
    .where('paused', '=', false)
    .orderBy('next_at')
    .orderBy('id')
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
export type DueReport = NonNullable<Awaited<ReturnType<typeof takeDue>>>;

export const planSending = (db: Db, id: string, at: Date) =>
  db.updateTable('report').set({ next_at: at.toISOString() }).where('id', '=', id).execute();

export const storeSent = (db: Db, id: string, at: Date) =>
  db.updateTable('report').set({ state: 'awake', last_sent_at: at.toISOString() }).where('id', '=', id).execute();

export const storeAsleep = (db: Db, id: string, state: ReportState) =>
  db
    .updateTable('report')
    .set((eb) => ({ state, episode: eb('episode', '+', 1) }))
    .where('id', '=', id)
    .execute();
