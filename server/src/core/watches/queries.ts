import type { WatchState } from '@keyward/contract/watches';
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import { any, anyText, minutesFromNow, now, thisMoment } from '#db/fragments.ts';
import type { Db, Tables } from '#db/tenant.ts';
import type { Memory } from './judge.ts';

const texts = (list: readonly string[] | null): RawBuilder<string[]> => sql`${list}::text[]`;

/** Watches of one list or of all; `types`: those that can match events of these types. */
export type Among = { resource?: string; types?: readonly string[] };
const isAmong = (eb: ExpressionBuilder<Tables, 'watch'>, { resource, types }: Among) =>
  eb.and([
    ...(resource === undefined ? [] : [eb('resource', '=', resource)]),
    ...(types ? [eb.or([eb('events', 'is', null), eb('events', '&&', texts(types))])] : []),
  ]);

/**
 * Watches of some owners, locked in one order, so that two processes judge a watch one after the other; hold their profiles first
 * (`holdProfiles`). `remembers`: the number of ids that each remembers, which `readKnown` reads.
 */
export const lockWatches = (db: Db, owners: readonly string[], among: Among = {}) =>
  db
    .selectFrom('watch')
    .select(['id', 'owner_id', 'name', 'resource', 'base', 'content', 'rule', 'delivery', 'quiet', 'zone'])
    .select(['events', 'missed', 'timed', 'state', 'authority', 'memory', 'episode', 'judged_at'])
    .select((eb) => eb.fn<number | null>('cardinality', ['known']).as('remembers'))
    .where('owner_id', '=', any(owners))
    .where((eb) => isAmong(eb, among))
    .orderBy('owner_id')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
export type StoredWatch = Awaited<ReturnType<typeof lockWatches>>[number];

export async function readMoment(db: Db): Promise<string> {
  return (await db.selectNoFrom(thisMoment.as('moment')).executeTakeFirstOrThrow()).moment;
}

/** The ids of rows that watches remember, by watch. */
export async function readKnown(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db.selectFrom('watch').select(['id', 'known']).where('id', '=', any(ids)).execute();
  return new Map(rows.map(({ id, known }) => [id, known ?? []]));
}

/** An owner, with the number of their watches in question. */
export type WatchOwner = { id: string; watches: number };
const owners = (db: Db, among: Among = {}) =>
  db
    .selectFrom('watch')
    .select((eb) => ['owner_id as id', eb.fn.countAll<number>().as('watches')])
    .where((eb) => isAmong(eb, among))
    .groupBy('owner_id')
    .orderBy('owner_id');

/** The owners of watches that are due by time, each with the number of all their watches. */
export const dueOwners = (db: Db): Promise<WatchOwner[]> =>
  owners(db)
    .where('owner_id', 'in', (eb) =>
      eb.selectFrom('watch as due').select('due.owner_id').where('due.next_at', '<=', now),
    )
    .execute();

/** The owners of watches of a list. */
export const ownersOf = (db: Db, resource: string): Promise<WatchOwner[]> => owners(db, { resource }).execute();

/** The first owners of these watches, in the order of their ids: after one of them, or from the beginning. */
export const ownersAfter = (db: Db, among: Among, after: string | undefined, most: number): Promise<WatchOwner[]> =>
  (after === undefined ? owners(db, among) : owners(db, among).where('owner_id', '>', after)).limit(most).execute();

export type WatchedEvent = { event_id: string; event: string };

/** Takes events that no watch was judged by yet, so that no other process gets them. */
export const takeEvents = (db: Db, most: number) =>
  db
    .deleteFrom('watched_event')
    .where('id', 'in', (eb) =>
      eb.selectFrom('watched_event').select('id').orderBy('id').limit(most).forUpdate().skipLocked(),
    )
    .returning(['event_id', 'event'])
    .execute();

/** Stores events that the watches of some owners were judged by, up to and including one owner. Returns its id. */
export async function storeRest(db: Db, events: readonly WatchedEvent[], after: string): Promise<string> {
  const { id } = await db
    .insertInto('watched_rest')
    .values({ events: JSON.stringify(events), after_owner: after })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Takes events that the watches of some owners were judged by, so that no other process gets them. */
export const takeRest = (db: Db) =>
  db
    .deleteFrom('watched_rest')
    .where('id', 'in', (eb) =>
      eb.selectFrom('watched_rest').select('id').orderBy('id').limit(1).forUpdate().skipLocked(),
    )
    .returning(['id', 'events', 'after_owner'])
    .executeTakeFirst();

/** The events that wait to be judged or are being judged, the newest ones if there are too many to remember. */
export async function waitingEvents(db: Db, types: readonly string[] | null, most: number): Promise<string[]> {
  const waiting = await db
    .selectFrom('watched_event')
    .select(['event_id', 'event'])
    .where((eb) => (types ? eb('event', '=', anyText(types)) : eb.lit(true)))
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  // read second: an event that is taken between the two reads is in both
  const rest = await db.selectFrom('watched_rest').select('events').orderBy('id', 'desc').execute();
  const judged = rest
    .flatMap(({ events }) => events.toReversed())
    .filter(({ event }) => types?.includes(event) ?? true);
  const ids = new Set([...waiting, ...judged].map(({ event_id: id }) => id));
  return [...ids].slice(0, most);
}

/**
 * Whether its verdict can change without new rows: through time, at the end of a time that it waits for, or by events that it could not be
 * judged by.
 */
export const isUrgent = ({ timed, memory, rule, missed }: Pick<StoredWatch, 'timed' | 'memory' | 'rule' | 'missed'>) =>
  timed || missed !== null || memory.open === true || (rule.when === 'still' && memory.since !== undefined);

/** Sets the time at which watches are judged next, whatever happens. */
export const planNext = (db: Db, ids: readonly string[], minutes: number) =>
  db
    .updateTable('watch')
    .set({ next_at: minutesFromNow(minutes) })
    .where('id', '=', any(ids))
    .execute();

/** Makes all watches of the tenant due for the job of each minute: there may be changes that no watch was judged by. */
export const planAllNow = (db: Db) =>
  db.updateTable('watch').set({ next_at: now }).where('next_at', '>', now).execute();

export type Judged = {
  missed?: null;
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

/** Makes a watch due that could not be judged, and keeps the events that it could not be judged by: at most `most`, the newest. */
export const storeMissed = (db: Db, { id, missed }: StoredWatch, events: readonly string[], most: number) =>
  db
    .updateTable('watch')
    .set({
      next_at: dueNow,
      ...(events.length > 0 ? { missed: ids([...(missed ?? []), ...events].slice(-most)) } : {}),
    })
    .where('id', '=', id)
    .execute();

/** Stores the result of a judgement. A watch that depends on time is due from now on, whichever job judged it. */
export async function storeJudged(db: Db, watch: StoredWatch, judged: Judged): Promise<void> {
  const { memory, events, known, spoken, ...rest } = judged;
  const { timed = watch.timed, missed = watch.missed } = rest;
  await db
    .updateTable('watch')
    .set({
      ...rest,
      judged_at: thisMoment,
      ...(isUrgent({ timed, missed, memory: memory ?? watch.memory, rule: watch.rule }) ? { next_at: dueNow } : {}),
      ...(memory === undefined ? {} : { memory: JSON.stringify(memory) }),
      ...(events === undefined ? {} : { events: texts(events) }),
      ...(known === undefined ? {} : { known: ids(known) }),
      ...(spoken ? { last_spoken_at: now } : {}),
    })
    .where('id', '=', watch.id)
    .execute();
}

/** Withdraws the waiting mails of a watch, whose owner's rights have changed or which is gone. Its entries stay in the inbox. */
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
