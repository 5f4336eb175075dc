import type { Device, lostReport } from '@keyward/contract/devices';
import type { z } from 'zod';
import { conflictWith, existing } from '#core/entity.ts';
import { PortalError } from '#core/errors.ts';
import { change } from '#core/events/change.ts';
import { record } from '#core/events/record.ts';
import { announce } from '#core/live/changes.ts';
import type { Actor } from '#core/auth/session.ts';
import { locationIds } from '#core/locations/ids.ts';
import { announceKeys } from '#core/onepass/live.ts';
import type { Db } from '#db/tenant.ts';
import { deleteLost, insertLost } from './lost-queries.ts';
import { findDevice, lockDevice, type StoredDevice } from './queries.ts';
import { getDevice, requireVisible, subject } from './service.ts';

/**
 * Reports a key lost: no profile may use it until it is found. A trigger of the table updates the entries of controllers. Throws
 * notFound, conflict, lostNotSupported, and alreadyLost with the name of the reporter.
 */
export async function reportLost(
  db: Db,
  actor: Actor,
  id: string,
  { note: given = '', serial_number: serial }: z.output<typeof lostReport>,
): Promise<Device> {
  const device = requireVisible(actor, await lockDevice(db, actor, id));
  if (serial !== undefined && serial !== device.serial_number) throw conflictWith(device);
  if (device.type.device_class !== 'KEY') throw new PortalError('lostNotSupported');
  const note = given.trim() || null;
  if (!(await insertLost(db, { device_id: id, by_name: actor.name, note }))) {
    // the row that the lock read may be older than the report that this call waited for
    const { lost_by } = existing(await findDevice(db, actor, id));
    throw new PortalError('alreadyLost', { params: { by: lost_by ?? '' } });
  }
  await say(db, actor, device, 'REPORT_KEY_LOST', change('note', null, note));
  return getDevice(db, actor, id);
}

/** Reports a lost key found: it may be used as before. Throws notFound, notLost. */
export async function reportFound(db: Db, actor: Actor, id: string): Promise<Device> {
  const device = requireVisible(actor, await lockDevice(db, actor, id));
  if (!(await deleteLost(db, id))) throw new PortalError('notLost');
  await say(db, actor, device, 'REPORT_KEY_FOUND', []);
  return getDevice(db, actor, id);
}

async function say(
  db: Db,
  actor: Actor,
  { id, name, location_id: location }: StoredDevice,
  event: 'REPORT_KEY_LOST' | 'REPORT_KEY_FOUND',
  changes: ReturnType<typeof change>,
): Promise<void> {
  const locations = locationIds(location);
  announce(db, [{ resource: 'device', id, locations }]);
  await announceKeys(db, [{ id, locations }]);
  await record(db, actor, { event, result: 'success', entity: subject({ id, name }), locations, changes });
}
