import type { DeviceLosses } from '@keyward/contract/devices';
import type { ChosenRows } from '@keyward/contract/selection';
import { PortalError } from '#core/errors.ts';
import { selectedIds, withRow, deleteSelected } from '#core/list/selection.ts';
import { announce } from '#core/live/changes.ts';
import { change } from '#core/events/change.ts';
import { recordAll } from '#core/events/record.ts';
import { isVisible } from '#core/auth/scope.ts';
import type { Vault } from '#core/auth/secrets.ts';
import type { Actor } from '#core/auth/session.ts';
import { tallyAll } from '#core/list/tally.ts';
import { locationIds } from '#core/locations/ids.ts';
import { announceKeys } from '#core/onepass/live.ts';
import { withdrawWithDevices } from '#core/onepass/withdraw.ts';
import type { Db } from '#db/tenant.ts';
import { releaseDependents } from './controllers.ts';
import { assertMayFreeSerials } from './group-rights.ts';
import { keepDevices } from './snapshot.ts';
import { deviceList } from './list.ts';
import { deleteDevices, findLosses, type DeviceToDelete, lockWithDependents } from './queries.ts';

/**
 * Deletes a device. Its events stay, and for 30 days a snapshot from which it can be restored. Throws notFound,
 * deviceNotDeletable, deviceHasGroups.
 */
export const removeDevice = (db: Db, vault: Vault, actor: Actor, id: string): Promise<void> =>
  remove(vault)(db, actor, [id]);

/** Deletes the selected devices, all or none, and returns their number. Throws what removeDevice and deleteSelected throw. */
export const removeDevices = (db: Db, vault: Vault, actor: Actor, chosen: ChosenRows): Promise<{ deleted: number }> =>
  deleteSelected(db, actor, deviceList, chosen, remove(vault));

/**
 * Counts the records that are deleted with the selected devices. Throws notFound, and what removeDevices throws for the
 * selection.
 */
export async function countLosses(db: Db, actor: Actor, chosen: ChosenRows): Promise<DeviceLosses> {
  const ids = await selectedIds(db, actor, deviceList, chosen);
  const losses = requireVisible(actor, ids, await findLosses(db, ids));
  const sum = (part: keyof DeviceLosses) => losses.reduce((all, device) => all + device[part], 0);
  return { controllerTokens: sum('controllerTokens'), keysOut: sum('keysOut'), secureKeys: sum('secureKeys') };
}

/** The devices with these ids. Throws notFound, also for devices outside the actor's locations. */
function requireVisible<D extends Pick<DeviceToDelete, 'id' | 'location_id'>>(
  actor: Actor,
  ids: readonly string[],
  rows: readonly D[],
): D[] {
  const byId = new Map(rows.map((device) => [device.id, device]));
  return ids.map((id) => {
    const device = byId.get(id);
    if (!device || !isVisible(actor, device.location_id)) throw withRow(new PortalError('notFound'), id);
    return device;
  });
}

/** `field` of a refusal is the device's id, so that the list can show the error on its row. */
const remove =
  (vault: Vault) =>
  async (db: Db, actor: Actor, ids: readonly string[]): Promise<void> => {
    if (ids.length === 0) return;
    const devices = requireVisible(actor, ids, await lockWithDependents(db, ids));
    const restricted = devices.find((d) => d.deletion_restricted);
    if (restricted)
      throw withRow(new PortalError('deviceNotDeletable'), restricted.id, restricted.name, restricted.serial_number);
    await assertMayFreeSerials(db, actor, devices);

    const isController = (d: DeviceToDelete) => d.device_class === 'OKM';
    await announceKeys(
      db,
      devices.map((device) => ({ id: device.id, locations: locationIds(device.location_id) })),
    );
    await withdrawWithDevices(db, ids);
    await keepDevices(db, { vault, actor }, ids);
    // dependents are deleted before their OKM, so that the remaining ones are reassigned
    await deleteDevices(
      db,
      devices.filter((d) => !isController(d)).map((d) => d.id),
    );
    for (const okm of devices.filter(isController)) {
      await releaseDependents(db, okm);
      await deleteDevices(db, [okm.id]);
    }
    await tallyAll(
      db,
      'device',
      devices.map(({ location_id: at }) => [at, -1]),
    );
    announce(
      db,
      devices.map((device) => ({ resource: 'device', id: device.id, locations: locationIds(device.location_id) })),
    );
    await recordAll(
      db,
      actor,
      devices.map((device) => ({
        event: 'DELETE_DEVICE',
        result: 'success',
        entity: { domain: 'device', id: device.id, name: device.name },
        locations: locationIds(device.location_id),
        changes: [...change('name', device.name, null), ...change('serial_number', device.serial_number, null)],
      })),
    );
  };
