// Number of rows of each view of a list: the totals of the list itself, within a time limit, so that no list waits for them.
import type { ListQuery } from '@keyward/contract/list';
import { clock } from '#core/clock.ts';
import type { Actor } from '#core/auth/session.ts';
import { countRows } from '#core/list/page.ts';
import type { AnyList } from '#core/list/types.ts';
import { viewsFor } from '#core/list/views/built-in.ts';
import { hasBase, namedIn, openView } from '#core/list/views/saved.ts';
import type { ListView } from '#core/list/views/types.ts';
import type { Db } from '#db/tenant.ts';
import { withinTime } from '#db/within-time.ts';
import { visibleViews } from './saved-queries.ts';

/** Time limits for one view and for all, in ms (decision 0103). Tests change them, because a busy machine is slower. */
export const countTime = { eachMs: 300, allMs: 1000 };
/** Time for which a view that exceeds its limit is not counted again, in ms. */
const restMs = 600_000;
const mostResting = 1000;
/** Time until which each view rests, in the order in which they began to. */
const resting = new Map<string, number>();

function rest(key: string): void {
  const [oldest] = resting.keys();
  if (oldest !== undefined && resting.size >= mostResting) resting.delete(oldest);
  resting.set(key, clock.now().getTime() + restMs);
}

function isResting(key: string): boolean {
  const until = resting.get(key);
  if (until === undefined) return false;
  if (until > clock.now().getTime()) return true;
  resting.delete(key);
  return false;
}

/**
 * The total of a list with each of the actor's views, in their order; null if counting takes too long. View, page and order of
 * the query do not matter. Throws what the list throws.
 */
export async function countViews(db: Db, actor: Actor, list: AnyList, query: ListQuery) {
  const rowQuery = withoutPage(query);
  const views = (await viewsOf(db, actor, list)).map((view) => ({
    view,
    key: JSON.stringify([actor.tenant.id, actor.id, list.resource, view.value, view.version, rowQuery]),
  }));
  const begun = new Set<string>();
  const tried = views.filter(({ key }) => !isResting(key));
  const counts = await withinTime(
    db,
    countTime,
    tried.map(({ view, key }) => () => {
      begun.add(key);
      return countRows(db, actor, list, rowQuery, view);
    }),
  );
  const totals = new Map(tried.map(({ key }, i) => [key, counts[i]]));
  for (const key of begun) if (totals.get(key) === undefined) rest(key);
  return views.map(({ view, key }) => ({ value: view.value, count: totals.get(key) ?? null }));
}

function withoutPage(query: ListQuery): ListQuery {
  const { page: _page, results_per_page: _size, cursor: _cursor, with: _with, ...rows } = query;
  const { sort: _sort, custom_view: _view, ...rowQuery } = rows;
  return rowQuery;
}

/** Built-in and saved views, opened like by the list itself. */
async function viewsOf(db: Db, actor: Actor, list: AnyList): Promise<ListView[]> {
  const saved = await visibleViews(db, actor.id, list.resource);
  const named = await namedIn(db, list, saved);
  return [
    ...viewsFor(list, actor),
    ...saved.flatMap((one) => (hasBase(actor, list, one) ? [openView(list, actor, one, named).view] : [])),
  ];
}
