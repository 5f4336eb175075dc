import type { Actor } from '#core/auth/session.ts';
import type { LocationFilter } from '#core/list/conditions/condition.ts';
import { listOf } from '#core/list/define.ts';
import { checkLocationFilters, type Filters } from '#core/list/location-filters.ts';
import { readListRequest } from '#core/list/page.ts';
import { resolveNames } from '#core/list/resolve.ts';
import type { Scope } from '#core/list/types.ts';
import type { Db } from '#db/tenant.ts';

export type DeviceLocations = {
  /** The actor's locations, as in the list of devices; null: all. */
  scope: Scope;
  filters: readonly LocationFilter[];
};

/** The actor's locations and the location filters, as the list of devices reads them. Throws unknownColumn for another filter. */
export async function readLocations(db: Db, actor: Actor, filters: Filters): Promise<DeviceLocations> {
  await checkLocationFilters(db, filters);
  const list = listOf('device');
  const request = await readListRequest(db, actor, list, { ...filters, custom_view: 'Overview' });
  const { scope, locations } = await resolveNames(db, actor, list, request);
  return { scope, filters: locations };
}
