import type { DeviceChange, DeviceChangePreview, deviceChanges } from '@keyward/contract/device-changes';
import type { TagDefinition } from '@keyward/contract/groups';
import { limits } from '@keyward/contract/limits';
import type { z } from 'zod';
import { judgeRows, tryRows } from '#core/bulk/judge.ts';
import { changedRows, undoOfEvent } from '#core/bulk/queries.ts';
import { replacedTags, startUndo } from '#core/bulk/undo.ts';
import { PortalError } from '#core/errors.ts';
import { selectedIds, withRow } from '#core/list/selection.ts';
import { isVisible } from '#core/auth/scope.ts';
import type { Actor } from '#core/auth/session.ts';
import { namesOf, noContent, withValues } from '#core/tags/tags.ts';
import type { ReplacedState } from '#db/columns.ts';
import type { Db } from '#db/tenant.ts';
import { effectOnPeople } from './bulk-people.ts';
import { writeChanges } from './bulk-write.ts';
import { type Judged, judgeDevice, type Target } from './judge.ts';
import { deviceList } from './list.ts';
import { findDevice, findDevices, lockDevices, type StoredDevice } from './queries.ts';
import { deviceTags } from './service.ts';
import { contentOf } from './shape.ts';

type Input = z.output<(typeof deviceChanges)['apply']['body']>;
type Definitions = readonly TagDefinition[];

/** The target of the change for each device. Throws unknownTag, and what withValues throws. */
function prepare(change: DeviceChange, definitions: Definitions): (before: StoredDevice) => Target {
  if (change.kind === 'dualAuth') return () => ({ dualAuth: change.on });
  const definition = definitions.find(({ id, type }) => id === change.tagId && type === 1);
  if (!definition) throw new PortalError('unknownTag', { field: 'change.tagId' });
  return (before) => {
    const stored = contentOf(before, definitions).get(definition.id) ?? noContent;
    return { tags: [{ definition, content: withValues(definition, stored, change) }] };
  };
}

/** The devices in the order of the ids. Throws notFound, naming the row, unless all exist and are visible. */
function requireAllVisible(actor: Actor, ids: readonly string[], rows: readonly StoredDevice[]): StoredDevice[] {
  const byId = new Map(rows.map((device) => [device.id, device]));
  return ids.map((id) => {
    const device = byId.get(id);
    if (!device || !isVisible(actor, device.location_id)) throw withRow(new PortalError('notFound'), id);
    return device;
  });
}

const wordsOf = ({ name, serial_number: serial }: StoredDevice) => [name, serial];

/**
 * Previews a change: its effect on each of the selected devices and on the people who use them, and the devices that refuse it.
 * Writes nothing. Throws what selectedIds and `prepare` throw, and notFound.
 */
export async function previewChange(db: Db, actor: Actor, { rows, change }: Input): Promise<DeviceChangePreview> {
  const ids = await selectedIds(db, actor, deviceList, rows);
  const definitions = await deviceTags(db);
  const targetOf = prepare(change, definitions);
  const devices = requireAllVisible(actor, ids, await findDevices(db, actor, ids));
  const { judged, refused } = tryRows(devices, (device) => judgeDevice(actor, definitions, device, targetOf(device)));
  const affected = judged.filter(({ changes }) => changes.length > 0);
  const { gaining, losing, of } = await effectOnPeople(db, actor, affected);
  const named = (device: StoredDevice) => nameOf(device, definitions);
  return {
    changed: affected.length,
    unchanged: judged.length - affected.length,
    gaining,
    losing,
    devices: affected
      .slice(0, limits.impactPeople)
      .map((one) => ({ ...named(one.before), values: one.changes, ...of(one) })),
    refused: refused.slice(0, limits.impactPeople).map(({ row, ...refusal }) => ({ ...named(row), ...refusal })),
    refusals: refused.length,
    refusedIds: refused.map(({ row }) => row.id),
  };
}

function nameOf(device: StoredDevice, definitions: Definitions) {
  const { id, name, serial_number } = device;
  const location = definitions.find((definition) => definition.is_location);
  const content = location && contentOf(device, definitions).get(location.id);
  const locationTagValue = (location && content && namesOf(location, content)[0]) ?? null;
  return { id, name, serial_number, locationTagValue };
}

/**
 * Applies a change to the selected devices, all or none, with an event for each. Returns the number of changed devices, and the
 * id for undoing. Throws what judgeDevice throws, naming the row, and what previewChange throws.
 */
export async function applyChange(db: Db, actor: Actor, { rows, change }: Input) {
  const ids = await selectedIds(db, actor, deviceList, rows);
  const devices = requireAllVisible(actor, ids, await lockDevices(db, actor, ids));
  const definitions = await deviceTags(db);
  const targetOf = prepare(change, definitions);
  return writeChanges(db, actor, judgeAll(actor, definitions, devices, targetOf));
}

const judgeAll = (
  actor: Actor,
  definitions: Definitions,
  devices: readonly StoredDevice[],
  targetOf: (device: StoredDevice) => Target,
): Judged[] => judgeRows(devices, wordsOf, (device) => judgeDevice(actor, definitions, device, targetOf(device)));

/** The bulk change that an event recorded; empty if it cannot be undone or its device is not visible. */
export async function findUndo(db: Db, actor: Actor, eventId: string): Promise<{ id: string; devices: number }[]> {
  const found = await undoOfEvent(db, 'devices', eventId);
  const device = found && (await findDevice(db, actor, found.rowId));
  if (!found || !device || !isVisible(actor, device.location_id)) return [];
  return [{ id: found.id, devices: await changedRows(db, 'devices', found.id) }];
}

/**
 * Undoes a bulk change of devices with a new one, judged by the actor's present permissions: all devices or none. Throws
 * notFound, undoEnded, changedSince, unknownTag, unknownTagValue, and what applyChange throws.
 */
export async function undoChange(db: Db, actor: Actor, id: string) {
  const { ids, replacedOf } = await startUndo(db, { of: 'devices', id }, async (rows) =>
    (await findDevices(db, actor, rows)).some((device) => isVisible(actor, device.location_id)),
  );
  const devices = requireAllVisible(actor, ids, await lockDevices(db, actor, ids));
  const definitions = await deviceTags(db);
  const before = ({ dualAuth, tags }: ReplacedState): Target => ({
    ...(dualAuth === undefined ? {} : { dualAuth }),
    ...(tags ? { tags: replacedTags(tags, definitions) } : {}),
    restores: true,
  });
  return writeChanges(
    db,
    actor,
    judgeAll(actor, definitions, devices, (device) => before(replacedOf(device))),
  );
}
