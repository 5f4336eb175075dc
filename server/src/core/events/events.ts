import { hash, randomUUIDv7 } from 'node:crypto';
import type { EventChange, EventResult, EventType } from '@keyward/contract/activity';
import { reasonOf, type RefusalReason } from '@keyward/contract/refusals';
import { happeningOf, hasHappenings } from '@keyward/contract/happened';
import { insertRows } from '#db/bulk.ts';
import { runSql, own, sql } from '#db/sql.ts';
import type { Db } from '#db/tenant.ts';
import { announce } from '#core/live/changes.ts';
import { pacing } from '#core/pace.ts';
import { cleanSubject, eventBody, type EventSubject } from './event-text.ts';
import { type Origin, originOf } from './origin.ts';

export type NewEvent = {
  event: EventType;
  /** When it happened. Absent: now, by the database's clock. */
  time?: Date;
  agent?: EventSubject;
  entity?: EventSubject;
  changes?: readonly EventChange[];
  result?: EventResult;
  /** The reason for which it was refused. */
  reason?: RefusalReason;
  /** tag_value ids: the locations of the entity and the agent at that time. Duplicates are harmless. */
  locations: readonly string[];
  /** Absent: now, by the database's clock. */
  receivedAt?: Date;
  /** Absent: a new UUIDv7. */
  id?: string;
  /** The raw report, shown as JSON. */
  raw?: unknown;
  /** Absent: the origin of the transaction. */
  origin?: Origin;
  /** The number of occurrences, if they were counted. */
  occurrence?: number;
  /** The caller's address; stored only with events of secrets. */
  address?: string;
};

/** Records only that the password changed. */
export const passwordChange: EventChange = { attribute: 'password', oldValue: null, newValue: '••••••••' };

export const noLocation = '00000000-0000-0000-0000-000000000000';

/**
 * A UUID (version 8) made of the content, so that a dictionary entry or a repeat is recognised without a query.
 * Parts are delimited: ('a', 'bc') and ('ab', 'c') give different ids.
 */
export function contentId(...parts: readonly (string | null | undefined)[]): string {
  const hex = hash('sha256', JSON.stringify(parts.map((p) => p ?? null)));
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) & 3];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

type Cell = string | null;
/** Rows of a table by the id or key that they are sorted by, so that every writer locks in the same order. */
type Sorted<T> = Map<string, T>;
const inOrder = <T>(map: Sorted<T>): T[] => [...map].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);

type Party = { id: string; subject: Required<EventSubject> };
type Draft = { event: NewEvent; agent: Party | undefined; entity: Party | undefined; locationSet: string };

/** Collects the batch's entries of the two dictionaries; a batch repeats the same few names. */
function nameRegistry() {
  const parties: Sorted<Cell[]> = new Map();
  const sets: Sorted<[string, readonly string[]]> = new Map();
  const knownParties = new Map<string, Party>();
  const knownSets = new Map<string, string>();
  const newParty = (subject: Required<EventSubject>): Party => {
    const { domain, id: ref, name, email } = subject;
    const id = contentId('party', domain, ref, name, email);
    parties.set(id, [id, domain, ref, name, email]);
    return { id, subject };
  };
  const newSet = (distinct: readonly string[]): string => {
    if (distinct.length === 0) return noLocation;
    const id = contentId('locations', ...distinct);
    sets.set(id, [id, distinct]);
    return id;
  };
  return {
    parties,
    sets,
    party(subject: EventSubject | undefined): Party | undefined {
      if (!subject) return undefined;
      const key = `${subject.domain}\n${subject.id}\n${subject.email ?? ''}\n${subject.name}`;
      const party = knownParties.get(key) ?? newParty(cleanSubject(subject));
      knownParties.set(key, party);
      return party;
    },
    locationSet(locations: readonly string[]): string {
      const key = locations.join();
      const id = knownSets.get(key) ?? newSet([...new Set(locations)].toSorted());
      knownSets.set(key, id);
      return id;
    },
  };
}

/** Counts by the columns that follow tenant_id in a tally's key. */
function tally() {
  const counts: Sorted<[...string[], number]> = new Map();
  return {
    counts,
    add(...key: string[]) {
      const text = key.join('/');
      const [n] = counts.get(text)?.slice(-1) ?? [0];
      counts.set(text, [...key, Number(n) + 1]);
    },
  };
}

/** Number of appearances of each party at each location set, by role. Takes no locks: see 0006_activity.sql. */
function partyTally() {
  const counts = new Map<string, [party: string, locationSet: string, agent: number, entity: number, both: number]>();
  const countOf = (party: string, locationSet: string) => {
    const key = `${party}/${locationSet}`;
    const count = counts.get(key) ?? [party, locationSet, 0, 0, 0];
    counts.set(key, count);
    return count;
  };
  return {
    counts,
    add(agent: Party | undefined, entity: Party | undefined, locationSet: string) {
      if (agent) countOf(agent.id, locationSet)[2]++;
      if (entity) countOf(entity.id, locationSet)[3]++;
      if (agent && agent.id === entity?.id) countOf(agent.id, locationSet)[4]++;
    },
  };
}

/** The names and location sets already stored, and the database's time. */
async function findStoredNames(db: Db, parties: readonly string[], sets: readonly string[]) {
  const [row] = await runSql<{ now: number; known: string[] }>(
    db,
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now,
      array(select p.id from event_party p where ${own('p')} and p.id = any(${parties}::uuid[])
        union all select s.id from location_set s where ${own('s')} and s.id = any(${sets}::uuid[])) as known`,
  );
  if (!row) throw new Error('the dictionary query answers one row');
  return { now: new Date(Math.floor(row.now)), known: row.known };
}

/** Above `pipelined` events, a call makes and sends them in batches of `atOnce`. */
const [pipelined, atOnce] = [1000, 250];
/** Names of this many events or fewer are written without first querying which exist: a round trip costs more. */
const few = 5;

/**
 * Writes events in the caller's transaction: the events, their names and location sets, and the counters. Uses a constant number
 * of statements for up to 1,000 events, pipelined after the statements that the caller has sent.
 *
 * The counters' rows stay locked until the transaction ends and are locked in one order, so call it once per transaction and
 * last: two calls in each of two transactions could wait for each other. `last`: nothing at all is written after them, so that
 * the commit is sent along.
 */
export async function writeEvents(
  db: Db,
  events: readonly NewEvent[],
  { last: isLast = false }: { last?: boolean } = {},
): Promise<void> {
  if (events.length === 0) return;
  const names = nameRegistry();
  const drafts: Draft[] = [];
  const pace = pacing();
  for (const event of events) {
    if (events.length > pipelined) await pace();
    const [agent, entity] = [names.party(event.agent), names.party(event.entity)];
    drafts.push({ event, agent, entity, locationSet: names.locationSet(event.locations) });
  }
  // the database's clock is read only if an event has no time
  const timed = events.every((event) => event.time && event.receivedAt);
  const storedNames =
    timed && events.length <= few ? undefined : findStoredNames(db, [...names.parties.keys()], [...names.sets.keys()]);
  const now = timed ? undefined : (await storedNames)?.now;
  const iso = (given: Date | undefined) => {
    const instant = given ?? now;
    if (!instant) throw new Error('the event has no time');
    return instant.toISOString();
  };

  const totals = tally();
  const days = tally();
  const partyCounts = partyTally();
  const origin = originOf(db);
  const rowOf = ({ event, agent, entity, locationSet }: Draft) => {
    const id = event.id ?? randomUUIDv7();
    const time = iso(event.time);
    const received = iso(event.receivedAt);
    const result = event.result ?? null;
    totals.add(event.event, locationSet);
    days.add(time.slice(0, 10), event.event, locationSet);
    partyCounts.add(agent, entity, locationSet);
    const head = { id, event: event.event, event_time: time, received_at: received, result };
    const body = eventBody(head, {
      ...(agent ? { agent: agent.subject } : {}),
      ...(entity ? { entity: entity.subject } : {}),
      changes: event.changes ?? [],
      raw: event.raw,
      origin: event.origin ?? origin,
      reason: event.reason,
      occurrence: event.occurrence,
      address: event.address,
    });
    return [
      time,
      id,
      event.event,
      result,
      agent?.subject.domain ?? null,
      agent?.subject.id ?? null,
      agent?.id ?? null,
      entity?.subject.domain ?? null,
      entity?.subject.id ?? null,
      entity?.id ?? null,
      locationSet,
      received,
      event.occurrence ?? null,
      hasHappenings(event.event) ? (happeningOf(event) ?? '') : null,
      result === 'unauthorized' ? (reasonOf({ ...event, description: { changes: event.changes ?? [] } }) ?? '') : null,
      body,
    ];
  };
  const insertEvents = (some: readonly Draft[]) =>
    insertRows(
      db,
      sql`event (tenant_id, event_time, id, event, result, agent_domain, agent_id, agent_party,
        entity_domain, entity_id, entity_party, location_set_id, received_at, occurrence, happened, reason, body)`,
      some.map(rowOf),
    );
  // many are made and sent batch by batch, so that other requests and memory have room
  const last = drafts.length > pipelined ? Math.floor((drafts.length - 1) / atOnce) * atOnce : 0;
  if (last > 0) await storedNames;
  for (let i = 0; i < last; i += atOnce) await insertEvents(drafts.slice(i, i + atOnce));
  // these inserts wait for no other transaction, nor do the triggers on event (0102_free_event_counts.sql)
  const unlockedInserts = Promise.all([
    insertEvents(drafts.slice(last)),
    insertRows(db, sql`event_party_new (tenant_id, party_id, location_set_id, as_agent, as_entity, as_both)`, [
      ...partyCounts.counts.values(),
    ]),
  ]);
  // its error is thrown below, unless the dictionary's is thrown first
  unlockedInserts.catch(() => {});
  for (const id of (await storedNames)?.known ?? []) if (!names.parties.delete(id)) names.sets.delete(id);
  await Promise.all([
    unlockedInserts,
    insertRows(
      db,
      sql`event_party (tenant_id, id, domain, ref_id, name, email)`,
      inOrder(names.parties),
      sql`on conflict do nothing`,
    ),
    insertRows(db, sql`location_set (tenant_id, id, locations)`, inOrder(names.sets), sql`on conflict do nothing`),
    insertRows(
      db,
      sql`event_total (tenant_id, event, location_set_id, n)`,
      inOrder(totals.counts),
      sql`on conflict (tenant_id, event, location_set_id) do update set n = event_total.n + excluded.n`,
    ),
    insertRows(
      db,
      sql`event_day (tenant_id, day, event, location_set_id, n)`,
      inOrder(days.counts),
      sql`on conflict (tenant_id, day, event, location_set_id) do update set n = event_day.n + excluded.n`,
      { last: isLast },
    ),
  ]);
  announce(
    db,
    events.map(({ locations }) => ({ resource: 'event', locations })),
  );
}
