/** The cards of the dashboard. Specification, part 2, section 2 'Dashboard cards and detail'. */
export const metricReports = [
  'MultipleOnekeyCheckouts',
  'OkmsOffline',
  'UnauthorizedAttempts',
  'UnsecuredLocks',
] as const;
export type MetricReport = (typeof metricReports)[number];

/** An entry of the setting DashboardMetrics: a card, in the order of display. */
export type DashboardCard = { id: MetricReport };
/** What a tenant begins with. */
export const defaultCards: readonly DashboardCard[] = metricReports.map((report) => ({ id: report }));

/** The cards of a stored setting; entries that this version does not know are left out. */
export const cardsOf = (value: unknown): MetricReport[] =>
  Array.isArray(value)
    ? value.flatMap((entry: unknown) => metricReports.find((report) => isCard(entry) && entry.id === report) ?? [])
    : [];
const isCard = (entry: unknown): entry is { id: unknown } =>
  typeof entry === 'object' && entry !== null && 'id' in entry;
