import { type Checkouts, type CheckoutColumn, checkoutColumns, type MetricSummary } from '@keyward/contract/dashboard';
import type { MetricReport } from '@keyward/contract/metric-reports';
import type { OrganizationSettings } from '@keyward/contract/organization-settings';
import { can } from '@keyward/contract/permissions';
import type { ListResource } from '@keyward/contract/resources';
import { PortalError } from '#core/errors.ts';
import { record } from '#core/events/record.ts';
import { listOf } from '#core/list/define.ts';
import { checkLimit } from '#core/list/export-record.ts';
import { countRows, findIds } from '#core/list/page.ts';
import type { Actor } from '#core/auth/session.ts';
import type { Db } from '#db/tenant.ts';
import { countHolders, findHeldTogether } from './queries.ts';

/** The header's filter of locations, in the grammar of lists. */
type Filters = Readonly<Record<string, string>>;
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

/** A figure within the actor's locations. VIEW-DASHBOARD suffices: the rows themselves are for those who may read the list. */
export async function readSummary(
  db: Db,
  actor: Actor,
  report: MetricReport,
  filters: Filters,
): Promise<MetricSummary> {
  const { view, period, unit } = cards[report];
  const count = view
    ? await countRows(db, actor, listOf(view.resource), { ...filters, custom_view: view.name })
    : await countHolders(db, await keysOut(db, actor, filters));
  return { report, count, period: actor.tenant.config[period], unit };
}

/** More keys than a tenant has. */
const allKeys = 1_000_000;

/** The keys within the actor's locations that were checked out within the period and are not back. */
async function keysOut(db: Db, actor: Actor, filters: Filters): Promise<string[]> {
  const days = actor.tenant.config[cards.MultipleOnekeyCheckouts.period];
  const query = { ...filters, custom_view: 'Overview', held_since: `gte:now-${days}d` };
  return (await findIds(db, actor, listOf('device'), query, allKeys)).ids;
}

type Order = `${CheckoutColumn}:${'asc' | 'desc'}`;
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const comparisons: Record<CheckoutColumn, (a: Checkouts, b: Checkouts) => number> = {
  name: (a, b) => collator.compare(a.name, b.name),
  keysCheckedOut: (a, b) => a.keysCheckedOut - b.keysCheckedOut,
  keyName: (a, b) => collator.compare(a.keys[0]?.name ?? '', b.keys[0]?.name ?? ''),
  checkedOutAt: (a, b) => Date.parse(a.keys[0]?.checkedOutAt ?? '') - Date.parse(b.keys[0]?.checkedOutAt ?? ''),
};

function compareBy(sort: Order) {
  const compare = comparisons[checkoutColumns.find((column) => sort.startsWith(`${column}:`)) ?? 'name'];
  const sign = sort.endsWith(':desc') ? -1 : 1;
  return (a: Checkouts, b: Checkouts) => sign * compare(a, b) || comparisons.name(a, b) || (a.id < b.id ? -1 : 1);
}

/** The profiles that hold several of these keys, by name unless sorted otherwise. */
export async function readCheckouts(
  db: Db,
  actor: Actor,
  { filters, sort = 'name:asc' }: { filters: Filters; sort?: Order | undefined },
): Promise<Checkouts[]> {
  const rows = await findHeldTogether(db, await keysOut(db, actor, filters));
  const byProfile = Map.groupBy(rows, ({ profileId }) => profileId);
  return [...byProfile.values()]
    .flatMap((held): Checkouts[] => {
      const [latest] = held;
      if (!latest) return [];
      const keys = held.map(({ id, name, checkedOutAt }) => ({ id, name, checkedOutAt }));
      return [{ id: latest.profileId, name: latest.profileName, keysCheckedOut: keys.length, keys }];
    })
    .toSorted(compareBy(sort));
}

/** The same for a file. Throws forbidden and csvDownloadRecordsLimitExceeded; records the export. */
export async function exportCheckouts(
  db: Db,
  actor: Actor,
  request: Parameters<typeof readCheckouts>[2],
): Promise<Checkouts[]> {
  if (!can.exportCheckouts.holds(actor.authority)) throw new PortalError('forbidden');
  const checkouts = await readCheckouts(db, actor, request);
  const records = checkouts.reduce((sum, { keys }) => sum + keys.length, 0);
  checkLimit(actor, records);
  const details: Record<string, string> = {
    resource: 'MultipleOnekeyCheckouts',
    ...request.filters,
    records: String(records),
  };
  await record(db, actor, {
    event: 'EXPORT_CSV',
    entity: { domain: 'CSV', id: null, name: 'MultipleOnekeyCheckouts' },
    result: 'success',
    changes: Object.entries(details).map(([attribute, newValue]) => ({ attribute, oldValue: null, newValue })),
    raw: { export: details },
  });
  return checkouts;
}
