import type { Db } from '#db/tenant.ts';
import {
  adoptDevices,
  findControllerInLocation,
  moveDependents,
  setControllers,
  type StoredDevice,
} from './queries.ts';

/** Devices report through the OKM of their location. */
export async function linkController(db: Db, device: { id: string; isController: boolean }, locationId: string | null) {
  if (device.isController) {
    if (locationId) await adoptDevices(db, device.id, locationId);
    return;
  }
  const controller = locationId ? await findControllerInLocation(db, locationId, device.id) : undefined;
  await setControllers(db, [device.id], controller ?? null);
}

/** Moves an OKM's dependents to another OKM of the location it leaves, or to none. */
export async function releaseDependents(db: Db, device: Pick<StoredDevice, 'id' | 'location_id'>) {
  if (!device.location_id) return;
  await moveDependents(db, device.id, (await findControllerInLocation(db, device.location_id, device.id)) ?? null);
}
