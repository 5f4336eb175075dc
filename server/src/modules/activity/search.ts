import { lookupPiece } from '#core/list/lookup.ts';
import { newParams, type Params } from '#core/list/params.ts';
import { countedAt } from '#core/list/places.ts';
import { contains } from '#core/list/text-test.ts';
import { oneOf } from '#core/list/where.ts';
import { type Db, rows } from '#db/tenant.ts';
import type { Lookup, Piece, SearchContext } from '#core/list/types.ts';

/** Names stand once each in event_party; events carry its ids. */
export const parties = (...columns: ('agent' | 'entity')[]): Lookup => ({
  from: (own) => `event_party p where ${own('p')}`,
  id: 'p.id',
  columns: columns.map((column) => `e.${column}_party`),
  sorts: ['event_time'],
});

/** Counters of who appears where, those of the last minute among them. */
const appearances = (own: Params['own'], tests: string) => `(
  select x.party_id, x.as_agent, x.as_entity, x.as_both from event_party_total x where ${own('x')} and ${tests}
  union all
  select x.party_id, x.as_agent, x.as_entity, x.as_both from event_party_new x where ${own('x')} and ${tests})`;

/** Up to this many of the names' ids are named in the statement. */
const manyIds = 1000;
/** Up to this many events, their names are read one by one where they are too many to be named. */
const manyReads = 10_000;

type Names = { ids: string[]; agents: number; entities: number; events: number; everywhere: number };

/**
 * Events that show a name or an address that contains `text`. The names are searched, and how many events show them is
 * counted, before any event is read: many events are found by walking from the newest, few by gathering them all.
 */
export async function searchEvents(db: Db, text: string, params: Params, context: SearchContext): Promise<Piece> {
  if (!context.alone) {
    return lookupPiece(db, parties('entity', 'agent'), [(of) => contains('p.search', text, of)], params);
  }
  const names = await findNames(db, text, context);
  const total = names.agents + names.entities - (await countTwice(db, text, names, context));
  if (total === 0) return { text: 'false', total };
  const way = cheapest(total, names, context);
  const how = { total, ...(way.name === 'each place' ? {} : { [way.name]: true }) };
  if (names.ids.length > manyIds && way.reads < manyReads && way.name !== 'gathered') {
    return { text: `(${nameFits('agent', text, params)} or ${nameFits('entity', text, params)})`, ...how };
  }
  const among = amongNames(text, names, params);
  return { text: `(e.agent_party ${among} or e.entity_party ${among})`, ...how };
}

/** The event's own name, read by its id: to walk past a few events, no set of all the names that fit is made. */
const nameFits = (of: 'agent' | 'entity', text: string, params: Params): string =>
  contains(`(select p.search from event_party p where ${params.own('p')} and p.id = e.${of}_party)`, text, params);

/**
 * How many events are read to fill a page: all that fit; or the newest of all, until enough of them fit; or the newest
 * of each place.
 */
function cheapest(
  total: number,
  { everywhere, events }: Names,
  { inOrder, rows: wanted, scope, places }: SearchContext,
) {
  const here = scope?.length ?? places[0]?.values.length ?? 1;
  const ways = [
    { name: 'gathered', reads: total },
    { name: 'walked', reads: inOrder ? (wanted * everywhere) / total : Infinity },
    { name: 'each place', reads: inOrder ? (here * wanted * events) / total : Infinity },
  ] as const;
  return ways.reduce((best, way) => (way.reads < best.reads ? way : best));
}

/** What events may be counted: those at the places that the caller sees and asks for. */
function placesOf({ scope, places }: SearchContext, params: Params): string[] {
  const tests = places.map((place) => countedAt('x.location_set_id', place, params));
  return scope ? [oneOf('x.location_set_id', scope, 'uuid[]', params), ...tests] : tests;
}

/** Whose names they are and how often they appear; an event by one of them on itself counts as the agent's alone. */
async function findNames(db: Db, text: string, context: SearchContext): Promise<Names> {
  const params = newParams(db.tenantId);
  const { own } = params;
  const here = placesOf(context, params);
  const found = `s as materialized (select p.id from event_party p where ${own('p')}
      and ${contains('p.search', text, params)})`;
  const seen = appearances(own, ['x.party_id in (select s.id from s)', ...here].join(' and '));
  const statement = `with ${found}
    select coalesce((array_agg(y.party_id))[1:${manyIds + 1}], '{}') as ids,
      coalesce(sum(y.as_agent), 0)::bigint as agents, coalesce(sum(y.as_entity - y.as_both), 0)::bigint as entities,
      (select coalesce(sum(x.n), 0)::bigint from event_total x where ${[own('x'), ...here].join(' and ')}) as events,
      (select coalesce(sum(x.n), 0)::bigint from event_total x where ${own('x')}) as everywhere
    from ${seen} y`;
  const [names] = await rows<Names>(db, statement, params.values, { once: true });
  return names ?? { ids: [], agents: 0, entities: 0, events: 0, everywhere: 0 };
}

/** Events in which one of the names did something to another: counted once as the agent's, once as the entity's. */
async function countTwice(db: Db, text: string, names: Names, context: SearchContext): Promise<number> {
  if (names.agents === 0 || names.entities === 0) return 0;
  // every event is by one of them already
  if (names.agents === names.events) return names.entities;
  const params = newParams(db.tenantId);
  const among = amongNames(text, names, params);
  const tests = [
    params.own('x'),
    `x.agent_party ${among}`,
    `x.entity_party ${among}`,
    'x.agent_party <> x.entity_party',
    ...placesOf(context, params),
  ];
  const statement = `select count(*) as n from event x where ${tests.join(' and ')}`;
  const [found] = await rows<{ n: number }>(db, statement, params.values, { once: true });
  return found?.n ?? 0;
}

const amongNames = (text: string, { ids }: Names, params: Params): string =>
  ids.length > manyIds
    ? `in (select p.id from event_party p where ${params.own('p')} and ${contains('p.search', text, params)})`
    : `= any(${params.add(ids, 'uuid[]')})`;
