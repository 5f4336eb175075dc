import { type TagType, tagRights } from '@keyward/contract/groups';
import { PortalError } from '#core/errors.ts';
import type { Actor } from '#core/auth/session.ts';

/** Hides tags of a kind that the actor may not read. Throws PortalError notFound. */
export function requireReadable<T extends { type: TagType }>(actor: Actor, tag: T | undefined): T {
  if (!tag || !tagRights[tag.type].read.holds(actor.authority)) throw new PortalError('notFound');
  return tag;
}

/** Throws PortalError forbidden for actors who may edit only the other kind. */
export function assertMayEdit(actor: Actor, type: TagType): void {
  if (!tagRights[type].edit.holds(actor.authority)) throw new PortalError('forbidden');
}

/** Requires the right to read and to edit the tag. Throws PortalError notFound, forbidden. */
export function requireEditable<T extends { type: TagType }>(actor: Actor, tag: T | undefined): T {
  const readable = requireReadable(actor, tag);
  assertMayEdit(actor, readable.type);
  return readable;
}
