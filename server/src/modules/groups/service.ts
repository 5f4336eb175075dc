import {
  byName,
  type tagCreate,
  type TagObjects,
  tagObjectTypes,
  type TagObjectType,
  type TagType,
  type tagUpdate,
  type TagUsage,
  tagRights,
} from '@keyward/contract/groups';
import { limits } from '@keyward/contract/limits';
import type { z } from 'zod';
import { assertCurrent } from '#core/entity.ts';
import { PortalError } from '#core/errors.ts';
import { change } from '#core/events/change.ts';
import { record } from '#core/events/record.ts';
import type { Actor } from '#core/auth/session.ts';
import { tagCategory } from '#core/tags/tags.ts';
import type { Db } from '#db/tenant.ts';
import { joinNames, unassignedChanges, describeObjects, subject } from './changes.ts';
import {
  countTags,
  deleteTag,
  findTag,
  findTags,
  insertTag,
  insertValues,
  lockOrder,
  lockTag,
  reloadTag,
  replaceObjects,
  setPositions,
  type StoredTag,
  touchTag,
} from './queries.ts';
import { assertMayEdit, assertMayTakeFromDevices, requireEditable } from './rights.ts';
import { usageOf } from './usage-queries.ts';
import { replaceValues, takeFromAll } from './values.ts';

/** The tags of one kind, for editors. Throws forbidden for actors who may read only the other kind. */
export async function listTags(
  db: Db,
  actor: Actor,
  type: TagType,
  objectType: TagObjectType | undefined,
): Promise<StoredTag[]> {
  if (!tagRights[type].read.holds(actor.authority)) throw new PortalError('forbidden');
  return findTags(db, type, objectType ?? null);
}

/** Usage counts of a tag and its values at all locations, which group editors may know. Throws notFound, forbidden. */
export async function tagUsage(db: Db, actor: Actor, id: string): Promise<TagUsage> {
  return usageOf(db, actor, requireEditable(actor, await findTag(db, id)));
}

/**
 * Adds a tag at the end. Throws forbidden, tagNameTaken, accessGroupAlreadyExists, textTagHasNoValues, tagLimit.
 */
export async function createTag(db: Db, actor: Actor, input: z.output<typeof tagCreate>): Promise<StoredTag> {
  const { label, type } = input;
  assertMayEdit(actor, type);
  if (type === 0 && input.values.length > 0) throw new PortalError('textTagHasNoValues', { field: 'values' });
  const { n, last } = await countTags(db);
  if (n >= limits.tagDefinitions) throw new PortalError('tagLimit', { params: { limit: limits.tagDefinitions } });
  const objects: TagObjects = input.objects ?? tagObjectTypes.map((kind) => ({ type: kind, required: false }));
  const values = input.values.toSorted(byName);
  const category = tagCategory(
    type,
    objects.map((o) => o.type),
  );
  const position = last + 1;

  const id = await insertTag(db, { label, category, type, position, updated_by: actor.name });
  await replaceObjects(db, id, objects, position);
  await insertValues(
    db,
    id,
    values.map((name, i) => [name, i]),
  );
  await record(db, actor, {
    event: 'ADD_TAG_DEFINITION',
    result: 'success',
    entity: subject({ id, label }),
    changes: [
      ...change('name', null, label),
      ...change('addedValues', null, joinNames(values)),
      ...change('objects', null, describeObjects(objects)),
    ],
  });
  return reloadTag(db, id);
}

/**
 * Changes a tag; a save without changes records no event. `ifMatch` is the version that the actor read. Values and object
 * types missing from `values` and `objects` are removed from all objects, in this transaction. Throws notFound, forbidden,
 * conflict, tagNameTaken and what replaceValues and assertMayTakeFromDevices throw.
 */
export async function changeTag(
  db: Db,
  actor: Actor,
  id: string,
  input: z.output<typeof tagUpdate>,
  ifMatch: number | undefined,
): Promise<StoredTag> {
  const before = requireEditable(actor, await lockTag(db, id));
  assertCurrent(before, ifMatch);
  const fixedField = (field: string) => new PortalError('invalidField', { field, params: { field, reason: 'fixed' } });
  if (input.type !== undefined && input.type !== before.type) throw fixedField('type');
  const label = input.label ?? before.label;
  const objects = input.objects ?? before.objects;
  const removedObjects = before.objects.filter((o) => !objects.some((other) => other.type === o.type));
  if (before.is_location && removedObjects.length > 0) throw fixedField('objects');

  const values = input.values ? await replaceValues(db, actor, before, input.values) : { changes: [], locations: [] };
  const unassigned = { devices: 0, profiles: 0 };
  for (const { type } of removedObjects) {
    if (type === 'devices') await assertMayTakeFromDevices(db, actor, before, null, 'objects');
    unassigned[type === 'users' ? 'profiles' : 'devices'] = await takeFromAll(db, type, id, null);
  }
  const objectChanges = change('objects', describeObjects(before.objects), describeObjects(objects));
  const changes = [
    ...change('name', before.label, label),
    ...values.changes,
    ...objectChanges,
    ...(removedObjects.length ? unassignedChanges(unassigned) : []),
  ];
  if (!changes.length) return before;

  if (objectChanges.length) await replaceObjects(db, id, objects, before.order);
  const category = tagCategory(
    before.type,
    objects.map((o) => o.type),
  );
  await touchTag(db, id, { label, category, updated_by: actor.name });
  await record(db, actor, {
    event: 'MODIFY_TAG_DEFINITION',
    result: 'success',
    entity: subject({ id, label }),
    locations: values.locations,
    changes,
  });
  return reloadTag(db, id);
}

/**
 * Moves a tag before another of its kind; null: to the end. Moving it to its own position records no event. Throws
 * notFound, forbidden, and unknownTag when the other tag is of another kind.
 */
export async function moveTag(db: Db, actor: Actor, id: string, before: string | null): Promise<StoredTag> {
  const tag = requireEditable(actor, await findTag(db, id));
  const order = await lockOrder(db, tag.type);
  const ids = order.map((o) => o.id);
  // deleted between lookup and lock
  if (!ids.includes(id)) throw new PortalError('notFound');
  if (before !== null && !ids.includes(before)) throw new PortalError('unknownTag', { field: 'before' });
  const others = ids.filter((other) => other !== id);
  const index = before === null ? others.length : before === id ? ids.indexOf(id) : others.indexOf(before);
  const newOrder = others.toSpliced(index, 0, id);
  const from = ids.indexOf(id);
  if (index === from) return tag;

  // positions of this kind among all tags
  let last = -1;
  const positions = order.map(({ position }) => (last = Math.max(last + 1, position)));
  await setPositions(
    db,
    newOrder.map((other, i) => [other, positions[i] ?? i] as const),
  );
  await record(db, actor, {
    event: 'MODIFY_TAG_DEFINITION',
    result: 'success',
    entity: subject(tag),
    changes: change('order', String(from + 1), String(index + 1)),
  });
  return reloadTag(db, id);
}

/**
 * Deletes a tag with its values and assignments. Throws notFound, forbidden, locationTagKept and what assertMayTakeFromDevices
 * throws.
 */
export async function removeTag(db: Db, actor: Actor, id: string): Promise<void> {
  const tag = requireEditable(actor, await lockTag(db, id));
  if (tag.is_location) throw new PortalError('locationTagKept');
  await assertMayTakeFromDevices(db, actor, tag, null);
  const counts = {
    devices: await takeFromAll(db, 'devices', id, null),
    profiles: await takeFromAll(db, 'users', id, null),
  };
  await deleteTag(db, id);
  await record(db, actor, {
    event: 'DELETE_TAG_DEFINITION',
    result: 'success',
    entity: subject(tag),
    changes: [
      ...change('name', tag.label, null),
      ...change('removedValues', joinNames(tag.values.map((v) => v.name)), null),
      ...unassignedChanges(counts),
    ],
  });
}
