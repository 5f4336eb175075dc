import { type Checkouts, type CheckoutColumn, checkoutColumns } from '@keyward/contract/dashboard';
import { can } from '@keyward/contract/permissions';
import { keysOut } from '#core/dashboard/cards.ts';
import type { Filters } from '#core/list/location-filters.ts';
import { PortalError } from '#core/errors.ts';
import { record } from '#core/events/record.ts';
import { checkLimit } from '#core/list/export-record.ts';
import type { Actor } from '#core/auth/session.ts';
import type { Db } from '#db/tenant.ts';
import { findHeldTogether } from './queries.ts';

type Order = `${CheckoutColumn}:${'asc' | 'desc'}`;
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const comparisons: Record<CheckoutColumn, (a: Checkouts, b: Checkouts) => number> = {
  // profiles that are not visible come together after all names, so that the order reveals nothing about their names
  name: (a, b) =>
    a.name !== null && b.name !== null
      ? collator.compare(a.name, b.name)
      : Number(a.name === null) - Number(b.name === null),
  keysCheckedOut: (a, b) => a.keysCheckedOut - b.keysCheckedOut,
  keyName: (a, b) => collator.compare(a.keys[0]?.name ?? '', b.keys[0]?.name ?? ''),
  checkoutTime: (a, b) => Date.parse(a.keys[0]?.checkoutTime ?? '') - Date.parse(b.keys[0]?.checkoutTime ?? ''),
};

function compareBy(sort: Order) {
  const compare = comparisons[checkoutColumns.find((column) => sort.startsWith(`${column}:`)) ?? 'name'];
  const sign = sort.endsWith(':desc') ? -1 : 1;
  const keyOf = ({ keys }: Checkouts) => keys[0]?.id ?? '';
  return (a: Checkouts, b: Checkouts) =>
    sign * compare(a, b) || comparisons.name(a, b) || (keyOf(a) < keyOf(b) ? -1 : 1);
}

/** Profiles that hold several keys, by name unless sorted otherwise. A profile that is not visible to the actor has no name. */
export async function readCheckouts(
  db: Db,
  actor: Actor,
  { filters, sort = 'name:asc' }: { filters: Filters; sort?: Order | undefined },
): Promise<Checkouts[]> {
  const rows = await findHeldTogether(db, actor, await keysOut(db, actor, filters));
  const byProfile = Map.groupBy(rows, ({ heldBy }) => heldBy);
  return [...byProfile.values()]
    .flatMap((held): Checkouts[] => {
      const [latest] = held;
      if (!latest) return [];
      const keys = held.map(({ id, name, checkoutTime }) => ({ id, name, checkoutTime }));
      return [{ id: latest.holderId, name: latest.holderName, keysCheckedOut: keys.length, keys }];
    })
    .toSorted(compareBy(sort));
}

/** The same rows for a file. Throws forbidden and csvDownloadRecordsLimitExceeded; records the export. */
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
