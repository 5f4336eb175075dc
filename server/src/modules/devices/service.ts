import type { Device, deviceCreate, deviceUpdate } from '@keyward/contract/devices';
import type { TagDefinition } from '@keyward/contract/groups';
import type { z } from 'zod';
import { assertCurrent, existing } from '#core/entity.ts';
import { PortalError } from '#core/errors.ts';
import { announce } from '#core/live/changes.ts';
import { change } from '#core/events/change.ts';
import { type EventToRecord, record } from '#core/events/record.ts';
import { assertMayAssignLocation, assertVisible, isVisible } from '#core/auth/scope.ts';
import type { Actor } from '#core/auth/session.ts';
import { validateTags, requireTags, tagChanges } from '#core/tags/rules.ts';
import { replaceTags, tagDefinitions } from '#core/tags/queries.ts';
import { type ResolvedTag, resolveTags } from '#core/tags/tags.ts';
import { tally } from '#core/list/tally.ts';
import { locationIds } from '#core/locations/ids.ts';
import { announceKeys } from '#core/onepass/live.ts';
import type { Db } from '#db/tenant.ts';
import { linkController } from './controllers.ts';
import { judgeDevice } from './judge.ts';
import { insertLost } from './lost-queries.ts';
import { moveDevices } from './move.ts';
import {
  findDevice,
  findTypeOfSerial,
  insertDevice,
  lockDevice,
  locationOfSerial,
  type StoredDevice,
  type TypeOfSerial,
  updateDevice,
} from './queries.ts';
import { showDevice } from './serves.ts';
import { contentOf } from './shape.ts';
import { isRequired, locationOf, tagRowsOf } from './tags.ts';

export const deviceTags = (db: Db) => tagDefinitions(db, { objectType: 'devices' });
export const subject = (device: { id: string; name: string }) => ({ domain: 'device' as const, ...device });

/** One device within the actor's locations. Throws notFound. */
export async function getDevice(db: Db, actor: Actor, id: string): Promise<Device> {
  return showDevice(db, actor, requireVisible(actor, await findDevice(db, actor, id)), await deviceTags(db));
}

/** Throws notFound, also for a device outside the actor's locations. */
export function requireVisible(actor: Actor, stored: StoredDevice | undefined): StoredDevice {
  const device = existing(stored);
  assertVisible(actor, device.location_id);
  return device;
}

/**
 * Adds a device; its type is the one that owns the serial number. Throws unknownSerialNumber, serialNumberTaken,
 * tagRequired, locationNotAllowed, cannotAssignGroups and what resolveTags throws.
 */
export async function createDevice(db: Db, actor: Actor, input: z.output<typeof deviceCreate>): Promise<Device> {
  const type = await typeOf(db, input.serial_number);
  const definitions = await deviceTags(db);
  const tags = validateTags(actor, definitions, new Map(), input.tags, { locationFree: true });
  return addDevice(db, actor, { ...input, type, tags, definitions }, { event: 'ADD_DEVICE' });
}

/** The type that owns the serial number. Throws unknownSerialNumber. */
export async function typeOf(db: Db, serialNumber: string): Promise<TypeOfSerial> {
  const type = await findTypeOfSerial(db, serialNumber);
  if (!type) throw unknownSerial();
  return type;
}

/** The location of a new device with these tags. Throws tagRequired, locationNotAllowed. */
export function assignedLocation(
  actor: Actor,
  { definitions, tags, required = isRequired }: Pick<NewDevice, 'definitions' | 'tags' | 'required'>,
) {
  requireTags(definitions, new Map(tags.map((t) => [t.definition.id, t.content])), required);
  const location = locationOf(tags) ?? { location_definition_id: null, location_value_id: null };
  assertMayAssignLocation(actor, location.location_value_id);
  return location;
}

type NewDevice = {
  name: string;
  serial_number: string;
  type: TypeOfSerial;
  tags: readonly ResolvedTag[];
  definitions: readonly TagDefinition[];
  /** Whether a tag is required; given for a restored device. */
  required?: (definition: TagDefinition) => boolean;
  /** Extra columns stored for a restored device. */
  more?: { info: string; curfew: string | null };
  lost?: Device['lost'];
};
type AsEvent = Pick<EventToRecord, 'raw'> & { event: 'ADD_DEVICE' | 'RESTORE_DEVICE' };

/** Stores a new device, with its event. Throws serialNumberTaken, unknownSerialNumber, and what `assignedLocation` throws. */
export async function addDevice(db: Db, actor: Actor, device: NewDevice, event: AsEvent): Promise<Device> {
  const { name, serial_number, type, tags, definitions, more, lost } = device;
  const location = assignedLocation(actor, device);
  const columns = { ...location, ...more, name, serial_number, device_type_id: type.id, updated_by: actor.name };
  const id = await insertDevice(db, columns);
  if (id === undefined) throw (await serialRefusal(db, actor, serial_number)) ?? unknownSerial();
  if (lost) await insertLost(db, { device_id: id, by_name: lost.by, note: lost.note, since: lost.since });
  await replaceTags(db, { type: 'devices', id }, [], tagRowsOf(tags));
  await tally(db, 'device', location.location_value_id, 1);
  await linkController(db, { id, isController: type.device_class === 'OKM' }, location.location_value_id);

  announce(db, [{ resource: 'device', id, locations: locationIds(location.location_value_id) }]);
  await record(db, actor, {
    ...event,
    result: 'success',
    entity: subject({ id, name }),
    locations: locationIds(location.location_value_id),
    changes: [
      ...change('name', null, name),
      ...change('serial_number', null, serial_number),
      ...tagChanges(tags, new Map()),
    ],
  });
  return showDevice(db, actor, existing(await findDevice(db, actor, id)), definitions);
}

const unknownSerial = () => new PortalError('unknownSerialNumber', { field: 'serial_number' });

/**
 * The reason why no other device can have this serial number; undefined if it is free. Does not reveal a device outside the
 * actor's locations: the error is then that of an unknown serial number.
 */
export async function serialRefusal(db: Db, actor: Actor, serialNumber: string): Promise<PortalError | undefined> {
  const location = await locationOfSerial(db, serialNumber);
  if (location === undefined) return undefined;
  return isVisible(actor, location)
    ? new PortalError('serialNumberTaken', { field: 'serial_number' })
    : unknownSerial();
}

/**
 * Changes a device; a save without changes records no event. `ifMatch` is the version that the actor read. Throws
 * notFound, conflict, dualAuthNotSupported, curfewNotSupported and the tag errors of createDevice.
 */
export async function changeDevice(
  db: Db,
  actor: Actor,
  id: string,
  input: z.output<typeof deviceUpdate>,
  ifMatch: number | undefined,
): Promise<Device> {
  const before = requireVisible(actor, await lockDevice(db, actor, id));
  assertCurrent(before, ifMatch);
  const definitions = await deviceTags(db);
  const { info, curfew = before.curfew } = input;
  const { tags, moved, changes, locations } = judgeDevice(actor, definitions, before, {
    name: input.name,
    dualAuth: info?.dual_auth,
    curfew: input.curfew,
    tags: resolveTags(definitions, input.tags ?? [], contentOf(before, definitions)),
  });
  if (!changes.length) return showDevice(db, actor, before, definitions);

  await updateDevice(db, id, {
    name: input.name,
    updated_by: actor.name,
    curfew,
    info: JSON.stringify({ ...before.info, ...info }),
    ...moved,
  });
  await replaceTags(
    db,
    { type: 'devices', id },
    tags.map((t) => t.definition.id),
    tagRowsOf(tags),
  );
  if (moved) await moveDevices(db, [{ device: before, to: moved.location_value_id }]);

  announce(db, [{ resource: 'device', id, locations }]);
  await announceKeys(db, [{ id, locations }]);
  await record(db, actor, {
    event: 'MODIFY_DEVICE',
    result: 'success',
    entity: subject({ id, name: input.name }),
    locations,
    changes,
  });
  return showDevice(db, actor, existing(await findDevice(db, actor, id)), definitions);
}
