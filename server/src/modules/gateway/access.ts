import { hash } from 'node:crypto';
import { isAllowed, checkAccess } from '@keyward/contract/access';
import type { gateway } from '@keyward/contract/gateway';
import type { Out } from '@keyward/contract/endpoint';
import { findAccessProfiles, devicesOfController, keysInLocations } from '#core/auth/access.ts';
import { type Controller, touchToken } from '#core/auth/controller.ts';
import type { Db } from '#db/tenant.ts';

/** Access rules per device of a controller, which it enforces offline. */
export async function describeAccess(db: Db, controller: Controller): Promise<Out<typeof gateway.access>['data']> {
  await touchToken(db, controller);
  const devices = await devicesOfController(db, controller.deviceId);
  const keys = await keysInLocations(db, [controller.locationId]);
  const profiles = await findAccessProfiles(db);
  const allowed = devices.map((device) => ({
    serial: device.serial,
    people: profiles.filter((person) => isAllowed(checkAccess(person, device, keys))).map((person) => person.id),
  }));
  const allowedIds = new Set(allowed.flatMap((device) => device.people));
  const answer = {
    people: profiles
      .filter((p) => allowedIds.has(p.id))
      .map(({ id, name, username, validUntil }) => ({ id, name, username, validUntil })),
    devices: allowed,
  };
  return { version: hash('sha256', JSON.stringify(answer), 'base64url').slice(0, 22), ...answer };
}
