import { type TagType, tagRights, tagTypes } from '@keyward/contract/groups';
import { can } from '@keyward/contract/permissions';
import { PortalError } from '#core/errors.ts';
import type { Actor } from '#core/auth/session.ts';
import type { Db } from '#db/tenant.ts';
import { joinNames } from './changes.ts';
import type { StoredTag } from './queries.ts';
import { countCarriers } from './usage-queries.ts';

/** Hides tags of a kind that the actor may not read. Throws PortalError notFound. */
function requireReadable<T extends { type: TagType }>(actor: Actor, tag: T | undefined): T {
  if (!tag || !tagRights[tag.type].read.holds(actor.authority)) throw new PortalError('notFound');
  return tag;
}

/** Throws PortalError forbidden for actors who may edit only the other kind. */
export function assertMayEdit(actor: Actor, type: TagType): void {
  if (!tagRights[type].edit.holds(actor.authority)) throw new PortalError('forbidden');
}

/** Requires the permissions to read and to edit the tag. Throws PortalError notFound, forbidden. */
export function requireEditable<T extends { type: TagType }>(actor: Actor, tag: T | undefined): T {
  const readable = requireReadable(actor, tag);
  assertMayEdit(actor, readable.type);
  return readable;
}

/**
 * A device without values of a group is open to everyone at its location as far as that group is concerned. So deleting some of a
 * group's values that devices have, or all (null), requires the permissions to remove them from each device. Called once tag and
 * values are locked, so that values assigned concurrently count. Texts restrict nothing. Docs: decision 0118. Throws
 * groupNeedsDevices, groupNeedsAssigning, groupNeedsLocations.
 */
export async function assertMayTakeFromDevices(
  db: Db,
  actor: Actor,
  tag: StoredTag,
  values: readonly StoredTag['values'][number][] | null,
  field?: string,
): Promise<void> {
  if (tag.type !== tagTypes.group) return;
  const { devices: count, hidden } = await countCarriers(db, actor, tag.id, values && values.map(({ id }) => id));
  if (count === 0) return;
  const value = (values && joinNames(values.map(({ name }) => name))) ?? tag.label;
  const refused = (code: 'groupNeedsDevices' | 'groupNeedsAssigning' | 'groupNeedsLocations', more = {}) =>
    new PortalError(code, { params: { value, count, ...more }, ...(field ? { field } : {}) });
  if (!can.editDevices.holds(actor.authority)) throw refused('groupNeedsDevices');
  if (!can.assignGroups.holds(actor.authority)) throw refused('groupNeedsAssigning');
  if (hidden > 0) throw refused('groupNeedsLocations', { hidden });
}
