// What a report shows, as its owner may see it now.
import { cardsOf, type MetricReport } from '@keyward/contract/metric-reports';
import { paths } from '@keyward/contract/paths';
import { can } from '@keyward/contract/permissions';
import { listResources, resources } from '@keyward/contract/resources';
import type { Actor } from '#core/auth/session.ts';
import { findOtherFilter } from '#core/list/location-filters.ts';
import { listOf } from '#core/list/define.ts';
import { openRows, openWatch, type OpenWatch, type Watched } from '#core/watches/rows.ts';
import type { Db } from '#db/tenant.ts';
import { findCardSetting } from './queries.ts';

export type StoredReport = { owner_id: string; resource: string | null } & Omit<Watched, 'resource'>;

export type OpenReport =
  | { what: 'list'; open: OpenWatch }
  | {
      what: 'dashboard';
      /** In their order on the dashboard. */
      cards: readonly MetricReport[];
      /** Locations, in the grammar of lists. */
      filter: Readonly<Record<string, string>>;
      path: string;
    };

/** The list whose filters name the locations of the dashboard. */
export const locationsFrom = 'device';

/**
 * The report, for an actor. `'right'`: they may not see or export it; `'lost'`: something that it filters by no longer
 * exists, so that it would have more rows than were asked for.
 */
export async function openReport(
  db: Db,
  actor: Actor | undefined,
  { owner_id: ownerId, resource: name, base, content }: StoredReport,
  zone: string,
): Promise<OpenReport | 'right' | 'lost'> {
  if (!actor) return 'right';
  if (name === null) {
    if (!can.viewDashboard.holds(actor.authority)) return 'right';
    const cards = cardsOf((await findCardSetting(db, ownerId))?.value);
    if (cards.length === 0) return 'right';
    const view = await openRows(db, actor, listOf(locationsFrom), { resource: locationsFrom, base, content });
    if (view === 'lost') return view;
    const { filter } = view.query;
    if ((await findOtherFilter(db, Object.keys(filter))) !== undefined) return 'right';
    return { what: 'dashboard', cards, filter, path: paths.dashboard() };
  }
  const resource = listResources.find((one) => one === name);
  if (!resource || !resources[resource].exports.holds(actor.authority)) return 'right';
  const open = await openWatch(db, actor, { resource, base, content }, zone);
  return typeof open === 'string' ? open : { what: 'list', open };
}
