import type { WatchState } from '@keyward/contract/watches';
import { type RawBuilder, sql } from 'kysely';
import { any, anyText, minutesFromNow, now, thisMoment } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';
import type { Memory } from './judge.ts';

const texts = (list: readonly string[] | null): RawBuilder<string[]> => sql`${list}::text[]`;

/**
 * Watches of events of these types, or those of people, of one list or of all, locked in one order, so that two processes judge a watch
 * one after the other.
 */
export const lockWatches = (
  db: Db,
  which: { types: readonly string[] } | { owners: readonly string[]; resource?: string },
) => {
  const watches = db
    .selectFrom('watch')
    .select(['id', 'owner_id', 'name', 'resource', 'base', 'content', 'rule', 'delivery', 'quiet', 'zone'])
    .select(['events', 'timed', 'state', 'authority', 'memory', 'known', 'episode', 'judged_at'])
    .orderBy('owner_id')
    .orderBy('id')
    .forNoKeyUpdate();
  if ('types' in which) {
    return watches
      .where('resource', '=', 'event')
      .where((eb) => eb.or([eb('events', 'is', null), eb('events', '&&', texts(which.types))]))
      .execute();
  }
  const theirs = watches.where('owner_id', '=', any(which.owners));
  return (which.resource === undefined ? theirs : theirs.where('resource', '=', which.resource)).execute();
};
export type StoredWatch = Awaited<ReturnType<typeof lockWatches>>[number];

export async function readMoment(db: Db): Promise<string> {
  return (await db.selectNoFrom(thisMoment.as('moment')).executeTakeFirstOrThrow()).moment;
}

const owners = (db: Db) => db.selectFrom('watch').select('owner_id').distinct().orderBy('owner_id');
const idsOfOwners = async (query: ReturnType<typeof owners>): Promise<string[]> =>
  (await query.execute()).map(({ owner_id: id }) => id);

/** The owners of watches that are due by time. */
export const dueOwners = (db: Db) => idsOfOwners(owners(db).where('next_at', '<=', now));

/** The owners of watches of a list. */
export const ownersOf = (db: Db, resource: string) => idsOfOwners(owners(db).where('resource', '=', resource));

/** Takes events that no watch was judged by yet: no other process gets them. */
export const takeEvents = (db: Db, most: number) =>
  db
    .deleteFrom('watched_event')
    .where('id', 'in', (eb) =>
      eb.selectFrom('watched_event').select('id').orderBy('id').limit(most).forUpdate().skipLocked(),
    )
    .returning(['event_id', 'event'])
    .execute();

/** The events that wait for their judgement, the newest ones where there are too many to remember. */
export async function waitingEvents(db: Db, types: readonly string[] | null, most: number): Promise<string[]> {
  const events = db.selectFrom('watched_event').select('event_id').orderBy('id', 'desc').limit(most);
  const rows = await (types ? events.where('event', '=', anyText(types)) : events).execute();
  return rows.map(({ event_id: id }) => id);
}

/** Whether time alone changes what it says: its rows, or the end of a time that it waits for. */
export const isUrgent = ({ timed, memory, rule }: Pick<StoredWatch, 'timed' | 'memory' | 'rule'>) =>
  timed || memory.open === true || (rule.when === 'still' && memory.since !== undefined);

/** When a watch is judged next, whatever happens. */
export const planNext = (db: Db, ids: readonly string[], minutes: number) =>
  db
    .updateTable('watch')
    .set({ next_at: minutesFromNow(minutes) })
    .where('id', '=', any(ids))
    .execute();

/** Lets the job of each minute judge all watches of the tenant: changes that no watch was judged by may lie behind. */
export const planAllNow = (db: Db) =>
  db.updateTable('watch').set({ next_at: now }).where('next_at', '>', now).execute();

export type Judged = {
  state?: WatchState;
  authority?: string | null;
  events?: readonly string[] | null;
  timed?: boolean;
  memory?: Memory;
  known?: readonly string[] | null;
  episode?: number;
  spoken?: boolean;
};
const ids = (list: readonly string[] | null): RawBuilder<string[]> => sql`${list}::uuid[]`;
const dueNow = sql<string>`least(next_at, now())`;

/** Stores what a judgement changed. A watch that waits for time is due from now on, whichever job judged it. */
export async function storeJudged(db: Db, watch: StoredWatch, judged: Judged): Promise<void> {
  const { memory, events, known, spoken, ...rest } = judged;
  const { timed = watch.timed } = rest;
  await db
    .updateTable('watch')
    .set({
      ...rest,
      judged_at: thisMoment,
      ...(isUrgent({ timed, memory: memory ?? watch.memory, rule: watch.rule }) ? { next_at: dueNow } : {}),
      ...(memory === undefined ? {} : { memory: JSON.stringify(memory) }),
      ...(events === undefined ? {} : { events: texts(events) }),
      ...(known === undefined ? {} : { known: ids(known) }),
      ...(spoken ? { last_spoken_at: now } : {}),
    })
    .where('id', '=', watch.id)
    .execute();
}

/** What waits to be mailed of a watch is in the inbox alone: its owner's rights are others now, or it is gone. */
export const withdrawMails = (db: Db, thread: string) =>
  db
    .updateTable('inbox_entry')
    .set({ mail_at: null })
    .where('thread', '=', thread)
    .where('mail_at', 'is not', null)
    .execute();

/** The threads of a profile whose mails are due. */
export async function dueThreads(db: Db, profileId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('inbox_entry')
    .select('thread')
    .distinct()
    .where('profile_id', '=', profileId)
    .where('mail_at', '<=', now)
    .execute();
  return rows.map(({ thread }) => thread);
}
