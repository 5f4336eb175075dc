import type { EventChange } from '@keyward/contract/activity';
import type { TagObjectType, tagUpdate, tagValuesEdit } from '@keyward/contract/groups';
import { limits } from '@keyward/contract/limits';
import { fold } from '@keyward/contract/characters';
import { liveResources, resources } from '@keyward/contract/resources';
import type { z } from 'zod';
import { PortalError } from '#core/errors.ts';
import { change } from '#core/events/change.ts';
import { record } from '#core/events/record.ts';
import { announceAll } from '#core/live/changes.ts';
import type { Actor } from '#core/auth/session.ts';
import { violates } from '#db/start-error.ts';
import type { Db } from '#db/tenant.ts';
import { joinNames, unassignedChanges, reordered, subject } from './changes.ts';
import {
  countDevicesByLocation,
  deleteValues,
  insertValues,
  keepNames,
  lockTag,
  lockValues,
  reloadTag,
  type StoredTag,
  touchTag,
  unassign,
  updateValues,
} from './queries.ts';
import { assertMayTakeFromDevices, requireEditable } from './rights.ts';

/** Announces that rows with the tag changed, to all lists that show tags of these objects. */
const announceTagged = (db: Db, types: readonly TagObjectType[]): void =>
  announceAll(
    db,
    liveResources.filter((resource) => types.some((type) => type === resources[resource].tags)),
  );

const objectsOf = ({ objects }: StoredTag) => objects.map(({ type }) => type);

/** Removes a tag, or some of its values, from all objects. Returns the number of objects that lost something. */
export async function takeFromAll(
  db: Db,
  type: TagObjectType,
  tagId: string,
  valueIds: readonly string[] | null,
): Promise<number> {
  const n = await unassign(db, type, tagId, valueIds);
  if (n > 0) announceTagged(db, [type]);
  return n;
}

type Value = StoredTag['values'][number];
type NewValues = NonNullable<z.output<typeof tagUpdate>['values']>;
type Pair = z.output<typeof tagValuesEdit>['values'][number];

/**
 * Renames and deletes values, all pairs or none. Objects keep a renamed value; a deleted one is removed from all
 * objects, in this transaction. Throws notFound, forbidden, tagValueGone (stale oldValue), nothingToUpdate,
 * cannotUpdateToExistingValue and what removeValues throws.
 */
export async function editValues(db: Db, actor: Actor, id: string, pairs: readonly Pair[]): Promise<StoredTag> {
  const tag = requireEditable(actor, await lockTag(db, id));
  const named = pairs.map(({ oldValue, newValue }) => {
    const value = tag.values.find((v) => v.name === oldValue);
    if (!value) {
      throw new PortalError('tagValueGone', { field: 'values', params: { value: oldValue.slice(0, limits.tagValue) } });
    }
    if (oldValue === newValue) throw new PortalError('nothingToUpdate', { field: 'values' });
    return { value, newValue };
  });
  const removed = named.flatMap(({ value, newValue }) => (newValue === null ? [value] : []));
  const renamed = named.flatMap(({ value, newValue }) => (newValue === null ? [] : [{ value, newValue }]));

  const counts = await removeValues(db, actor, tag, removed);
  await renameValues(db, tag, renamed);
  await touchTag(db, id, { updated_by: actor.name });
  await record(db, actor, {
    event: 'MODIFY_TAG_DEFINITION',
    result: 'success',
    entity: subject(tag),
    locations: locationsOf(
      tag,
      named.map(({ value }) => value),
    ),
    changes: [
      ...change(
        'renamedValues',
        joinNames(renamed.map((r) => r.value.name)),
        joinNames(renamed.map((r) => r.newValue)),
      ),
      ...change('removedValues', joinNames(removed.map((v) => v.name)), null),
      ...unassignedChanges(counts),
    ],
  });
  return reloadTag(db, id);
}

/** Renames values. They get their ids as names in between, so that values can swap names. */
export async function renameValues(
  db: Db,
  tag: StoredTag,
  renamed: readonly { value: Value; newValue: string }[],
): Promise<void> {
  if (renamed.length === 0) return;
  const row = ({ value }: { value: Value }, name: string) => [value.id, name, value.order] as const;
  try {
    if (renamed.length > 1)
      await updateValues(
        db,
        renamed.map((r) => row(r, r.value.id)),
      );
    await updateValues(
      db,
      renamed.map((r) => row(r, r.newValue)),
    );
  } catch (error) {
    if (!violates(error, 'tag_value_name_unique')) throw error;
    throw new PortalError('cannotUpdateToExistingValue', { field: 'values' });
  }
  announceTagged(db, objectsOf(tag));
}

/**
 * Deletes values and their assignments; returns the number of objects that lost one. Refuses a location that has devices, which
 * would become unassigned. Throws locationProtected, locationInUse and what assertMayTakeFromDevices throws.
 */
async function removeValues(db: Db, actor: Actor, tag: StoredTag, removed: readonly Value[]) {
  const none = { devices: 0, profiles: 0 };
  if (removed.length === 0) return none;
  const ids = removed.map((v) => v.id);
  if (tag.is_location && actor.authority.features.includes('packageProtection')) {
    throw new PortalError('locationProtected', { field: 'values' });
  }
  await lockValues(db, ids);
  if (tag.is_location) {
    const [used] = await countDevicesByLocation(db, ids);
    if (used) {
      const value = removed.find((v) => v.id === used.id)?.name ?? '';
      throw new PortalError('locationInUse', { field: 'values', params: { value, count: used.n } });
    }
  } else await assertMayTakeFromDevices(db, actor, tag, removed, 'values');
  const counts = {
    devices: tag.is_location ? 0 : await takeFromAll(db, 'devices', tag.id, ids),
    profiles: await takeFromAll(db, 'users', tag.id, ids),
  };
  if (tag.is_location) await keepNames(db, tag.id, removed);
  await deleteValues(db, ids);
  return counts;
}

type ResolvedValue = { value: Value | null; name: string };

/** Splits the list into kept values, with their spelling, and new ones. */
function resolveValues(tag: StoredTag, wanted: NewValues): ResolvedValue[] {
  const byId = new Map(tag.values.map((v) => [v.id, v]));
  const byFold = new Map(tag.values.map((v) => [fold(v.name), v]));
  return wanted.map((item) => {
    if (typeof item === 'string') return { value: byFold.get(fold(item)) ?? null, name: item };
    const value = byId.get(item.id);
    if (!value) throw new PortalError('tagValueGone', { field: 'values', params: { value: item.id } });
    return { value, name: value.name };
  });
}

/**
 * Replaces the values of a tag by the list, in its order: known values by id or name, new ones by name; the rest are
 * deleted. Returns the changes for the event and the affected locations. Throws accessGroupAlreadyExists, tagValueGone,
 * textTagHasNoValues and what removeValues throws.
 */
export async function replaceValues(
  db: Db,
  actor: Actor,
  tag: StoredTag,
  wanted: NewValues,
): Promise<{ changes: EventChange[]; locations: string[] }> {
  if (tag.type === 0 && wanted.length > 0) throw new PortalError('textTagHasNoValues', { field: 'values' });
  const list = resolveValues(tag, wanted);
  const kept = list.flatMap(({ value }) => value ?? []);
  if (new Set(kept).size < kept.length) throw new PortalError('accessGroupAlreadyExists', { field: 'values' });
  const removed = tag.values.filter((v) => !kept.includes(v));
  const added = list.flatMap(({ value, name }, i) => (value ? [] : [[name, i] as const]));
  const before = tag.values.filter((v) => kept.includes(v));
  const order = reordered(
    before.map((v) => v.name),
    kept.map((v) => v.name),
  );
  const renumber = added.length > 0 || order.length > 0;
  const updated = list.flatMap(({ value, name }, i) => {
    const position = renumber ? i : (value?.order ?? i);
    return value && (value.name !== name || value.order !== position) ? [[value.id, name, position] as const] : [];
  });
  const renamed = list.flatMap(({ value, name }) => (value && value.name !== name ? [{ value, name }] : []));

  const counts = await removeValues(db, actor, tag, removed);
  await updateValues(db, updated);
  if (renamed.length > 0) announceTagged(db, objectsOf(tag));
  await insertValues(db, tag.id, added);
  return {
    changes: [
      ...change('addedValues', null, joinNames(added.map(([name]) => name))),
      ...change('renamedValues', joinNames(renamed.map((r) => r.value.name)), joinNames(renamed.map((r) => r.name))),
      ...change('removedValues', joinNames(removed.map((v) => v.name)), null),
      ...order,
      ...unassignedChanges(counts),
    ],
    locations: locationsOf(tag, [...removed, ...renamed.map((r) => r.value)]),
  };
}

/** Events about a location are visible to the profiles at that location. */
const locationsOf = (tag: StoredTag, values: readonly Value[]): string[] =>
  tag.is_location ? values.map((v) => v.id) : [];
