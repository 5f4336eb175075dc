// Counts of events by bars of time, from the slots of 0034_event_slots.sql and 0071_pictures.sql and, at the ends of a range, from the events.
import { counterTest } from '#core/list/conditions/location.ts';
import type { LocationFilter } from '#core/list/conditions/condition.ts';
import { equalsOneOf } from '#core/list/conditions/predicate.ts';
import { newParams, type Params, runWithParams } from '#core/list/params.ts';
import type { Scope } from '#core/list/types.ts';
import type { Db } from '#db/tenant.ts';

/** The location set of the slots that count every location set. */
export const everySet = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const every = `'${everySet}'::uuid`;

export const quarterMs = 900_000;
const dayMs = 86_400_000;
const floor = (ms: number, step: number) => Math.floor(ms / step) * step;
const ceil = (ms: number, step: number) => Math.ceil(ms / step) * step;

/** Which events are counted. */
export type CountedEvents = {
  /** Absent: every type. */
  events?: readonly string[] | undefined;
  scope: Scope;
  locations: readonly LocationFilter[];
};

export type BarQuery = CountedEvents & {
  /** In milliseconds: bar i is from edges[i] to before edges[i + 1]. All but the first and the last are at quarter hours. */
  edges: readonly number[];
  /** Most bars last a day or longer, so that slots of days are summed, corrected by the quarter hours around midnight in UTC. */
  long: boolean;
  /** Each type is counted by itself; otherwise several may be counted as one, the type ''. */
  byType: boolean;
};

type Part = { at: number; event: string; n: number; isEdge: boolean };

/** The number of events in each bar, by type, as of one moment. Types without events are left out. */
export async function countByBar(db: Db, query: BarQuery): Promise<Map<string, number[]>> {
  const bars = query.edges.length - 1;
  const params = newParams(db.tenantId);
  const parts = await runWithParams<Part>(db, statementOf(query, params), params, { once: true });
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

function statementOf(query: BarQuery, params: Params): string {
  const { edges, long } = query;
  const [from = 0, to = 0] = [edges[0], edges.at(-1)];
  const [first, end] = [ceil(from, quarterMs), floor(to, quarterMs)];
  const inner = edges.slice(1, -1);
  const tests = testsOf(query, params);
  const write = writer(params, query.byType || query.events ? typed : untyped);
  if (first >= end) return write.events(inner, tests.events, from, to);
  return [
    ...(long ? write.days([first, ...inner, end], tests.slots) : [write.slots(15, inner, tests.slots, first, end)]),
    write.newSlots(inner, tests.events, first, end),
    ...(from < first ? [write.events(inner, tests.events, from, first)] : []),
    ...(end < to ? [write.events(inner, tests.events, end, to)] : []),
  ].join(' union all ');
}

/** Where slots are read: by type, or all types together. */
export const typed = { table: 'event_slot', event: 'x.event' };
export const untyped = { table: 'event_slot_sum', event: `''::text` };

/** The conditions on the events and their new counts, and those on the slots, which have all sets in one as well. */
export function testsOf({ events, scope, locations }: CountedEvents, params: Params) {
  const types = events ? [equalsOneOf('x.event', events, 'text[]', params)] : [];
  const sets = [
    ...(scope ? [equalsOneOf('x.location_set_id', scope, 'uuid[]', params)] : []),
    ...locations.map((location) => counterTest('x.location_set_id', location, params)),
  ];
  const slots = sets.length === 0 ? [`x.location_set_id = ${every}`] : [...sets, `x.location_set_id <> ${every}`];
  return { events: [...types, ...sets], slots: [...types, ...slots] };
}

/** The parts of the statement. `inner`: the edges between bars, whose number is that of the bar after it. */
function writer(params: Params, of: typeof typed) {
  const iso = (ms: number) => new Date(ms).toISOString();
  const instant = (ms: number) => params.add(iso(ms), 'timestamptz');
  const instants = (list: readonly number[]) => params.add(list.map(iso), 'timestamptz[]');
  const counted = (value: string, inner: readonly number[], from: string, sum: string, event = 'x.event') =>
    `select width_bucket(${value}, ${instants(inner)}) as at, ${event} as event, ${sum}::bigint as n, false as "isEdge"
     from ${from} group by 1, 2`;
  const within = (table: string, column: string, tests: readonly string[], [start, end]: readonly [number, number]) =>
    `${table} x where ${[params.own('x'), ...tests, `x.${column} >= ${instant(start)}`, `x.${column} < ${instant(end)}`].join(' and ')}`;
  const slots = (
    minutes: 15 | 1440,
    inner: readonly number[],
    tests: readonly string[],
    ...span: [start: number, end: number]
  ) =>
    counted(
      'x.slot',
      inner,
      within(of.table, 'slot', [`x.minutes = ${minutes}`, ...tests], span),
      'sum(x.n)',
      of.event,
    );
  return {
    slots,
    newSlots: (inner: readonly number[], tests: readonly string[], ...span: [start: number, end: number]) =>
      counted('x.slot', inner, within('event_slot_new', 'slot', tests, span), 'sum(x.n)'),
    events: (inner: readonly number[], tests: readonly string[], ...span: [start: number, end: number]) =>
      counted('x.event_time', inner, within('event', 'event_time', tests, span), 'count(*)'),
    /**
     * Whole days of UTC between the midnights nearest to the edges, and for each edge the quarter hours between it and that midnight:
     * they are added to the bar before the edge and taken from the bar after it, or the other way round.
     */
    days(edges: readonly number[], tests: readonly string[]): string[] {
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
      return [
        slots(1440, midnights.slice(1, -1), tests, start, end),
        `select c.at::int - 1, y.event, (c.sign * y.n)::bigint, true
         from unnest(${arrays.join(', ')}) with ordinality as c (lower_end, upper_end, sign, at)
         cross join lateral (select ${of.event} as event, sum(x.n) as n from ${of.table} x
           where ${[params.own('x'), 'x.minutes = 15', ...tests].join(' and ')} and x.slot >= c.lower_end and x.slot < c.upper_end
           group by 1) y`,
      ];
    },
  };
}
