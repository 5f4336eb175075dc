// Counts of events by bars of time, from the slots of 0034_event_slots.sql, 0071_pictures.sql and 0093_scope_slots.sql and, at
// the ends of a range, from the events.
import { counterTest } from '#core/list/conditions/location.ts';
import type { LocationFilter } from '#core/list/conditions/condition.ts';
import { equalsOneOf } from '#core/list/conditions/predicate.ts';
import { newParams, type Params, runWithParams } from '#core/list/params.ts';
import type { Scope } from '#core/list/types.ts';
import type { Db } from '#db/tenant.ts';
import { readSlots } from './scope-slots.ts';

/** The location set of the slots that count every location set. */
export const everySet = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const every = `'${everySet}'::uuid`;

export const quarterMs = 900_000;
const dayMs = 86_400_000;
const floor = (ms: number, step: number) => Math.floor(ms / step) * step;
const ceil = (ms: number, step: number) => Math.ceil(ms / step) * step;

/** The events to count. */
export type CountedEvents = {
  /** Absent: every type. */
  events?: readonly string[] | undefined;
  scope: Scope;
  /** The locations whose events are in the scope; null: all. */
  visibleLocations: Scope;
  locations: readonly LocationFilter[];
};

export type BarQuery = CountedEvents & {
  /** In milliseconds: bar i is from edges[i] to before edges[i + 1]. All but the first and the last edge are at quarter hours. */
  edges: readonly number[];
  /** Most bars last a day or longer, so that slots of days are summed, corrected by the quarter hours around midnight in UTC. */
  long: boolean;
  /** Each type is counted by itself; otherwise several may be counted as one, the type ''. */
  byType: boolean;
};

type Part = { at: number; event: string; n: number; isEdge: boolean };

/**
 * Number of events in each bar, by type, as of one moment. Types without events are left out. Undefined if counting takes too
 * long until the slots of the scope are summed up, as in `readSlots`.
 */
export async function countByBar(db: Db, query: BarQuery): Promise<Map<string, number[]> | undefined> {
  const bars = query.edges.length - 1;
  const parts = await readSlots(db, summable(query), (summed) => {
    const params = newParams(db.tenantId);
    return runWithParams<Part>(db, statementOf(query, params, summed), params, { once: true });
  });
  if (!parts) return undefined;
  const counts = new Map<string, number[]>();
  const add = (event: string, bar: number, n: number) => {
    const row = counts.get(event) ?? Array.from({ length: bars }, () => 0);
    counts.set(event, row);
    if (bar >= 0 && bar < bars) row[bar] = (row[bar] ?? 0) + n;
  };
  for (const { at, event, n, isEdge } of parts) {
    if (isEdge) add(event, at - 1, n);
    add(event, at, isEdge ? -n : n);
  }
  return new Map([...counts].filter(([, row]) => row.some((n) => n > 0)));
}

function statementOf(query: BarQuery, params: Params, summed: string | undefined): string {
  const { edges, long } = query;
  const [from = 0, to = 0] = [edges[0], edges.at(-1)];
  const [first, end] = [ceil(from, quarterMs), floor(to, quarterMs)];
  const inner = edges.slice(1, -1);
  const write = writer(testsOf(query, params), params, {
    byType: query.byType || query.events !== undefined,
    summed,
  });
  if (first >= end) return write.events(inner, from, to);
  return [
    ...(long ? write.days([first, ...inner, end]) : [write.slots(15, inner, first, end)]),
    write.newSlots(inner, first, end),
    ...(from < first ? [write.events(inner, from, first)] : []),
    ...(end < to ? [write.events(inner, end, to)] : []),
  ].join(' union all ');
}

/** The locations whose slots may be summed up for the query. With a location filter, its own location sets are counted. */
export const summable = ({ visibleLocations, locations }: CountedEvents): Scope =>
  locations.length === 0 ? visibleLocations : null;

/** The conditions on events and on their new counts: on the type, and on the location set. */
export type Tests = { types: readonly string[]; sets: readonly string[] };
export const testsOf = (
  { events, scope, locations }: Omit<CountedEvents, 'visibleLocations'>,
  params: Params,
): Tests => ({
  types: events ? [equalsOneOf('x.event', events, 'text[]', params)] : [],
  sets: [
    ...(scope ? [equalsOneOf('x.location_set_id', scope, 'uuid[]', params)] : []),
    ...locations.map((location) => counterTest('x.location_set_id', location, params)),
  ],
});

/** The slots of a statement, by type or of all types together, without the tenant's predicate; `summed`: those of this scope. */
export function slotsOf(
  { types, sets }: Tests,
  params: Params,
  { byType, summed }: { byType: boolean; summed: string | undefined },
): { table: string; tests: readonly string[] } {
  if (summed) {
    const tests = [`x.scope_id = ${params.add(summed, 'uuid')}`, `x.by_type = ${byType}`, ...types];
    return { table: 'event_scope_slot', tests };
  }
  const at = sets.length === 0 ? [`x.location_set_id = ${every}`] : [...sets, `x.location_set_id <> ${every}`];
  return { table: byType ? 'event_slot' : 'event_slot_sum', tests: [...types, ...at] };
}

/** The parts of the statement. `inner`: the edges between bars; each has the number of the bar after it. */
function writer(tests: Tests, params: Params, of: Parameters<typeof slotsOf>[2]) {
  const iso = (ms: number) => new Date(ms).toISOString();
  const instant = (ms: number) => params.add(iso(ms), 'timestamptz');
  const instants = (list: readonly number[]) => params.add(list.map(iso), 'timestamptz[]');
  const counted = (value: string, inner: readonly number[], from: string, sum: string, event = 'x.event') =>
    `select width_bucket(${value}, ${instants(inner)}) as at, ${event} as event, ${sum}::bigint as n, false as "isEdge"
     from ${from} group by 1, 2`;
  const within = (table: string, column: string, all: readonly string[], [start, end]: readonly [number, number]) =>
    `${table} x where ${[params.own('x'), ...all, `x.${column} >= ${instant(start)}`, `x.${column} < ${instant(end)}`].join(' and ')}`;
  const slotEvent = of.byType ? 'x.event' : `''::text`;
  const slots = (minutes: 15 | 1440, inner: readonly number[], ...span: [start: number, end: number]) => {
    const { table, tests: all } = slotsOf(tests, params, of);
    const from = within(table, 'slot', [`x.minutes = ${minutes}`, ...all], span);
    return counted('x.slot', inner, from, 'sum(x.n)', slotEvent);
  };
  const ofEvents = [...tests.types, ...tests.sets];
  return {
    slots,
    newSlots: (inner: readonly number[], ...span: [start: number, end: number]) =>
      counted('x.slot', inner, within('event_slot_new', 'slot', ofEvents, span), 'sum(x.n)'),
    events: (inner: readonly number[], ...span: [start: number, end: number]) =>
      counted('x.event_time', inner, within('event', 'event_time', ofEvents, span), 'count(*)'),
    /**
     * Whole days of UTC between the midnights nearest to the edges, and for each edge the quarter hours between it and that
     * midnight: added to the bar before the edge and taken from the bar after it, or vice versa.
     */
    days(edges: readonly number[]): string[] {
      const midnights = edges.map((edge) => Math.round(edge / dayMs) * dayMs);
      const [start = 0, end = 0] = [midnights[0], midnights.at(-1)];
      const corrections = edges.map((edge, i) => [edge, midnights[i] ?? edge] as const);
      const arrays = [
        instants(corrections.map(([edge, midnight]) => Math.min(edge, midnight))),
        instants(corrections.map(([edge, midnight]) => Math.max(edge, midnight))),
        params.add(
          corrections.map(([edge, midnight]) => Math.sign(edge - midnight)),
          'bigint[]',
        ),
      ];
      const { table, tests: all } = slotsOf(tests, params, of);
      return [
        slots(1440, midnights.slice(1, -1), start, end),
        `select c.at::int - 1, y.event, (c.sign * y.n)::bigint, true
         from unnest(${arrays.join(', ')}) with ordinality as c (lower_end, upper_end, sign, at)
         cross join lateral (select ${slotEvent} as event, sum(x.n) as n from ${table} x
           where ${[params.own('x'), 'x.minutes = 15', ...all].join(' and ')} and x.slot >= c.lower_end and x.slot < c.upper_end
           group by 1) y`,
      ];
    },
  };
}
