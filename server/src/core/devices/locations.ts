import { PortalError } from '#core/errors.ts';
import type { Actor } from '#core/auth/session.ts';
import type { LocationFilter } from '#core/list/conditions/condition.ts';
import { findList } from '#core/list/define.ts';
import { readListRequest } from '#core/list/page.ts';
import { resolveNames } from '#core/list/resolve.ts';
import type { Scope } from '#core/list/types.ts';
import type { Db } from '#db/tenant.ts';

export type DeviceLocations = {
  /** The actor's locations, as the list of devices has them; null: all. */
  scope: Scope;
  filters: readonly LocationFilter[];
};

/**
 * The actor's locations and the filters of locations, as the list of devices reads them. `filters` are in the grammar of lists. Throws
 * unknownColumn for others.
 */
export async function readLocations(
  db: Db,
  actor: Actor,
  filters: Readonly<Record<string, string>>,
): Promise<DeviceLocations> {
  const list = findList('device');
  if (!list) throw new Error('No module lists devices.');
  const request = await readListRequest(db, actor, list, { ...filters, custom_view: 'Overview' });
  const { scope, locations, conditions, search } = await resolveNames(db, actor, list, request);
  const [other] = conditions;
  if (other) throw new PortalError('unknownColumn', { params: { column: other.column } });
  if (search) throw new PortalError('unknownColumn', { params: { column: 'search' } });
  return { scope, filters: locations };
}
