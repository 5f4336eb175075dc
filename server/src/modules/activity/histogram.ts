// Histogram of the events that a query of the list finds; its counts add up to the list's total.
import { type Histogram, histogramBars, histogramMs } from '@keyward/contract/histogram';
import type { ListQuery } from '@keyward/contract/list';
import type { Weekday } from '@keyward/contract/weekdays';
import { clock } from '#core/clock.ts';
import type { Actor } from '#core/auth/session.ts';
import { findBounds, type EventBounds } from '#core/events/bounds.ts';
import { barEdges, bucketFor, type Calendar, isFull, nextBar, startOfBar } from '#core/events/bars.ts';
import { countByBar, type CountedEvents, quarterMs } from '#core/events/slots.ts';
import { firstQuarter } from '#core/events/week-slots.ts';
import type { Condition } from '#core/list/conditions/condition.ts';
import { countGroups, readListRequest } from '#core/list/page.ts';
import { type Resolved, resolveNames } from '#core/list/resolve.ts';
import type { Db } from '#db/tenant.ts';
import { withinTime } from '#db/within-time.ts';
import { eventList } from './list.ts';
import { rangeOf } from './total.ts';

type Request = { query: ListQuery; bars: number | undefined; weekStart: Weekday | undefined };

const dayMs = 86_400_000;
/** A range may end this far in the future, because device clocks are sometimes wrong; a later end is treated as open. */
const aheadMs = 366 * dayMs;
/** More than the number of years that events can span. */
const mostYears = 10_000;

/** Throws what the list throws. Returns undefined if counting currently takes too long, as `countByBar` does. */
export async function readHistogram(
  db: Db,
  actor: Actor,
  { query, bars, weekStart }: Request,
): Promise<Histogram | undefined> {
  const { page: _page, results_per_page: _size, cursor: _cursor, with: _with, ...asked } = query;
  const resolved = await resolveNames(db, actor, eventList, await readListRequest(db, actor, eventList, asked));
  const zone = query.timezone ?? 'UTC';
  const now = clock.now().getTime();
  const bounds = await findBounds(db, resolved, now);
  const span = spanOf(rangeOf(resolved.conditions), bounds, now);
  const calendar = { zone, weekStart, bucket: bucketFor(span.to - span.from, bars ?? histogramBars.usual) };
  const edges = edgesOf(span, calendar);
  const counts = span.isEmpty ? edges.slice(1).map(() => 0) : await count(db, resolved, edges, calendar);
  if (!counts) return undefined;
  if (counts === 'tooWide') return { kind: 'tooWide' };
  const [from = 0, to = 0] = [edges[0], edges.at(-1)];
  return {
    kind: 'bars',
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    bucket: calendar.bucket,
    timezone: zone,
    starts: edges.slice(0, -1).map((edge) => new Date(edge).toISOString()),
    partial: { first: !isFull(from, calendar), last: !isFull(to, calendar) || to > now },
    total: counts.reduce((sum, n) => sum + n, 0),
    counts,
  };
}

/** `isEmpty`: no event can be in the range of the query; the bars then cover one day next to it. */
type Span = { from: number; to: number; isOpen: { from: boolean; to: boolean }; isEmpty: boolean };

/** Range of a query. A missing or implausible end is replaced by that of the stored events. */
function spanOf(asked: ReturnType<typeof rangeOf>, { first, end }: EventBounds, now: number): Span {
  const isOpen = {
    from: asked.from === undefined || asked.from < Math.min(first, firstQuarter),
    to: asked.to === undefined || asked.to > Math.max(end, now + aheadMs),
  };
  const from = isOpen.from ? first : (asked.from ?? first);
  const to = isOpen.to ? end : (asked.to ?? end);
  if (from < to) return { from, to, isOpen, isEmpty: false };
  return { from: to - dayMs, to, isOpen: { from: false, to: false }, isEmpty: true };
}

/** Edges of the bars. Open ends fall on whole bars; before 2000 a zone's offset may be off by less than a quarter hour. */
function edgesOf({ from, to, isOpen }: Span, calendar: Calendar): number[] {
  const start = isOpen.from ? startOfBar(from, calendar) : from;
  const end = isOpen.to ? nextBar(to - 1, calendar) : to;
  const edges = barEdges({ from: start, to: end, ...calendar }, mostYears) ?? [start, end];
  return edges.map((edge, i) =>
    edge < firstQuarter && i > 0 && i < edges.length - 1 ? Math.floor(edge / quarterMs) * quarterMs : edge,
  );
}

/** Counts the events of each bar; 'tooWide' if counting the rows takes too long, undefined if summing the slots does. */
async function count(db: Db, resolved: Resolved, edges: readonly number[], { bucket }: Calendar) {
  const counted = countable(resolved);
  if (counted) {
    const long = bucket !== 'quarterHour' && bucket !== 'hour' && bucket !== 'threeHours';
    const byType = await countByBar(db, { edges, long, byType: false, ...counted });
    if (!byType) return undefined;
    return edges.slice(1).map((_, bar) => [...byType.values()].reduce((sum, row) => sum + (row[bar] ?? 0), 0));
  }
  const [groups] = await withinTime(db, { eachMs: histogramMs }, [
    () =>
      countGroups(db, eventList, resolved, (params) => {
        const inner = edges.slice(1, -1).map((edge) => new Date(edge).toISOString());
        return `width_bucket(e.event_time, ${params.add(inner, 'timestamptz[]')})`;
      }),
  ]);
  if (!groups) return 'tooWide';
  const byBar = new Map(groups.map(({ g, n }) => [g, n]));
  return edges.slice(1).map((_, bar) => byBar.get(bar) ?? 0);
}

/** Conditions that the event slots can count; undefined for a query with other conditions, whose rows must be counted. */
function countable({ conditions, search, scope, locations, visibleLocations }: Resolved): CountedEvents | undefined {
  if (search !== '' || scope?.length === 0 || !conditions.every(isCounted)) return undefined;
  const types = conditions.flatMap(({ test }) => (test.op === 'in' ? [new Set(test.values)] : []));
  const events = types.length > 0 ? [...types.reduce((a, b) => a.intersection(b))] : undefined;
  return { events, scope, locations, visibleLocations };
}
const isCounted = ({ column, test, not, none }: Condition) =>
  !not && !none && ((column === 'event' && test.op === 'in') || (column === 'event_time' && test.op === 'range'));
