import type { Device, deviceReplace } from '@keyward/contract/devices';
import type { z } from 'zod';
import { savePresent } from '#core/device-history/store.ts';
import { conflictWith } from '#core/entity.ts';
import { PortalError } from '#core/errors.ts';
import { change } from '#core/events/change.ts';
import { record } from '#core/events/record.ts';
import { announce } from '#core/live/changes.ts';
import { announceKeys } from '#core/onepass/live.ts';
import type { Actor } from '#core/auth/session.ts';
import { locationIds } from '#core/locations/ids.ts';
import type { Db } from '#db/tenant.ts';
import { assertMayFreeSerials } from './group-rights.ts';
import { deleteLost } from './lost-queries.ts';
import { lockDevice } from './queries.ts';
import {
  clearCustody,
  deleteTokensOf,
  endConnection,
  forgetConfirmedRemovals,
  keepCommandsFromSuccessor,
  startNextEpoch,
  storeReplacement,
} from './replace-queries.ts';
import { getDevice, requireVisible, serialRefusal, typeOf } from './service.ts';

/**
 * Gives a device new hardware of its type. Name, groups, location, OnePASS keys and history stay; the reported state, the holder
 * of a key, the report that it is lost and the tokens of the former hardware end. Throws notFound, conflict, deviceHasGroups,
 * unknownSerialNumber, otherDeviceType and serialNumberTaken.
 */
export async function replaceDevice(
  db: Db,
  actor: Actor,
  id: string,
  { serial_number, replaces }: z.output<typeof deviceReplace>,
): Promise<Device> {
  const before = requireVisible(actor, await lockDevice(db, actor, id));
  if (before.serial_number !== replaces) throw conflictWith(before);
  await assertMayFreeSerials(db, actor, [before]);
  const field = 'serial_number';
  const type = await typeOf(db, serial_number);
  if (type.id !== before.type.id)
    throw new PortalError('otherDeviceType', { field, params: { type: before.type.name } });
  const refusal = await serialRefusal(db, actor, serial_number);
  if (refusal) throw refusal;

  await savePresent(db, { ...before, state_schema: before.type.state_schema });
  await storeReplacement(db, id, { serial_number, updated_by: actor.name });
  const tokens = before.type.device_class === 'OKM' ? await endController(db, id, before.state_updated_at) : [];
  await clearCustody(db, id);
  // the new hardware is present, and the serial number of the lost one belongs to no device now
  await deleteLost(db, id);

  const locations = locationIds(before.location_id);
  announce(db, [{ resource: 'device', id, locations }]);
  await announceKeys(db, [{ id, locations }]);
  await record(db, actor, {
    event: 'REPLACE_DEVICE',
    result: 'success',
    entity: { domain: 'device', id, name: before.name },
    locations,
    changes: [
      ...change(field, before.serial_number, serial_number),
      ...tokens.flatMap((prefix) => change('controller_token', prefix, null)),
    ],
  });
  return getDevice(db, actor, id);
}

/** Ends the state that belongs to the former OKM; returns the first characters of its tokens. */
async function endController(db: Db, id: string, lastReport: string | null): Promise<string[]> {
  const tokens = await deleteTokensOf(db, id);
  if (lastReport !== null) await endConnection(db, id, lastReport);
  await forgetConfirmedRemovals(db, id);
  await startNextEpoch(db, id);
  await keepCommandsFromSuccessor(db, id);
  return tokens;
}
