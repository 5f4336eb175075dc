import type { Missing, RestorePreview } from '@keyward/contract/deletions';
import { type Device, supportsDualAuth } from '@keyward/contract/devices';
import type { TagDefinition } from '@keyward/contract/groups';
import type { Vault } from '#core/auth/secrets.ts';
import type { Actor } from '#core/auth/session.ts';
import { toPreview } from '#core/deletions/shape.ts';
import { findDeletion, forgetDeletion, lockDeletion, type StoredDeletion } from '#core/deletions/store.ts';
import { restorableTags } from '#core/deletions/tags.ts';
import { existing } from '#core/entity.ts';
import type { Db } from '#db/tenant.ts';
import { hasGroups } from './group-rights.ts';
import { addDevice, deviceTags, assignedLocation, serialRefusal, typeOf } from './service.ts';
import { isRequired } from './tags.ts';

type Deleted = StoredDeletion<'device'>;

async function tagsOf(db: Db, actor: Actor, { snapshot }: Deleted) {
  const definitions = await deviceTags(db);
  // a tag that the device never had cannot be restored, so it is not required
  const required = (definition: TagDefinition) =>
    isRequired(definition) && snapshot.tags.some(({ id }) => id === definition.id);
  return { definitions, required, ...restorableTags(actor, definitions, snapshot.tags, { locationFree: true }) };
}

/** Previews restoring a device now. Writes nothing. Throws notFound. */
export async function previewDevice(db: Db, vault: Vault, actor: Actor, id: string): Promise<RestorePreview> {
  const deleted = existing(await findDeletion(db, vault, actor, 'device', id));
  const { missing, ...parts } = await tagsOf(db, actor, deleted);
  return toPreview(deleted, missing, async () => {
    await typeOf(db, deleted.snapshot.serial);
    const refusal = await serialRefusal(db, actor, deleted.snapshot.serial);
    if (refusal) throw refusal;
    assertGroupsReturn(missing);
    assignedLocation(actor, parts);
  });
}

/**
 * Throws deviceHasGroups for a device that would lose a group by being restored: it would be open to everyone at its location.
 */
function assertGroupsReturn(missing: readonly Missing[]): void {
  if (missing.some(({ reason }) => reason === 'notAllowed')) throw hasGroups();
}

/**
 * Restores a deleted device as a new row. It is judged like a new device, except that it may lack tags that it did not have. It
 * has no token, OnePASS key, holder or reported state. A key that was lost is still lost. Throws notFound (also if it was
 * restored already), deviceHasGroups, unknownSerialNumber, serialNumberTaken, tagRequired and locationNotAllowed.
 */
export async function restoreDevice(db: Db, vault: Vault, actor: Actor, id: string): Promise<Device> {
  const deleted = existing(await lockDeletion(db, vault, actor, 'device', id));
  const { name, serial: serial_number, dualAuth, curfew, lost } = deleted.snapshot;
  const type = await typeOf(db, serial_number);
  const { missing, ...parts } = await tagsOf(db, actor, deleted);
  assertGroupsReturn(missing);
  await forgetDeletion(db, id);
  const info = dualAuth !== undefined && supportsDualAuth(type.name) ? { dual_auth: dualAuth } : {};
  const isKey = type.device_class === 'KEY';
  const device = {
    name,
    serial_number,
    type,
    ...parts,
    more: { info: JSON.stringify(info), curfew: isKey ? curfew : null },
    lost: isKey && lost ? lost : null,
  };
  return addDevice(db, actor, device, { event: 'RESTORE_DEVICE', raw: { former: id, missing } });
}
