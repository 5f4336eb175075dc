// Number of notices that a watch would have given: the judgement itself, over past events.
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
import { countWatched, namesNow, type OpenWatch } from './rows.ts';

/** Maximum events that a preview reads. */
const maxEvents = 5_000;
/** Events within this time, in ms, share one notice: the job waits this long. */
const batchMs = 1_000;
const dayMs = 86_400_000;
/** Events received later than this, in ms, are not counted: only the time at which they happened has an index. */
const maxDelayMs = 31 * dayMs;
/** Event types that the trigger for watches does not queue. */
const unwatched: readonly string[] = ['ADD_WATCH', 'MODIFY_WATCH', 'DELETE_WATCH'] satisfies EventType[];

/**
 * Number of rows now, and of notices that would have been given; null: the list has no history, or too much of it. An event is in
 * the view from its receipt, when a watch is judged by it, until the view's window has left the time it happened.
 */
export async function preview(db: Db, actor: Actor, open: OpenWatch, rule: WatchRule) {
  const rows = await countWatched(db, actor, open);
  const to = clock.now().getTime();
  const from = to - previewDays * dayMs;
  const windowMs = open.list.resource === 'event' ? windowOf(open, to) : undefined;
  if (windowMs === undefined) return { rows, times: null };
  const byReceipt = rule.when === 'appears' || windowMs === null;
  const delayMs = byReceipt ? Math.min(windowMs ?? maxDelayMs, maxDelayMs) : windowMs;
  const events = byReceipt
    ? await eventsReceived(db, actor, open, from, delayMs)
    : await eventsAmong(db, actor, open, { happened: from - delayMs });
  if (!events) return { rows, times: null };
  // later ones were never in the view
  const shown = events.filter(({ at, receipt }) => receipt - at <= delayMs);
  if (rule.when === 'appears') return { rows, times: batches(shown.filter(({ type }) => !unwatched.includes(type))) };
  const leave = (at: number): Step[] => (windowMs === null ? [] : [{ at: at + windowMs, by: -1 }]);
  const steps = shown.flatMap(({ at, receipt }) => [{ at: receipt, by: 1 }, ...leave(at)]);
  const after = steps.filter(({ at }) => at > from && at <= to);
  const before = rows - after.reduce((sum, { by }) => sum + by, 0);
  return { rows, times: replay(rule, before, after, { from, to }) };
}

/** Number of notices for events as they are received. */
function batches(events: readonly Happened[]): number {
  let [times, until] = [0, -Infinity];
  for (const at of events.map(({ receipt }) => receipt).toSorted((a, b) => a - b)) {
    if (at <= until) continue;
    times++;
    until = at + batchMs;
  }
  return times;
}

/**
 * The length in ms of the view's window on the time of events, which moves with it; null: it has none. Undefined: rows come and
 * go in another way, such as all at once at midnight.
 */
function windowOf({ view, zone }: OpenWatch, at: number): number | null | undefined {
  const spansOf = (column: string) =>
    [view.query.filter, view.narrows?.query.filter ?? {}].flatMap((filter) => filter[column] ?? []);
  // rows that leave by the time of their receipt
  if (spansOf('received_at').some(namesNow)) return undefined;
  const [own] = spansOf('event_time');
  if (own === undefined) return null;
  const filter = parseFilter(own);
  if (!isSpan(own) || !isWindow(own) || !('value' in filter) || typeof filter.value !== 'string') return undefined;
  const relative = parseRelative(filter.value);
  if (!relative || relative.snap) return undefined;
  const start = parseInstant(filter.value, { at: new Date(at), zone });
  return start === undefined ? undefined : at - start;
}

const since = (at: number) => `gte:${new Date(at).toISOString()}`;

/** An event of the view, with the times at which it happened and was received. */
type Happened = { type: string; at: number; receipt: number };

/** The events of the view that happened and were received since these instants; undefined: too many. */
async function eventsAmong(
  db: Db,
  actor: Actor,
  { list, view, zone }: OpenWatch,
  { happened, received }: { happened: number; received?: number },
): Promise<Happened[] | undefined> {
  const receipts = received === undefined ? {} : { received_at: since(received) };
  const query = { timezone: zone, event_time: since(happened), ...receipts };
  const { ids, total } = await findIds(db, actor, list, query, maxEvents, view);
  if (total > maxEvents) return undefined;
  const events = await db
    .selectFrom('event')
    .select(['event', 'event_time', 'received_at'])
    .where('id', '=', any(ids))
    // so that only these partitions are read
    .where('event_time', '>=', new Date(happened).toISOString())
    .execute();
  return events.map(({ event: type, event_time: time, received_at: receipt }) => ({
    type,
    at: Date.parse(time),
    receipt: Date.parse(receipt),
  }));
}

/** The events of the view that were received since an instant, at most `delayMs` after they happened; undefined: too many. */
async function eventsReceived(db: Db, actor: Actor, open: OpenWatch, from: number, delayMs: number) {
  // cheap to count, unlike by receipt: events that happened since were received since
  const query = { timezone: open.zone, event_time: since(from) };
  if ((await countRows(db, actor, open.list, query, open.view)) > maxEvents) return undefined;
  return eventsAmong(db, actor, open, { happened: from - delayMs, received: from });
}
