import { countByTest } from '#core/events/week-slots.ts';
import { comparison } from '#core/list/conditions/column.ts';
import { counterTest } from '#core/list/conditions/location.ts';
import { equalsOneOf } from '#core/list/conditions/predicate.ts';
import type { Params, WriteSql } from '#core/list/params.ts';
import type { TotalContext } from '#core/list/types.ts';
import { clockColumns } from './columns.ts';

const dayMs = 86_400_000;
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/**
 * Total from the counters by event type, day and location: whole days from the counters, the two partial days from their
 * rows. Undefined for any other condition.
 */
export function eventTotal(context: TotalContext): WriteSql | undefined {
  const { conditions, searched } = context;
  const countable = conditions.every(
    ({ column, test: { op }, not }) =>
      !not &&
      ((column === 'event' && op === 'in') ||
        (column === 'event_time' && op === 'range') ||
        (clockColumn(column) && (op === 'in' || op === 'range'))),
  );
  if (searched || !countable) return undefined;
  return conditions.some(({ column }) => clockColumn(column))
    ? (params) => sumByClock(context, params)
    : (params) => sumOf(context, params);
}

const clockColumn = (name: string) => (name === 'weekday' || name === 'hour' ? clockColumns[name] : undefined);

/**
 * Total with conditions on the weekday or the hour: sums the quarter hours that meet them, and the rows at the ends of the range.
 */
function sumByClock({ conditions, scope, locations }: TotalContext, params: Params): string {
  const [first, ...more] = conditions.flatMap(({ column, test }) =>
    column === 'event' && test.op === 'in' ? [new Set(test.values)] : [],
  );
  const events = first && [...more.reduce((a, b) => a.intersection(b), first)];
  const test = (instant: string) =>
    conditions
      .flatMap((condition) => {
        const column = clockColumn(condition.column);
        return column ? [comparison({ ...column, filter: instant }, condition.test, params, condition.zone)] : [];
      })
      .join(' and ');
  return countByTest({ ...rangeOf(conditions), events, scope, locations, test }, params);
}

/** Range that all conditions on the time leave, in epoch milliseconds. */
export function rangeOf(conditions: TotalContext['conditions']) {
  let from: number | undefined;
  let to: number | undefined;
  for (const { column, test } of conditions) {
    if (column !== 'event_time' || test.op !== 'range') continue;
    if (test.from !== null) from = Math.max(from ?? -Infinity, Date.parse(test.from));
    if (test.to !== null) to = Math.min(to ?? Infinity, Date.parse(test.to));
  }
  return { from, to };
}

function sumOf({ conditions, scope, locations }: TotalContext, params: Params): string {
  const { from, to } = rangeOf(conditions);
  const tests = conditions.flatMap(({ test }) =>
    test.op === 'in' ? [equalsOneOf('x.event', test.values, 'text[]', params)] : [],
  );
  if (scope) tests.push(equalsOneOf('x.location_set_id', scope, 'uuid[]', params));
  for (const location of locations) tests.push(counterTest('x.location_set_id', location, params));
  const sum = (table: string, ...more: string[]) =>
    `(select coalesce(sum(x.n), 0) from ${table} x where ${[params.own('x'), ...tests, ...more].join(' and ')})`;
  if (from === undefined && to === undefined) return sum(tests.length === 0 ? 'event_count' : 'event_total');

  const instant = (ms: number) => params.add(new Date(ms).toISOString(), 'timestamptz');
  const count = (start: number | undefined, end: number | undefined) => {
    const ends = [
      ...(start === undefined ? [] : [`x.event_time >= ${instant(start)}`]),
      ...(end === undefined ? [] : [`x.event_time < ${instant(end)}`]),
    ];
    return `(select count(*) from event x where ${[params.own('x'), ...tests, ...ends].join(' and ')})`;
  };
  const firstDay = from === undefined ? undefined : Math.ceil(from / dayMs) * dayMs;
  const endDay = to === undefined ? undefined : Math.floor(to / dayMs) * dayMs;
  if (firstDay !== undefined && endDay !== undefined && firstDay >= endDay) return count(from, to);
  const days = sum(
    'event_day',
    ...(firstDay === undefined ? [] : [`x.day >= ${params.add(dayOf(firstDay), 'date')}`]),
    ...(endDay === undefined ? [] : [`x.day < ${params.add(dayOf(endDay), 'date')}`]),
  );
  const parts = [days];
  if (from !== undefined && from !== firstDay) parts.push(count(from, firstDay));
  if (to !== undefined && to !== endDay) parts.push(count(endDay, to));
  return parts.join(' + ');
}
