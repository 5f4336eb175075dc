import { counterTest } from '#core/list/conditions/location.ts';
import { equalsOneOf } from '#core/list/conditions/predicate.ts';
import type { CountedEvents } from './slots.ts';
import { newParams, type Params, runWithParams } from '#core/list/params.ts';
import type { Db } from '#db/tenant.ts';

type Range = CountedEvents & { from: number; to: number };

/** The conditions on the refused attempts `e` of a range, which the index event_unauthorized alone can answer. */
function testsOf({ from, to, events, scope, locations }: Range, params: Params): string {
  const instant = (ms: number) => params.add(new Date(ms).toISOString(), 'timestamptz');
  return [
    params.own('e'),
    `e.result = 'unauthorized'`,
    `e.event_time >= ${instant(from)}`,
    `e.event_time < ${instant(to)}`,
    ...(events ? [equalsOneOf('e.event', events, 'text[]', params)] : []),
    ...(scope ? [equalsOneOf('e.location_set_id', scope, 'uuid[]', params)] : []),
    ...locations.map((location) => counterTest('e.location_set_id', location, params)),
  ].join(' and ');
}

/** Length of an id as text. An aggregate by greatest id takes it before the name: one with an order would sort every row. */
const uuidLength = 36;

type Row = { of: 'location' | 'person'; id: string | null; name: string | null; n: number };

/**
 * Numbers of refused attempts in a range, by location and by person. An attempt at several locations counts at each; id null: at
 * none. A person is counted by id or, without one, by name; without either, no person was recognised. `own`: the locations to
 * count, null: all.
 */
export function countAttempts(db: Db, range: Range, own: readonly string[] | null): Promise<Row[]> {
  const params = newParams(db.tenantId);
  const statement = `with a as materialized (
      select e.location_set_id, e.agent_party, count(*) as n from event e where ${testsOf(range, params)} group by 1, 2)
    select 'location' as of, p.id, null as name, sum(g.n)::bigint as n
    from (select location_set_id, sum(n) as n from a group by 1) g
    left join location_set s on ${params.own('s')} and s.id = g.location_set_id
    left join lateral unnest(s.locations) as p (id) on true
    ${own ? `where p.id = any(${params.add(own, 'uuid[]')})` : ''} group by 2
    union all
    select 'person', p.ref_id, substr(max((p.id::text || p.name) collate "C"), ${uuidLength + 1}), sum(g.n)::bigint
    from (select agent_party, sum(n) as n from a group by 1) g
    left join event_party p on ${params.own('p')} and p.id = g.agent_party
    group by p.ref_id, case when p.ref_id is null then fold(p.name) end`;
  return runWithParams<Row>(db, statement, params, { once: true });
}
