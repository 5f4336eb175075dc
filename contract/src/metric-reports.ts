import { paths, type Search } from './paths.ts';
import { can, type Rule } from './permissions.ts';
import { type ListResource, pathOf, resources } from './resources.ts';

/** The cards of the dashboard. Specification, part 2, section 2 'Dashboard cards and detail'. */
export const metricReports = [
  'MultipleOnekeyCheckouts',
  'OkmsOffline',
  'UnauthorizedAttempts',
  'UnsecuredLocks',
] as const;
export type MetricReport = (typeof metricReports)[number];

type CardView = { resource: ListResource; base: string };
/** The built-in view that a card counts and opens; null: profiles with several keys, which are rows of no list. */
export const cardViews: Record<MetricReport, CardView | null> = {
  MultipleOnekeyCheckouts: null,
  OkmsOffline: { resource: 'device', base: 'OKMs Offline' },
  UnauthorizedAttempts: { resource: 'event', base: 'Unauthorized Attempts' },
  UnsecuredLocks: { resource: 'device', base: 'Unsecured Locks' },
};

/** The page with the rows that a card counts. */
export function cardPath(report: MetricReport, search?: Search): string {
  const view = cardViews[report];
  return view
    ? pathOf(view.resource, { custom_view: view.base, ...search })
    : paths.dashboard({ details_view: 'multipleOnekeyCheckouts', ...search });
}

/** The rule for reading that page. */
export function cardReads(report: MetricReport): Rule {
  const view = cardViews[report];
  return view ? resources[view.resource].reads : can.viewDashboard;
}

/** An entry of the setting DashboardMetrics: a card, in the order of display. */
export type DashboardCard = { id: MetricReport };
/** The initial cards of a tenant. */
export const defaultCards: readonly DashboardCard[] = metricReports.map((report) => ({ id: report }));

/** The cards of a stored setting; entries that this version does not know are left out. */
export const cardsOf = (value: unknown): MetricReport[] =>
  Array.isArray(value)
    ? [
        ...new Set(
          value.flatMap((entry: unknown) => metricReports.find((report) => isCard(entry) && entry.id === report) ?? []),
        ),
      ]
    : [];
const isCard = (entry: unknown): entry is { id: unknown } =>
  typeof entry === 'object' && entry !== null && 'id' in entry;

/** The pictures of the dashboard, in their usual order. */
export const pictures = ['activity', 'week', 'attempts', 'connectivity', 'battery', 'temperature'] as const;
export type Picture = (typeof pictures)[number];

/** The pictures of the setting DashboardPictures, each once, without those unknown to this version; by default all. */
export const picturesOf = (value: unknown): Picture[] =>
  Array.isArray(value)
    ? [...new Set(value.flatMap((entry: unknown) => pictures.find((picture) => picture === entry) ?? []))]
    : [...pictures];
