import { counterTest } from '#core/list/conditions/location.ts';
import { equalsOneOf } from '#core/list/conditions/predicate.ts';
import type { Params, WriteSql } from '#core/list/params.ts';
import type { TotalContext } from '#core/list/types.ts';

const dayMs = 86_400_000;
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/**
 * Total from the counters by event type, day and location: whole days from the counters, the two partial days from their
 * rows. Undefined for any other condition.
 */
export function eventTotal(context: TotalContext): WriteSql | undefined {
  const { conditions, searched } = context;
  const countable = conditions.every(
    ({ column, test, not }) =>
      !not && ((column === 'event' && test.op === 'in') || (column === 'event_time' && test.op === 'range')),
  );
  return searched || !countable ? undefined : (params) => sumOf(context, params);
}

function sumOf({ conditions, scope, locations }: TotalContext, params: Params): string {
  let from: number | undefined;
  let to: number | undefined;
  const tests: string[] = [];
  for (const { test } of conditions) {
    if (test.op === 'in') tests.push(equalsOneOf('x.event', test.values, 'text[]', params));
    if (test.op !== 'range') continue;
    if (test.from !== null) from = Math.max(from ?? -Infinity, Date.parse(test.from));
    if (test.to !== null) to = Math.min(to ?? Infinity, Date.parse(test.to));
  }
  if (scope) tests.push(equalsOneOf('x.location_set_id', scope, 'uuid[]', params));
  for (const location of locations) tests.push(counterTest('x.location_set_id', location, params));
  const sum = (table: string, ...more: string[]) =>
    `(select coalesce(sum(x.n), 0) from ${table} x where ${[params.own('x'), ...tests, ...more].join(' and ')})`;
  if (from === undefined && to === undefined) return sum('event_total');

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
