import { announce } from '#core/live/changes.ts';
import { locationIds } from '#core/locations/ids.ts';
import type { Db } from '#db/tenant.ts';
import {
  adoptDevices,
  findControllerInLocation,
  moveDependents,
  setControllers,
  type StoredDevice,
} from './queries.ts';

/** Links a device to the OKM of its location, or a new OKM to the devices there. */
export async function linkController(db: Db, device: { id: string; isController: boolean }, locationId: string | null) {
  if (device.isController) {
    if (locationId) await adopt(db, device.id, locationId);
    return;
  }
  const controller = locationId ? await findControllerInLocation(db, locationId, device.id) : undefined;
  await setControllers(db, [device.id], controller ?? null);
}

/** Lets the devices of a location that have no controller report through its new OKM. */
export async function adopt(db: Db, controllerId: string, locationId: string): Promise<void> {
  announceMoved(db, await adoptDevices(db, controllerId, locationId));
}

/** Moves the dependents of an OKM to another OKM of the location that it leaves, or to none. */
export async function releaseDependents(db: Db, device: Pick<StoredDevice, 'id' | 'location_id'>): Promise<void> {
  if (!device.location_id) return;
  const next = await findControllerInLocation(db, device.location_id, device.id);
  announceMoved(db, await moveDependents(db, device.id, next ?? null));
}

const announceMoved = (db: Db, devices: Awaited<ReturnType<typeof adoptDevices>>): void =>
  announce(
    db,
    devices.map(({ id, location_value_id: at }) => ({ resource: 'device', id, locations: locationIds(at) })),
  );
