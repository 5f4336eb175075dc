// Counts of events by the clock of a zone: slots last a quarter hour, and so does every step of a zone's offset since 2000.
import { clockPart } from '#core/list/conditions/clock.ts';
import type { Params } from '#core/list/params.ts';
import { newParams, runWithParams } from '#core/list/params.ts';
import type { Db } from '#db/tenant.ts';
import { readSlots } from './scope-slots.ts';
import { type CountedEvents, quarterMs, slotsOf, summable, testsOf } from './slots.ts';

/** Since this instant, offsets of zones are whole quarter hours. */
export const firstQuarter = Date.parse('2000-01-01T00:00:00.000Z');

/** A query without the locations by which sums are found. */
type Counted = Omit<CountedEvents, 'visibleLocations'>;
/** Events from an instant to before another, in milliseconds; undefined: without that end. */
type Span = { from: number | undefined; to: number | undefined };
/** Maximum quarter hours that are listed: about three years. */
const mostListed = 100_000;
/** The quarter hours within a span. */
const quartersOf = ({ from = -Infinity, to = Infinity }: Span) => ({
  first: Math.max(Math.ceil(from / quarterMs) * quarterMs, firstQuarter),
  end: Math.floor(to / quarterMs) * quarterMs,
});

/** `summed`: the scope whose summed slots are read. */
function writer(query: Counted, params: Params, summed?: string) {
  const tests = testsOf(query, params);
  const within = (column: string, start: number, end: number) => [
    ...(Number.isFinite(start) ? [`x.${column} >= ${instant(start)}`] : []),
    ...(Number.isFinite(end) ? [`x.${column} < ${instant(end)}`] : []),
  ];
  const instant = (ms: number) => params.add(new Date(ms).toISOString(), 'timestamptz');
  const ofEvents = [...tests.types, ...tests.sets];
  const from = (table: string, all: readonly string[]) => `${table} x where ${[params.own('x'), ...all].join(' and ')}`;
  return {
    instant,
    slots: (start: number, end: number, ...more: string[]) => {
      const { table, tests: all } = slotsOf(tests, params, { byType: query.events !== undefined, summed });
      return from(table, ['x.minutes = 15', ...all, ...within('slot', start, end), ...more]);
    },
    newSlots: (start: number, end: number, ...more: string[]) =>
      from('event_slot_new', [...ofEvents, ...within('slot', start, end), ...more]),
    events: (start: number, end: number, ...more: string[]) =>
      from('event', [...ofEvents, ...within('event_time', start, end), ...more]),
  };
}

/** The parts of a span that quarter hours do not cover. */
function edgesOf({ from = -Infinity, to = Infinity }: Span): [number, number][] {
  const { first, end } = quartersOf({ from, to });
  if (first >= end) return [[from, to]];
  return [
    ...(from < first ? [[from, first] as [number, number]] : []),
    ...(end < to ? [[end, to] as [number, number]] : []),
  ];
}

/** An expression for the number of events in a span whose time passes a test of the clock. */
export function countByTest(query: Counted & Span & { test: (instant: string) => string }, params: Params): string {
  const { test } = query;
  const { first, end } = quartersOf(query);
  const write = writer(query, params);
  const edges = edgesOf(query).map(
    ([start, stop]) => `(select count(*) from ${write.events(start, stop, test('x.event_time'))})`,
  );
  if (first >= end) return edges.join(' + ');
  // one cell of a week matches few of the quarter hours, which the index finds; those of thousands of years are not listed
  const among =
    end - first <= mostListed * quarterMs
      ? `x.slot = any(array(select s from generate_series(${write.instant(first)}, ${write.instant(end - quarterMs)}, '15 minutes') s
        where ${test('s')}))`
      : test('x.slot');
  return [
    `(select coalesce(sum(x.n), 0) from ${write.slots(first, end, among)})`,
    `(select coalesce(sum(x.n), 0) from ${write.newSlots(first, end, test('x.slot'))})`,
    ...edges,
  ].join(' + ');
}

/** Number of events in each hour of the week, by the clock of a zone, as of one moment; undefined as from countByBar. */
export const countByWeek = (db: Db, query: CountedEvents & { from: number; to: number; zone: string }) =>
  readSlots(db, summable(query), (summed) => {
    const params = newParams(db.tenantId);
    return runWithParams<{ weekday: string; hour: number; n: number }>(db, weekOf(query, params, summed), params, {
      once: true,
    });
  });

function weekOf(
  query: Counted & { from: number; to: number; zone: string },
  params: Params,
  summed: string | undefined,
): string {
  const { first, end } = quartersOf(query);
  const write = writer(query, params, summed);
  const parts = edgesOf(query).map(
    ([start, stop]) =>
      `select date_bin('15 minutes', x.event_time, 'epoch'), count(*) from ${write.events(start, stop)} group by 1`,
  );
  if (first < end) {
    parts.unshift(
      `select x.slot as at, sum(x.n) as n from ${write.slots(first, end)} group by x.slot`,
      `select x.slot, sum(x.n) from ${write.newSlots(first, end)} group by x.slot`,
    );
  }
  const [day, hour] = (['weekday', 'hour'] as const).map((part) => clockPart(part, 'p.at', query.zone, params));
  return `select ${day} as weekday, ${hour} as hour, sum(p.n)::bigint as n
    from (${parts.join(' union all ')}) p (at, n) group by 1, 2`;
}
