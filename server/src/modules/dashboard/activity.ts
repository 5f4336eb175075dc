import { eventTypes } from '@keyward/contract/activity';
import { maxBars, type Timeline } from '@keyward/contract/dashboard';
import { clock } from '#core/clock.ts';
import type { Actor } from '#core/auth/session.ts';
import { countByBar } from '#core/events/slots.ts';
import { listOf } from '#core/list/define.ts';
import { isTimeZone } from '#core/list/grammar/time.ts';
import { readListRequest } from '#core/list/page.ts';
import { invalidFilterValue, unknownColumn } from '#core/list/refusals.ts';
import { resolveNames } from '#core/list/resolve.ts';
import type { Db } from '#db/tenant.ts';
import { barEdges, type Bucket, isFull } from './bars.ts';

export type TimelineRequest = {
  from: string;
  to: string;
  bucket: Bucket;
  timezone: string | undefined;
  filters: Readonly<Record<string, string>>;
};

/** Offsets of zones are whole quarter hours from here on. */
const firstInstant = Date.parse('2000-01-01T00:00:00.000Z');

/**
 * The events of each bar of a range by type, as many as the list of events has with the same filters. Throws
 * invalidFilterValue for a range without bars or with too many, and unknownColumn for a filter but event and location.
 */
export async function readTimeline(db: Db, actor: Actor, request: TimelineRequest): Promise<Timeline> {
  const { bucket, timezone: zone = 'UTC', filters } = request;
  const [from, to] = [Date.parse(request.from), Date.parse(request.to)];
  if (!isTimeZone(zone)) throw invalidFilterValue('timezone', zone);
  if (from < firstInstant) throw invalidFilterValue('from', request.from);
  const edges = from < to ? barEdges({ from, to, bucket, zone }, maxBars) : undefined;
  if (!edges) throw invalidFilterValue('to', request.to);
  const counts = await countByBar(db, { edges, long: bucket === 'day', ...(await resolveFilters(db, actor, filters)) });
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

/** The types and locations of a filter as the list of events resolves them. */
async function resolveFilters(db: Db, actor: Actor, filters: TimelineRequest['filters']) {
  const other = Object.keys(filters).find((name) => name !== 'event' && !name.startsWith('tags.'));
  if (other !== undefined) throw unknownColumn(other);
  const list = listOf('event');
  const request = await readListRequest(db, actor, list, { ...filters, custom_view: list.views[0].value });
  const { conditions, scope, locations } = await resolveNames(db, actor, list, request);
  const tests = conditions.map(({ test, not, none }) => {
    if (test.op !== 'in' || not || none) throw invalidFilterValue('event', filters['event'] ?? '');
    return new Set(test.values);
  });
  const events = tests.length > 0 ? [...tests.reduce((a, b) => a.intersection(b))] : undefined;
  return { events, scope, locations };
}
