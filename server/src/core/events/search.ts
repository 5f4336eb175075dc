// Event search: finds matching names first and counts their events, before any event is read.
import { contains } from '#core/list/conditions/text.ts';
import type { Predicate } from '#core/list/conditions/condition.ts';
import { counterTest } from '#core/list/conditions/location.ts';
import { lookUp } from '#core/list/conditions/lookup.ts';
import { equalsOneOf } from '#core/list/conditions/predicate.ts';
import { runWithParams, newParams, type Params } from '#core/list/params.ts';
import type { Lookup, SearchContext } from '#core/list/types.ts';
import type { Db } from '#db/tenant.ts';

/** Names are stored once, in event_party; events refer to them by id. */
export const parties = (...columns: ('agent' | 'entity')[]): Lookup => ({
  from: (own) => `event_party p where ${own('p')}`,
  id: 'p.id',
  columns: columns.map((column) => `e.${column}_party`),
  sorts: ['event_time'],
});

/** Maximum name ids that are listed in the statement. */
const maxInlineIds = 1000;
/** Maximum events that are tested by their own names when too many names match to be listed. */
const fewReads = 10_000;
/** Maximum counters not yet aggregated that are tested by their own names. */
const fewWaiting = 500;

/** A `select` of counters by name and role, one row for each name and set of locations, or for each name alone. */
const countersIn = (table: 'event_party_count' | 'event_party_total', tests: readonly string[]) =>
  `select x.party_id, x.as_agent, x.as_entity, x.as_both from ${table} x where ${tests.join(' and ')}`;

/** The same for counters that are not yet aggregated, one row for each name. */
const countersNotYetIn = (tests: readonly string[]) =>
  `select x.party_id, sum(x.as_agent)::bigint, sum(x.as_entity)::bigint, sum(x.as_both)::bigint
    from event_party_new x where ${tests.join(' and ')} group by x.party_id`;

const matchingIds = (text: string, params: Params) =>
  `select p.id from event_party p where ${params.own('p')} and ${contains('p.search', text, params)}`;

const nameOf = (id: string, params: Params) =>
  `(select p.search from event_party p where ${params.own('p')} and p.id = ${id})`;

/**
 * Counters of all events by the names that match. The names of those not yet aggregated are in event_party alone: a few are
 * looked up by id, many are compared with all names that match. PostgreSQL cannot choose, since it has no statistics of a table
 * that is emptied every minute; of the two branches it runs the one whose condition on `w` holds.
 */
function appearances(text: string, params: Params): string {
  const own = params.own('x');
  const fits = (search: string) => contains(search, text, params);
  return `
  with s as materialized (${matchingIds(text, params)}),
    w as materialized (select count(*) > ${fewWaiting} as many
      from (select from event_party_new x where ${own} limit ${fewWaiting + 1}) x)
  ${countersIn('event_party_count', [own, fits('x.search')])}
  union all ${countersNotYetIn([own, '(select not w.many from w)', fits(nameOf('x.party_id', params))])}
  union all ${countersNotYetIn([own, '(select w.many from w)', 'x.party_id in (select s.id from s)'])}`;
}

/** Counters of the events at some locations by the names that match. */
function appearancesAt(tests: readonly string[], text: string, params: Params): string {
  const all = [params.own('x'), 'x.party_id in (select s.id from s)', ...tests];
  return `
  with s as materialized (${matchingIds(text, params)})
  ${countersIn('event_party_total', all)} union all ${countersNotYetIn(all)}`;
}

/** `ids`: null if too many match to be listed. */
type Names = { ids: string[] | null; agents: number; entities: number; visible: number; all: number };

/** Events with a name or an address that contains `text`. */
export async function searchEvents(db: Db, text: string, context: SearchContext): Promise<Predicate> {
  if (!context.alone) return lookUp(db, parties('entity', 'agent'), [(of) => contains('p.search', text, of)]);
  const names = await findNames(db, text, context);
  const matching = names.agents + names.entities - (await countInBothRoles(db, text, names, context));
  if (matching === 0) return { kind: 'nothing' };
  const { visible, all } = names;
  return {
    kind: 'counted',
    matching,
    visible,
    all,
    sql(params, reads) {
      if (!names.ids && reads < fewReads) {
        return `(${nameFits('agent', text, params)} or ${nameFits('entity', text, params)})`;
      }
      const among = amongNames(text, names, params);
      return `(e.agent_party ${among} or e.entity_party ${among})`;
    },
  };
}

/** The event's own name, looked up by id: testing a few events does not materialise all matching names. */
const nameFits = (of: 'agent' | 'entity', text: string, params: Params): string =>
  contains(nameOf(`e.${of}_party`, params), text, params);

/** Conditions on counted events: at locations that are visible to the actor and match the filters. */
function countedTests({ scope, locations }: SearchContext, params: Params): string[] {
  const tests = locations.map((location) => counterTest('x.location_set_id', location, params));
  return scope ? [equalsOneOf('x.location_set_id', scope, 'uuid[]', params), ...tests] : tests;
}

/** Matching names and their event counts; an event whose agent is also its entity counts for the agent only. */
async function findNames(db: Db, text: string, context: SearchContext): Promise<Names> {
  const params = newParams(db.tenantId);
  const { own } = params;
  const counterTests = countedTests(context, params);
  const matching = counterTests.length > 0 ? appearancesAt(counterTests, text, params) : appearances(text, params);
  const all = `(select coalesce(sum(x.n), 0)::bigint from event_count x where ${own('x')})`;
  const visible =
    counterTests.length > 0
      ? `(select coalesce(sum(x.n), 0)::bigint from event_total x
    where ${[own('x'), ...counterTests].join(' and ')})`
      : all;
  // one scan of the matches gives the ids and the sums: PostgreSQL runs a subquery as often as it is written
  const statement = `select case when count(*) <= ${maxInlineIds} then coalesce(array_agg(y.party_id), '{}') end as ids,
      coalesce(sum(y.as_agent), 0)::bigint as agents, coalesce(sum(y.as_entity - y.as_both), 0)::bigint as entities,
      ${visible} as visible,
      ${all} as "all"
    from (${matching}) y`;
  const [names] = await runWithParams<Names>(db, statement, params, { once: true });
  return names ?? { ids: [], agents: 0, entities: 0, visible: 0, all: 0 };
}

/** Events whose agent and entity both match, which would otherwise be counted twice. */
async function countInBothRoles(db: Db, text: string, names: Names, context: SearchContext): Promise<number> {
  if (names.agents === 0 || names.entities === 0) return 0;
  // the agent of each of these events already matches
  if (names.agents === names.visible) return names.entities;
  const params = newParams(db.tenantId);
  const among = amongNames(text, names, params);
  const tests = [
    params.own('x'),
    `x.agent_party ${among}`,
    `x.entity_party ${among}`,
    'x.agent_party <> x.entity_party',
    ...countedTests(context, params),
  ];
  const statement = `select count(*) as n from event x where ${tests.join(' and ')}`;
  const [row] = await runWithParams<{ n: number }>(db, statement, params, { once: true });
  return row?.n ?? 0;
}

const amongNames = (text: string, { ids }: Names, params: Params): string =>
  ids ? `= any(${params.add(ids, 'uuid[]')})` : `in (${matchingIds(text, params)})`;
