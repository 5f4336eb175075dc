// Judges watches: of a list that changed, of events in the order of their commits, or by time.
import type { NoticeDetails, NoticeKind } from '@keyward/contract/inbox';
import type { WatchState } from '@keyward/contract/watches';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { holdProfiles } from '#core/auth/hold-profiles.ts';
import { type Actor, findActingProfiles } from '#core/auth/session.ts';
import type { Vault } from '#core/auth/secrets.ts';
import { clock } from '#core/clock.ts';
import { mailTime } from '#core/inbox/mail-time.ts';
import { tell } from '#core/inbox/tell.ts';
import type { JobContext } from '#core/jobs/job.ts';
import { type ZoneOf, zonesOfProfiles } from '#core/locations/zones.ts';
import type { Db } from '#db/tenant.ts';
import { actorOfBoth, authorityOf } from './authority.ts';
import { judgeApart } from './batch.ts';
import { baseline, judge, type Memory } from './judge.ts';
import { type KnownOf, readInOrder } from './known.ts';
import {
  dueThreads,
  type Judged,
  lockWatches,
  readMoment,
  type StoredWatch,
  storeJudged,
  storeMissed,
  waitingEvents,
  type WatchedEvent,
  withdrawMails,
} from './queries.ts';
import { countAmong, countWatched, eventsOf, idsOf, isTimed, maxKnown, openWatch, type OpenWatch } from './rows.ts';

/**
 * Results read since a job began. Watches with equal conditions of owners with equal rights and locations find the same, so each
 * is read once: most of a thousand watches differ by their owner alone. A result may have 2,000 ids, so the oldest are dropped.
 */
type Shared = LRUCache<string, Promise<unknown>>;
const maxShared = 500;

export type Judging = {
  vault: Vault;
  shared: Shared;
  /** A moment before anything was read. */
  since: string;
  /** New events; null: the watches for new events are not judged. */
  events: readonly WatchedEvent[] | null;
  /** Logs a watch that could not be judged. */
  failed: (watchId: string, error: unknown) => void;
};
export const beginJudging = async (
  db: Db,
  { vault, log }: Pick<JobContext, 'vault' | 'log'>,
  events: Judging['events'],
): Promise<Judging> => ({
  vault,
  shared: new LRUCache({ max: maxShared }),
  since: await readMoment(db),
  events,
  failed: (watch, error) => log.error({ watch, err: error }, 'watch not judged'),
});
type Owner = { actor: Actor | undefined; zoneOf: ZoneOf };
/** Watches that are judged in one transaction. */
type Batch = Judging & { owners: ReadonlyMap<string, Owner>; knownOf: KnownOf };
type Said = { kind: NoticeKind; details: NoticeDetails };

/** Whether it recognises new rows by the ids that it remembers. If it has none, its view has more than `maxKnown`. */
const remembersRows = ({ rule, resource }: Pick<StoredWatch, 'rule' | 'resource'>) =>
  rule.when === 'appears' && resource !== 'event';
/** Whether the remembered ids are needed; those of other watches are not read. */
const asksForKnown =
  ({ events }: Pick<Judging, 'events'>) =>
  ({ rule, resource, missed }: StoredWatch) =>
    rule.when === 'appears' && (resource !== 'event' || events !== null || missed !== null);
/** The ids of events of types that the watch can find. */
const fitting = (watch: Pick<StoredWatch, 'events'>, events: Judging['events']): string[] =>
  (events ?? []).filter(({ event }) => watch.events?.includes(event) ?? true).map(({ event_id: id }) => id);
const threadOf = ({ id }: Pick<StoredWatch, 'id'>) => `watch ${id}`;

/**
 * Judges watches together; if that fails, those of each owner together; and if that fails, one by one, so that the others still
 * give notice. The owner of one that fails is judged apart from others for a while.
 */
export async function judgeWatches(db: Db, watches: readonly StoredWatch[], judging: Judging): Promise<void> {
  if (watches.length === 0) return;
  const ids = [...new Set(watches.map(({ owner_id: id }) => id))];
  const [actors, zones] = [await findActingProfiles(db, ids), await zonesOfProfiles(db, ids)];
  const owners = new Map(ids.map((id) => [id, { actor: actors.get(id), zoneOf: zones(id) }]));
  const batch: Batch = { ...judging, owners, knownOf: readInOrder(db, watches.filter(asksForKnown(judging))) };
  const together = (some: readonly StoredWatch[]) => judgeTogether(db, some, batch);
  if ((await together(watches)) === undefined) return;
  for (const [owner, own] of Map.groupBy(watches, ({ owner_id: id }) => id)) {
    if (owners.size > 1 && (await together(own)) === undefined) continue;
    judgeApart(db, owner);
    for (const watch of own) {
      const error = await together([watch]);
      if (error === undefined) continue;
      judging.failed(watch.id, error);
      const isOfEvents = watch.rule.when === 'appears' && watch.resource === 'event';
      await storeMissed(db, watch, isOfEvents ? fitting(watch, judging.events) : [], maxKnown);
    }
  }
}

/**
 * Judges the watches of a profile whose held-back mails are due: mails about rows that their owner may no longer see are
 * withdrawn before they are sent. It locks watches before the rows that mails lock, as every judgement does.
 */
export async function judgeHeldBack(db: Db, ownerId: string, judging: Judging): Promise<void> {
  const threads = new Set(await dueThreads(db, ownerId));
  if (threads.size === 0) return;
  await holdProfiles(db, [ownerId]);
  const watches = await lockWatches(db, [ownerId]);
  await judgeWatches(
    db,
    watches.filter((watch) => threads.has(threadOf(watch))),
    judging,
  );
}

/** Judges all or none: returns the error, or undefined. */
async function judgeTogether(db: Db, watches: readonly StoredWatch[], batch: Batch): Promise<unknown> {
  await sql`savepoint watches`.execute(db);
  try {
    for (const watch of watches) {
      const owner = batch.owners.get(watch.owner_id);
      if (owner) await judgeWatch(db, owner, watch, batch);
    }
    await sql`release savepoint watches`.execute(db);
    return undefined;
  } catch (error) {
    await sql`rollback to savepoint watches`.execute(db);
    return error ?? new Error('A watch could not be judged.');
  }
}

/** Reads a result that no watch has read yet; a failed read is not remembered. */
function sharing<T>(shared: Shared, key: readonly unknown[], read: () => Promise<T>): Promise<T> {
  const name = JSON.stringify(key);
  // each key is always read by the same function
  const known = shared.get(name) as Promise<T> | undefined;
  if (known) return known;
  const reading = read();
  shared.set(name, reading);
  reading.catch(() => shared.delete(name));
  return reading;
}

async function judgeWatch(db: Db, { actor, zoneOf }: Owner, watch: StoredWatch, batch: Batch): Promise<void> {
  const zone = zoneOf(watch.zone);
  const authority = actor ? authorityOf(actor, zone) : '';
  const looksFor = [watch.resource, watch.base, watch.content, authority];
  // the state that another job or its owner stored since may rest on newer rows than those that were read
  const isBehind = watch.judged_at >= batch.since;
  const read: Read = (what, reading) => (isBehind ? reading() : sharing(batch.shared, [what, ...looksFor], reading));
  const open = await read('view', () => openWatch(db, actor, watch, zone));
  if (typeof open === 'string' || !actor)
    return sleep(db, watch, open === 'lost' ? 'lost' : 'right', { zone, vault: batch.vault });
  const changed = watch.state !== 'awake' || watch.authority !== authority;
  const { said, judged } = changed
    ? await startAgain(db, actor, watch, open, batch)
    : await verdictOf(db, actor, watch, open, { ...batch, read });
  if (remembersRows(watch) && judged?.known === null) return sleep(db, watch, 'wide', { zone, vault: batch.vault });
  if (changed) await withdrawMails(db, threadOf(watch));
  if (said) await speak(db, watch, said, { ...open, vault: batch.vault });
  // for a watch made by an earlier release, other columns may have depended on time
  const timed = isTimed(open);
  if (judged || said || changed || timed !== watch.timed) {
    const now: Judged = changed ? { state: 'awake', authority } : {};
    const spoken: Judged = said ? { episode: watch.episode + 1, spoken: true } : {};
    await storeJudged(db, watch, { ...judged, timed, ...now, ...spoken });
  }
}

/**
 * Judges a watch again after other rows became visible: those present now are not new. A change of rights suppresses no news,
 * though: rows new to the owner both before and after it are given notice of, and an alarm that still holds stays one.
 */
async function startAgain(db: Db, actor: Actor, watch: StoredWatch, open: OpenWatch, batch: Batch): Promise<Found> {
  const judged = await silentStart(db, actor, watch, open);
  if (watch.state !== 'awake') return { judged };
  if (watch.rule.when !== 'appears')
    return { judged: { ...judged, memory: alarmAfter(watch.memory, judged.memory ?? {}) } };
  const both = actorOfBoth(actor, open.zone, watch.authority);
  const seenByBoth = both && (await openWatch(db, both, watch, open.zone));
  if (!both || !seenByBoth || typeof seenByBoth === 'string') return { judged };
  // of this watch alone: a watch with the same new authority may have had another one before
  const read: Read = (_what, reading) => reading();
  const { said } = await verdictOf(db, both, watch, seenByBoth, { ...batch, read });
  // waiting events are new to the owner both before and after
  const { known: _waiting, ...others } = judged;
  const remembered = watch.resource === 'event' ? others : judged;
  return said ? { judged: remembered, said } : { judged: remembered };
}

/**
 * An alarm that still holds, or was already back to normal, stays, so that its end is given notice of. One that no longer holds
 * for the owner since the change ends without notice.
 */
function alarmAfter(before: Memory, now: Memory): Memory {
  if (!before.open || before.silent) return now;
  if (now.since !== undefined) return { open: true, since: before.since ?? now.since };
  return before.calm === undefined ? now : before;
}

/**
 * The memory that a watch begins with, without notice: the rows present now. Of events: those that are stored and not judged yet,
 * because another watch waits for them.
 */
export async function silentStart(
  db: Db,
  actor: Actor,
  { rule }: Pick<StoredWatch, 'rule'>,
  open: OpenWatch,
): Promise<Judged> {
  const found = { events: eventsOf(actor, open), missed: null, timed: isTimed(open) };
  if (rule.when !== 'appears') {
    const rows = await countWatched(db, actor, open);
    return { ...found, memory: baseline(rule, rows, clock.now().getTime()), known: null };
  }
  const known =
    open.list.resource === 'event'
      ? await waitingEvents(db, found.events, maxKnown)
      : await idsOf(db, actor, open, maxKnown);
  return { ...found, memory: {}, known };
}

type Found = { said?: Said; judged?: Judged };
/** Reads a result that all watches with the same conditions share. */
type Read = <T>(what: unknown, reading: () => Promise<T>) => Promise<T>;

async function verdictOf(
  db: Db,
  actor: Actor,
  watch: StoredWatch,
  open: OpenWatch,
  { events, knownOf, read }: Pick<Batch, 'events' | 'knownOf'> & { read: Read },
): Promise<Found> {
  const { rule, name } = watch;
  if (rule.when !== 'appears') return verdictOfCount(watch, await read('count', () => countWatched(db, actor, open)));
  if (watch.resource === 'event') {
    const { missed } = watch;
    const waiting = new Set([...(missed ?? []), ...fitting(watch, events)]);
    if (waiting.size === 0) return {};
    const before = await knownOf(watch);
    const ids = [...waiting].filter((id) => !before.has(id));
    const count = ids.length === 0 ? 0 : await read(ids, () => countAmong(db, actor, open, ids));
    return {
      ...(missed ? { judged: { missed: null } } : {}),
      ...(count > 0 ? { said: { kind: 'watchRows', details: { watch: name, count } } } : {}),
    };
  }
  const rows = await read('ids', () => idsOf(db, actor, open, maxKnown));
  if (!rows) return { judged: { known: null } };
  const before = watch.remembers === null ? null : await knownOf(watch);
  const fresh = before ? rows.filter((id) => !before.has(id)) : [];
  if (before && fresh.length === 0 && rows.length === before.size) return {};
  const judged = { known: rows };
  return fresh.length > 0
    ? { judged, said: { kind: 'watchRows', details: { watch: name, count: fresh.length } } }
    : { judged };
}

function verdictOfCount({ rule, name, memory: before }: StoredWatch, count: number): Found {
  if (rule.when === 'appears') return {};
  const { memory, says } = judge(rule, before, count, clock.now().getTime());
  const judged = JSON.stringify(memory) === JSON.stringify(before) ? {} : { judged: { memory } };
  if (says === 'cleared') return { ...judged, said: { kind: 'watchCleared', details: { watch: name } } };
  if (says === null) return judged;
  return {
    ...judged,
    said:
      rule.when === 'count'
        ? { kind: 'watchCount', details: { watch: name, count, limit: rule.above } }
        : { kind: 'watchStill', details: { watch: name, count, minutes: rule.minutes } },
  };
}

async function speak(
  db: Db,
  watch: StoredWatch,
  { kind, details }: Said,
  { path, zone, vault }: { path: string; zone: string; vault: Vault },
): Promise<void> {
  const at = clock.now();
  const mailAt = mailTime(watch.delivery, watch.quiet, at, zone);
  const source = `${threadOf(watch)} ${watch.episode}`;
  const now = mailAt !== null && mailAt.getTime() <= at.getTime();
  const { owner_id: to, quiet, zone: onScreen } = watch;
  await tell(db, vault, [
    { to, source, thread: threadOf(watch), kind, details, path, mailAt: now ? 'now' : mailAt, quiet, zone: onScreen },
  ]);
}

const sleepKinds = { right: 'watchAsleep', lost: 'watchBroken', wide: 'watchWide' } as const;
/** Puts to sleep a watch that cannot find its rows, with one notice; it wakes by itself. */
async function sleep(
  db: Db,
  watch: StoredWatch,
  state: Exclude<WatchState, 'awake'>,
  by: { zone: string; vault: Vault },
): Promise<void> {
  if (watch.state === state) return;
  await withdrawMails(db, threadOf(watch));
  const kind = sleepKinds[state];
  // '/' because the list itself may be refused
  await speak(db, watch, { kind, details: { watch: watch.name } }, { path: '/', ...by });
  await storeJudged(db, watch, { state, episode: watch.episode + 1, spoken: true });
}
