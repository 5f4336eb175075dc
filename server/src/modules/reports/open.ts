// The content of a report that its owner may see now.
import { cardsOf, type MetricReport } from '@keyward/contract/metric-reports';
import { paths } from '@keyward/contract/paths';
import { can } from '@keyward/contract/permissions';
import { listResources, resources } from '@keyward/contract/resources';
import type { Actor } from '#core/auth/session.ts';
import { type Filters, findOtherFilter } from '#core/list/location-filters.ts';
import { listOf } from '#core/list/define.ts';
import { type Names, openRows, openWatch, type OpenWatch, type Watched } from '#core/watches/rows.ts';
import type { Db } from '#db/tenant.ts';
import { findCardSetting } from './queries.ts';

export type StoredReport = { owner_id: string; resource: string | null } & Omit<Watched, 'resource'>;

export type OpenReport =
  | { what: 'list'; open: OpenWatch }
  | {
      what: 'dashboard';
      /** In the order of the dashboard. */
      cards: readonly MetricReport[];
      /** Locations, in the grammar of lists. */
      filter: Readonly<Record<string, string>>;
      path: string;
    };

/** The list whose filters name the locations of the dashboard. */
export const locationsFrom = 'device';

/** The list that a report filters; that of the dashboard's locations for a report of the dashboard. */
export const listOfReport = ({ resource, base, content }: StoredReport): Watched => ({
  resource: resource ?? locationsFrom,
  base,
  content,
});

/**
 * Opens the report for an actor. `'right'`: they may not see or export it; `'lost'`: a value that it filters by no longer exists,
 * so that it would have more rows than requested; `'cards'`: no card is on the dashboard.
 */
export async function openReport(
  db: Db,
  actor: Actor | undefined,
  report: StoredReport,
  zone: string,
): Promise<OpenReport | 'right' | 'lost' | 'cards'> {
  if (!actor) return 'right';
  if (report.resource === null) {
    if (!can.viewDashboard.holds(actor.authority)) return 'right';
    const cards = cardsOf((await findCardSetting(db, report.owner_id))?.value);
    if (cards.length === 0) return 'cards';
    const view = await openRows(db, actor, listOf(locationsFrom), listOfReport(report));
    if (view === 'lost') return view;
    const { filter } = view.query;
    if ((await findOtherFilter(db, Object.keys(filter))) !== undefined) return 'right';
    return { what: 'dashboard', cards, filter, path: paths.dashboard() };
  }
  if (!mayExport(actor, report.resource)) return 'right';
  const open = await openWatch(db, actor, listOfReport(report), zone);
  return typeof open === 'string' ? open : { what: 'list', open };
}

function mayExport({ authority }: Actor, name: string): boolean {
  const resource = listResources.find((one) => one === name);
  return resource !== undefined && resources[resource].exports.holds(authority);
}

/** The filters of a report with the present names of values; as stored for a report that the actor could not open. */
export async function filtersOf(db: Db, actor: Actor, report: StoredReport, names: Names): Promise<Filters> {
  const { resource, content } = report;
  const rows = listOfReport(report);
  if (resource === null) {
    if (!can.viewDashboard.holds(actor.authority)) return content.filter;
    const view = await openRows(db, actor, listOf(locationsFrom), rows, names);
    return view === 'lost' ? content.filter : view.query.filter;
  }
  const open = mayExport(actor, resource) ? await openWatch(db, actor, rows, 'UTC', names) : 'right';
  return typeof open === 'string' ? content.filter : open.view.query.filter;
}
