import type { TenantConfig } from '#core/tenants.ts';
import type { AnyList, BuiltInView, List, Period, PlaceTags, TagColumns, TenantView, Viewer } from './types.ts';

/** Is it a list of what has an assignment table, and not only places? */
export const isAssigned = (tags: TagColumns | PlaceTags | undefined): tags is TagColumns =>
  tags !== undefined && 'table' in tags;

const inWords = (unit: string) => new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' });
const periods = {
  offlineOkmMinutes: { words: inWords('minute'), letter: 'm' },
  unsecuredLockHours: { words: inWords('hour'), letter: 'h' },
  unauthorizedAttemptsDays: { words: inWords('day'), letter: 'd' },
  inactiveUserDays: { words: inWords('day'), letter: 'd' },
} as const satisfies Record<Period, unknown>;

export function tenantView({ period, ...view }: BuiltInView, config: TenantConfig): TenantView {
  if (!period) return view;
  const { words, letter } = periods[period];
  const n = config[period];
  const filter = Object.entries(view.query.filter).map(([name, text]) => [
    name,
    text.replace('{ago}', `now-${n}${letter}`),
  ]);
  return {
    ...view,
    description: view.description.replace('{time}', words.format(n)),
    query: { ...view.query, filter: Object.fromEntries(filter) },
    period: n,
  };
}

/** The built-in views that somebody has. */
export const viewsFor = (list: Pick<AnyList, 'views'>, { authority, tenant }: Viewer): TenantView[] =>
  list.views.filter(({ needs }) => needs?.holds(authority) ?? true).map((view) => tenantView(view, tenant.config));

const lists = new Map<string, AnyList>();

/**
 * Declares a list. Its resource's name is its identity: two lists of one name do not start, nor does one without an
 * order that stays, which a download of several pages needs.
 */
export function defineList<R>(list: List<R>): List<R> {
  if (lists.has(list.resource)) throw new Error(`There are two lists named ${list.resource}.`);
  if (list.views[0].value !== 'Overview') throw new Error(`The first view of ${list.resource} is not Overview.`);
  if (!Object.values(list.columns).some(({ sort }) => sort?.settled)) {
    throw new Error(`${list.resource} has no order that stays.`);
  }
  lists.set(list.resource, list);
  return list;
}
export const findList = (resource: string): AnyList | undefined => lists.get(resource);
