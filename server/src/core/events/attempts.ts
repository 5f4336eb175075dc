import { counterTest } from '#core/list/conditions/location.ts';
import { equalsOneOf } from '#core/list/conditions/predicate.ts';
import type { CountedEvents } from './slots.ts';
import { newParams, type Params, runWithParams } from '#core/list/params.ts';
import type { Db } from '#db/tenant.ts';

type Range = CountedEvents & { from: number; to: number };

/** The refused attempts of a range, as `a`. */
function attempts({ from, to, events, scope, locations }: Range, params: Params): string {
  const instant = (ms: number) => params.add(new Date(ms).toISOString(), 'timestamptz');
  const tests = [
    params.own('e'),
    `e.result = 'unauthorized'`,
    `e.event_time >= ${instant(from)}`,
    `e.event_time < ${instant(to)}`,
    ...(events ? [equalsOneOf('e.event', events, 'text[]', params)] : []),
    ...(scope ? [equalsOneOf('e.location_set_id', scope, 'uuid[]', params)] : []),
    ...locations.map((location) => counterTest('e.location_set_id', location, params)),
  ];
  return `(select e.location_set_id, e.agent_party from event e where ${tests.join(' and ')}) a`;
}

/** The number of attempts at each location, also at several; null: at none. `own`: the locations to count, null: all. */
export function countByLocation(db: Db, range: Range, own: readonly string[] | null) {
  const params = newParams(db.tenantId);
  const statement = `select p.id, sum(g.n)::bigint as n
    from (select a.location_set_id, count(*) as n from ${attempts(range, params)} group by 1) g
    left join location_set s on ${params.own('s')} and s.id = g.location_set_id
    left join lateral unnest(s.locations) as p (id) on true
    ${own ? `where p.id = any(${params.add(own, 'uuid[]')})` : ''} group by 1`;
  return runWithParams<{ id: string | null; n: number }>(db, statement, params, { once: true });
}

/** The number of attempts of each person: by id or, for those without, by name; neither: no one was recognised. */
export function countByPerson(db: Db, range: Range) {
  const params = newParams(db.tenantId);
  const statement = `select p.ref_id as id, (array_agg(p.name order by p.id desc))[1] as name, sum(g.n)::bigint as n
    from (select a.agent_party, count(*) as n from ${attempts(range, params)} group by 1) g
    left join event_party p on ${params.own('p')} and p.id = g.agent_party
    group by p.ref_id, case when p.ref_id is null then fold(p.name) end`;
  return runWithParams<{ id: string | null; name: string | null; n: number }>(db, statement, params, { once: true });
}
