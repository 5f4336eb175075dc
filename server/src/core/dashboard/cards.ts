// The figures of the dashboard's cards: for their page, and for reports that are mailed.
import type { MetricSummary } from '@keyward/contract/dashboard';
import type { MetricReport } from '@keyward/contract/metric-reports';
import type { OrganizationSettings } from '@keyward/contract/organization-settings';
import { paths } from '@keyward/contract/paths';
import { type ListResource, pathOf, resources } from '@keyward/contract/resources';
import type { Actor } from '#core/auth/session.ts';
import { clock } from '#core/clock.ts';
import { listOf } from '#core/list/define.ts';
import { parseInstant } from '#core/list/grammar/time.ts';
import { countRows, findIds } from '#core/list/page.ts';
import type { Db } from '#db/tenant.ts';
import { checkFilters, type Filters } from './filters.ts';
import { countHolders } from './holders.ts';

type Period = { period: keyof OrganizationSettings; unit: MetricSummary['unit'] };
type Card = Period & { view: { resource: ListResource; name: string } | null };

/** Each card: the view that it opens and counts, null: keys by their holders. The period is that of the view. */
const cards = {
  MultipleOnekeyCheckouts: { view: null, period: 'multipleOnekeyDays', unit: 'day' },
  OkmsOffline: { view: { resource: 'device', name: 'OKMs Offline' }, period: 'offlineOkmMinutes', unit: 'minute' },
  UnauthorizedAttempts: {
    view: { resource: 'event', name: 'Unauthorized Attempts' },
    period: 'unauthorizedAttemptsDays',
    unit: 'day',
  },
  UnsecuredLocks: { view: { resource: 'device', name: 'Unsecured Locks' }, period: 'unsecuredLockHours', unit: 'hour' },
} as const satisfies Record<MetricReport, Card>;

/**
 * A figure within the actor's locations; `filters` may name the zone of its days (`timezone`), as a list's query does.
 * VIEW-DASHBOARD suffices: the rows themselves are for those who may read the list. Throws unknownColumn for another filter.
 */
export async function readSummary(
  db: Db,
  actor: Actor,
  report: MetricReport,
  filters: Filters,
): Promise<MetricSummary> {
  const { view, period, unit } = cards[report];
  await checkFilters(db, filters);
  const count = view
    ? await countRows(db, actor, listOf(view.resource), { ...filters, custom_view: view.name })
    : await countHolders(db, await keysOut(db, actor, filters));
  const length = actor.tenant.config[period];
  const now = { at: clock.now(), zone: filters['timezone'] ?? 'UTC' };
  const since = unit === 'day' ? parseInstant(`now-${length}d`, now) : undefined;
  return { report, count, period: length, unit, since: since === undefined ? null : new Date(since).toISOString() };
}

/** The page with the rows that a card counts; empty where the actor may not read them. */
export function cardPath(report: MetricReport, { authority }: Pick<Actor, 'authority'>, filters: Filters): string {
  const { view } = cards[report];
  const shown = Object.fromEntries(Object.entries(filters).map(([column, text]) => [`filter.${column}`, text]));
  if (!view) return paths.dashboard({ details_view: 'multipleOnekeyCheckouts', ...shown });
  if (!resources[view.resource].reads.holds(authority)) return '';
  return pathOf(view.resource, { custom_view: view.name, ...shown });
}

/** More keys than a tenant has. */
const allKeys = 1_000_000;

/** The keys within the actor's locations that were checked out within the period and are not back. Throws as readSummary does. */
export async function keysOut(db: Db, actor: Actor, filters: Filters): Promise<string[]> {
  await checkFilters(db, filters);
  const days = actor.tenant.config[cards.MultipleOnekeyCheckouts.period];
  const query = { ...filters, custom_view: 'Overview', held_since: `gte:now-${days}d` };
  return (await findIds(db, actor, listOf('device'), query, allKeys)).ids;
}
