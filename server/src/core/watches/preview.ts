// How often a watch would have spoken: the judgement itself, over events that happened.
import { previewDays, type WatchRule } from '@keyward/contract/watches';
import { parseFilter } from '@keyward/contract/filter';
import { isSpan, isWindow } from '@keyward/contract/window';
import type { Actor } from '#core/auth/session.ts';
import { clock } from '#core/clock.ts';
import { parseInstant } from '#core/list/grammar/time.ts';
import { findIds } from '#core/list/page.ts';
import { any } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';
import { replay, type Step } from './judge.ts';
import { countWatched, type OpenWatch } from './rows.ts';

/** Most events that a preview goes through. */
const maxEvents = 5_000;
/** Events that follow within this time are said at once: the job waits for so long. */
const batchMs = 1_000;
const dayMs = 86_400_000;

/** The number of rows now, and how often the watch would have spoken; null: the list has no history, or too much of it. */
export async function preview(db: Db, actor: Actor, open: OpenWatch, rule: WatchRule) {
  const rows = await countWatched(db, actor, open);
  const to = clock.now().getTime();
  const from = to - previewDays * dayMs;
  const windowMs = open.list.resource === 'event' ? windowOf(open, to) : undefined;
  if (windowMs === undefined) return { rows, times: null };
  const instants = await instantsSince(db, actor, open, from - (windowMs ?? 0));
  if (!instants) return { rows, times: null };
  if (rule.when === 'appears') return { rows, times: batches(instants.filter((at) => at > from)) };
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

/** The window of the view on the time of events; null: it has none. Undefined: its rows come and go in another way. */
function windowOf({ view, zone }: OpenWatch, at: number): number | null | undefined {
  const spans = [view.query.filter, view.narrows?.query.filter ?? {}].flatMap((filter) => filter['event_time'] ?? []);
  const [own] = spans;
  if (own === undefined) return null;
  const filter = parseFilter(own);
  if (!isSpan(own) || !isWindow(own) || filter.op === 'range' || !('value' in filter)) return undefined;
  const start = typeof filter.value === 'string' ? parseInstant(filter.value, { at: new Date(at), zone }) : undefined;
  return start === undefined ? undefined : at - start;
}

/** When the rows happened, in order, of those since an instant; undefined: too many. */
async function instantsSince(db: Db, actor: Actor, { list, view, zone }: OpenWatch, since: number) {
  const query = { timezone: zone, event_time: `gte:${new Date(since).toISOString()}` };
  const { ids, total } = await findIds(db, actor, list, query, maxEvents, view);
  if (total > maxEvents) return undefined;
  const events = await db
    .selectFrom('event')
    .select('event_time')
    .where('id', '=', any(ids))
    .where('event_time', '>=', new Date(since).toISOString())
    .orderBy('event_time')
    .execute();
  return events.map(({ event_time: time }) => Date.parse(time));
}
