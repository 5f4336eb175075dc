// The figures of the dashboard's cards, for the dashboard and for scheduled reports.
import type { MetricSummary } from '@keyward/contract/dashboard';
import { cardPath, cardReads, cardViews, type MetricReport } from '@keyward/contract/metric-reports';
import type { OrganizationSettings } from '@keyward/contract/organization-settings';
import type { Actor } from '#core/auth/session.ts';
import { clock } from '#core/clock.ts';
import { listOf } from '#core/list/define.ts';
import { parseInstant } from '#core/list/grammar/time.ts';
import { checkLocationFilters, type Filters } from '#core/list/location-filters.ts';
import { countRows, findIds } from '#core/list/page.ts';
import type { Db } from '#db/tenant.ts';
import { countHolders } from './holders.ts';

/** The period of each card, the same as in its view, and its unit. */
const periods = {
  MultipleOnekeyCheckouts: { period: 'multipleOnekeyDays', unit: 'day' },
  OkmsOffline: { period: 'offlineOkmMinutes', unit: 'minute' },
  UnauthorizedAttempts: { period: 'unauthorizedAttemptsDays', unit: 'day' },
  UnsecuredLocks: { period: 'unsecuredLockHours', unit: 'hour' },
} as const satisfies Record<MetricReport, { period: keyof OrganizationSettings; unit: MetricSummary['unit'] }>;

/**
 * A figure within the actor's locations; `filters` may name the zone of its days (`timezone`), as a list's query does.
 * VIEW-DASHBOARD suffices: only its rows need permission to read the list. Throws unknownColumn for another filter.
 */
export async function readSummary(
  db: Db,
  actor: Actor,
  report: MetricReport,
  filters: Filters,
): Promise<MetricSummary> {
  const { period, unit } = periods[report];
  const view = cardViews[report];
  await checkLocationFilters(db, filters);
  const count = view
    ? await countRows(db, actor, listOf(view.resource), { ...filters, custom_view: view.base })
    : await countHolders(db, await keysOut(db, actor, filters));
  const length = actor.tenant.config[period];
  const now = { at: clock.now(), zone: filters['timezone'] ?? 'UTC' };
  const since = unit === 'day' ? parseInstant(`now-${length}d`, now) : undefined;
  return { report, count, period: length, unit, since: since === undefined ? null : new Date(since).toISOString() };
}

/** The page with the rows that a figure counts; empty if the actor may not read them. */
export function figurePath(report: MetricReport, { authority }: Pick<Actor, 'authority'>, filters: Filters): string {
  if (!cardReads(report).holds(authority)) return '';
  return cardPath(
    report,
    Object.fromEntries(Object.entries(filters).map(([column, text]) => [`filter.${column}`, text])),
  );
}

/** More keys than a tenant has. */
const allKeys = 1_000_000;

/** The keys within the actor's locations that were checked out within the period and not returned. Throws as readSummary does. */
export async function keysOut(db: Db, actor: Actor, filters: Filters): Promise<string[]> {
  await checkLocationFilters(db, filters);
  const days = actor.tenant.config[periods.MultipleOnekeyCheckouts.period];
  const query = { ...filters, custom_view: 'Overview', held_since: `gte:now-${days}d` };
  return (await findIds(db, actor, listOf('device'), query, allKeys)).ids;
}
