// How often a watch would have spoken: the judgement itself, over events that happened.
import type { EventType } from '@keyward/contract/activity';
import { previewDays, type WatchRule } from '@keyward/contract/watches';
import { parseFilter } from '@keyward/contract/filter';
import { parseRelative } from '@keyward/contract/relative';
import { isSpan, isWindow } from '@keyward/contract/window';
import type { Actor } from '#core/auth/session.ts';
import { clock } from '#core/clock.ts';
import { parseInstant } from '#core/list/grammar/time.ts';
import { countRows, findIds } from '#core/list/page.ts';
import { any } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';
import { replay, type Step } from './judge.ts';
import { countWatched, type OpenWatch } from './rows.ts';

/** Most events that a preview goes through. */
const maxEvents = 5_000;
/** Events that follow within this time are said at once: the job waits for so long. */
const batchMs = 1_000;
const dayMs = 86_400_000;
/** Events that were received later than this are not counted: only the time at which they happened has an index. */
const maxDelayMs = 31 * dayMs;
/** The trigger that queues events for watches leaves these out. */
const unwatched: readonly EventType[] = ['ADD_WATCH', 'MODIFY_WATCH', 'DELETE_WATCH'];

/** The number of rows now, and how often the watch would have spoken; null: the list has no history, or too much of it. */
export async function preview(db: Db, actor: Actor, open: OpenWatch, rule: WatchRule) {
  const rows = await countWatched(db, actor, open);
  const to = clock.now().getTime();
  const from = to - previewDays * dayMs;
  const windowMs = open.list.resource === 'event' ? windowOf(open, to) : undefined;
  if (windowMs === undefined) return { rows, times: null };
  if (rule.when === 'appears') {
    const receipts = await receiptsSince(db, actor, open, from, Math.min(windowMs ?? maxDelayMs, maxDelayMs));
    return { rows, times: receipts ? batches(receipts) : null };
  }
  const instants = await instantsSince(db, actor, open, from - (windowMs ?? 0));
  if (!instants) return { rows, times: null };
  const leave = (at: number): Step[] => (windowMs === null ? [] : [{ at: at + windowMs, by: -1 }]);
  const steps = instants.flatMap((at) => [{ at, by: 1 }, ...leave(at)]);
  const after = steps.filter(({ at }) => at > from && at <= to);
  const before = rows - after.reduce((sum, { by }) => sum + by, 0);
  return { rows, times: replay(rule, before, after, { from, to }) };
}

/** How many times something is said of rows that appear at these instants. */
function batches(instants: readonly number[]): number {
  let [times, until] = [0, -Infinity];
  for (const at of instants) {
    if (at <= until) continue;
    times++;
    until = at + batchMs;
  }
  return times;
}

/**
 * The window of the view on the time of events, which moves with it; null: it has none. Undefined: its rows come and go in another way, such
 * as all at once at midnight.
 */
function windowOf({ view, zone }: OpenWatch, at: number): number | null | undefined {
  const spans = [view.query.filter, view.narrows?.query.filter ?? {}].flatMap((filter) => filter['event_time'] ?? []);
  const [own] = spans;
  if (own === undefined) return null;
  const filter = parseFilter(own);
  if (!isSpan(own) || !isWindow(own) || !('value' in filter) || typeof filter.value !== 'string') return undefined;
  const relative = parseRelative(filter.value);
  if (!relative || relative.snap) return undefined;
  const start = parseInstant(filter.value, { at: new Date(at), zone });
  return start === undefined ? undefined : at - start;
}

const since = (at: number) => `gte:${new Date(at).toISOString()}`;

/** The ids of the rows that the view finds with these filters; undefined: too many. */
async function idsAmong(db: Db, actor: Actor, { list, view, zone }: OpenWatch, filter: Record<string, string>) {
  const { ids, total } = await findIds(db, actor, list, { timezone: zone, ...filter }, maxEvents, view);
  return total > maxEvents ? undefined : ids;
}

const eventsSince = (db: Db, ids: readonly string[], from: number) =>
  db.selectFrom('event').where('id', '=', any(ids)).where('event_time', '>=', new Date(from).toISOString());

/** When the rows happened, in order, of those since an instant; undefined: too many. */
async function instantsSince(db: Db, actor: Actor, open: OpenWatch, from: number) {
  const ids = await idsAmong(db, actor, open, { event_time: since(from) });
  if (!ids) return undefined;
  const events = await eventsSince(db, ids, from).select('event_time').orderBy('event_time').execute();
  return events.map(({ event_time: time }) => Date.parse(time));
}

/**
 * When the rows that a watch for new events would have judged were received, in order, of those received since an instant at most
 * `delayMs` after they happened; undefined: too many.
 */
async function receiptsSince(db: Db, actor: Actor, open: OpenWatch, from: number, delayMs: number) {
  const { list, view, zone } = open;
  // cheap to count, unlike by receipt: what happened since was received since
  const happened = await countRows(db, actor, list, { timezone: zone, event_time: since(from) }, view);
  if (happened > maxEvents) return undefined;
  const ids = await idsAmong(db, actor, open, { event_time: since(from - delayMs), received_at: since(from) });
  if (!ids) return undefined;
  const events = await eventsSince(db, ids, from - delayMs)
    .select(['event_time', 'received_at'])
    .where('event', 'not in', unwatched)
    .orderBy('received_at')
    .execute();
  return events
    .map(({ event_time: time, received_at: receipt }) => ({ at: Date.parse(time), receipt: Date.parse(receipt) }))
    .filter(({ at, receipt }) => receipt - at <= delayMs)
    .map(({ receipt }) => receipt);
}
