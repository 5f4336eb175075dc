import { eventTypes } from '@keyward/contract/activity';
import { weekdays } from '@keyward/contract/weekdays';
import { maxBars, maxWeekDays, type Timeline, type Week } from '@keyward/contract/dashboard';
import { clock } from '#core/clock.ts';
import type { Actor } from '#core/auth/session.ts';
import { countByBar } from '#core/events/slots.ts';
import { countByWeek, firstQuarter } from '#core/events/week-slots.ts';
import { listOf } from '#core/list/define.ts';
import { isTimeZone } from '#core/list/grammar/time.ts';
import { checkLocationFilters, type Filters } from '#core/list/location-filters.ts';
import { readListRequest } from '#core/list/page.ts';
import { invalidFilterValue } from '#core/list/refusals.ts';
import { resolveNames } from '#core/list/resolve.ts';
import type { Db } from '#db/tenant.ts';
import { barEdges, isFull } from '#core/events/bars.ts';

export type WeekRequest = {
  from: string;
  to: string;
  timezone: string | undefined;
  filters: Filters;
};
export type TimelineRequest = WeekRequest & { bucket: 'hour' | 'day' };

const dayMs = 86_400_000;

/**
 * Counts the events of each bar of a range by type, with the same total as the list of events with these filters; undefined if
 * counting currently takes too long. Throws invalidFilterValue for a range without bars or with too many, and unknownColumn for a
 * filter other than event and location.
 */
export async function readTimeline(db: Db, actor: Actor, request: TimelineRequest): Promise<Timeline | undefined> {
  const { bucket, filters } = request;
  const { from, to, zone } = readSpan(request);
  const edges = from < to ? barEdges({ from, to, bucket, zone }, maxBars) : undefined;
  if (!edges) throw invalidFilterValue('to', request.to);
  const counted = await resolveFilters(db, actor, filters);
  const counts = await countByBar(db, { edges, long: bucket === 'day', byType: true, ...counted });
  if (!counts) return undefined;
  const totals = new Map([...counts].map(([event, row]) => [event, row.reduce((sum, n) => sum + n, 0)]));
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    bucket,
    timezone: zone,
    starts: edges.slice(0, -1).map((edge) => new Date(edge).toISOString()),
    partial: {
      first: !isFull(from, { bucket, zone }),
      last: !isFull(to, { bucket, zone }) || to > clock.now().getTime(),
    },
    total: [...totals.values()].reduce((sum, n) => sum + n, 0),
    types: eventTypes
      .flatMap((event) => {
        const row = counts.get(event);
        return row ? [{ event, counts: row }] : [];
      })
      .toSorted((a, b) => (totals.get(b.event) ?? 0) - (totals.get(a.event) ?? 0)),
  };
}

/** Counts the events of each hour of the week in a range, like `readTimeline`, with the same undefined and errors. */
export async function readWeek(db: Db, actor: Actor, request: WeekRequest): Promise<Week | undefined> {
  const { from, to, zone } = readSpan(request);
  if (from >= to || to - from > maxWeekDays * dayMs) throw invalidFilterValue('to', request.to);
  const counts = await countByWeek(db, { from, to, zone, ...(await resolveFilters(db, actor, request.filters)) });
  if (!counts) return undefined;
  const days = weekdays.map((weekday) => ({ weekday, counts: Array.from({ length: 24 }, () => 0) }));
  for (const { weekday, hour, n } of counts) {
    const day = days.find((one) => one.weekday === weekday);
    if (day) day.counts[hour] = n;
  }
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    timezone: zone,
    total: counts.reduce((sum, { n }) => sum + n, 0),
    days,
  };
}

/** Reads the range and zone of a request. Throws invalidFilterValue. */
export function readSpan({ timezone: zone = 'UTC', ...request }: Pick<WeekRequest, 'from' | 'to' | 'timezone'>) {
  const [from, to] = [Date.parse(request.from), Date.parse(request.to)];
  if (!isTimeZone(zone)) throw invalidFilterValue('timezone', zone);
  if (from < firstQuarter) throw invalidFilterValue('from', request.from);
  return { from, to, zone };
}

/** The types and locations of a filter as the list of events resolves them. */
export async function resolveFilters(db: Db, actor: Actor, filters: Filters) {
  await checkLocationFilters(db, filters, ['event']);
  const list = listOf('event');
  const request = await readListRequest(db, actor, list, { ...filters, custom_view: list.views[0].value });
  const { conditions, scope, locations, visibleLocations } = await resolveNames(db, actor, list, request);
  const tests = conditions.map(({ test, not, none }) => {
    if (test.op !== 'in' || not || none) throw invalidFilterValue('event', filters['event'] ?? '');
    return new Set(test.values);
  });
  const events = tests.length > 0 ? [...tests.reduce((a, b) => a.intersection(b))] : undefined;
  return { events, scope, locations, visibleLocations };
}
