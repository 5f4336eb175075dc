import { can } from '@keyward/contract/permissions';
import type { Actor } from '#core/auth/session.ts';
import { PortalError } from '#core/errors.ts';
import { withRow } from '#core/list/selection.ts';
import type { Db } from '#db/tenant.ts';
import { idsWithGroups } from './group-queries.ts';
import type { DeviceToDelete } from './queries.ts';

/**
 * A device without a value of a group is open to everyone at its location as far as that group is concerned. Deleting a device,
 * or giving it new hardware, frees its serial number for a device without groups, so it requires the same permission as removing
 * the groups. Called once the devices are locked, so that values assigned concurrently count. Texts restrict nothing. Docs:
 * decision 0118. Throws deviceHasGroups for the first device that has groups.
 */
export async function assertMayFreeSerials(
  db: Db,
  actor: Actor,
  devices: readonly Pick<DeviceToDelete, 'id' | 'name' | 'serial_number'>[],
): Promise<void> {
  if (can.assignGroups.holds(actor.authority)) return;
  const ids = new Set(
    await idsWithGroups(
      db,
      devices.map(({ id }) => id),
    ),
  );
  const grouped = devices.find(({ id }) => ids.has(id));
  if (grouped) throw withRow(hasGroups(), grouped.id, grouped.name, grouped.serial_number);
}

/** The refusal to remove groups from a device without the permission to assign them. */
export const hasGroups = () => new PortalError('deviceHasGroups');
