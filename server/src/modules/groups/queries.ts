import type { ManagedTag, TagObjects, TagObjectType, TagType } from '@keyward/contract/groups';
import { sql } from 'kysely';
import { definitionQuery } from '#core/tags/queries.ts';
import { any, nextVersion, valuesTable } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';

/** A definition with the author and time of its last change. */
export type StoredTag = ManagedTag & { updated_by: string | null; updated_at: string };

const tagQuery = (db: Db, objectType: TagObjectType | null) =>
  definitionQuery(db, objectType).select(['d.version', 'd.updated_by', 'd.updated_at']);

export const findTags = (db: Db, type: TagType, objectType: TagObjectType | null): Promise<StoredTag[]> =>
  tagQuery(db, objectType).where('d.type', '=', type).execute();

export const findTag = (db: Db, id: string): Promise<StoredTag | undefined> =>
  tagQuery(db, null).where('d.id', '=', id).executeTakeFirst();

/** Reads the definition again in the same transaction, just after a write. */
export async function reloadTag(db: Db, id: string): Promise<StoredTag> {
  const tag = await findTag(db, id);
  if (!tag) throw new Error('a tag that this transaction has written is not there');
  return tag;
}

/**
 * Locks the definition until the end of the transaction, which serialises changes of a tag and blocks new assignments. Reads it
 * after the lock, so that it includes the previous transaction's changes.
 */
export async function lockTag(db: Db, id: string): Promise<StoredTag | undefined> {
  await db.selectFrom('tag_definition').select('id').where('id', '=', id).forUpdate().execute();
  return findTag(db, id);
}

/** Ids and positions of all tags of a kind, in order, locked. */
export async function lockOrder(db: Db, type: TagType): Promise<{ id: string; position: number }[]> {
  await db.selectFrom('tag_definition').select('id').where('type', '=', type).orderBy('id').forNoKeyUpdate().execute();
  return db
    .selectFrom('tag_definition')
    .select(['id', 'position'])
    .where('type', '=', type)
    .orderBy('position')
    .orderBy('label_fold')
    .execute();
}

export async function setPositions(db: Db, positions: readonly (readonly [id: string, position: number])[]) {
  const [first, ...rest] = positions.map(([id, position]) => ({
    id: sql<string>`${id}::uuid`,
    position: sql<number>`${position}::int`,
  }));
  if (!first) return;
  await db
    .updateTable('tag_definition as d')
    .from(valuesTable([first, ...rest]))
    .set((eb) => ({ position: eb.ref('v.position') }))
    .whereRef('d.id', '=', 'v.id')
    .execute();
}

export async function countTags(db: Db): Promise<{ n: number; last: number }> {
  return db
    .selectFrom('tag_definition')
    .select((eb) => [
      eb.cast<number>(eb.fn.countAll(), 'integer').as('n'),
      eb.fn.coalesce(eb.fn.max('position'), eb.lit(-1)).as('last'),
    ])
    .executeTakeFirstOrThrow();
}

export async function insertTag(
  db: Db,
  tag: { label: string; category: string; type: TagType; position: number; updated_by: string },
): Promise<string> {
  return (await db.insertInto('tag_definition').values(tag).returning('id').executeTakeFirstOrThrow()).id;
}

/** Changes a tag's fields; the version makes stale saves fail. */
export async function touchTag(
  db: Db,
  id: string,
  change: { label?: string; category?: string; updated_by: string },
): Promise<void> {
  await db
    .updateTable('tag_definition')
    .set({ ...change, ...nextVersion })
    .where('id', '=', id)
    .execute();
}

export async function deleteTag(db: Db, id: string): Promise<void> {
  await db.deleteFrom('tag_definition').where('id', '=', id).execute();
}

export async function replaceObjects(db: Db, id: string, objects: TagObjects, order: number): Promise<void> {
  await db.deleteFrom('tag_object').where('tag_definition_id', '=', id).execute();
  const list = objects.map((o) => ({
    tag_definition_id: id,
    object_type: o.type,
    position: o.order ?? order,
    required: o.required,
  }));
  await db.insertInto('tag_object').values(list).execute();
}

export async function insertValues(db: Db, id: string, names: readonly (readonly [name: string, position: number])[]) {
  if (names.length === 0) return;
  const values = names.map(([name, position]) => ({ tag_definition_id: id, name, position }));
  await db.insertInto('tag_value').values(values).execute();
}

/** Updates names and positions of the kept values. */
export async function updateValues(
  db: Db,
  values: readonly (readonly [id: string, name: string, position: number])[],
): Promise<void> {
  const [first, ...rest] = values.map(([id, name, position]) => ({
    id: sql<string>`${id}::uuid`,
    name: sql<string>`${name}::text`,
    position: sql<number>`${position}::int`,
  }));
  if (!first) return;
  await db
    .updateTable('tag_value as t')
    .from(valuesTable([first, ...rest]))
    .set((eb) => ({ name: eb.ref('v.name'), position: eb.ref('v.position') }))
    .whereRef('t.id', '=', 'v.id')
    .execute();
}

/** Locks values against new assignments; concurrent assignments have committed or rolled back once this returns. */
export async function lockValues(db: Db, ids: readonly string[]): Promise<void> {
  await db.selectFrom('tag_value').select('id').where('id', '=', any(ids)).orderBy('id').forUpdate().execute();
}

/** Stores the names of locations that are deleted, for the events that show them. Called before `deleteValues`. */
export async function keepNames(
  db: Db,
  tagId: string,
  locations: readonly { id: string; name: string }[],
): Promise<void> {
  const former = locations.map(({ id, name }) => ({ id, tag_definition_id: tagId, name }));
  await db.insertInto('former_location').values(former).execute();
}

export async function deleteValues(db: Db, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('tag_value').where('id', '=', any(ids)).execute();
}

/** Number of devices at each of these locations. */
export const countDevicesByLocation = (
  db: Db,
  locations: readonly string[],
): Promise<{ id: string | null; n: number }[]> =>
  db
    .selectFrom('device')
    .select((eb) => ['location_value_id as id', eb.fn.countAll<number>().as('n')])
    .where('location_value_id', '=', any(locations))
    .groupBy('location_value_id')
    .execute();

/** Removes a tag, or some of its values, from all objects. Returns the number of objects that lost something. */
export async function unassign(
  db: Db,
  from: TagObjectType,
  tagId: string,
  valueIds: readonly string[] | null,
): Promise<number> {
  const { n } = await db
    .with('gone', (cte) => {
      const deleted =
        from === 'devices'
          ? cte.deleteFrom('device_tag').returning('device_id as owner')
          : cte.deleteFrom('profile_tag').returning('profile_id as owner');
      const ofTag = deleted.where('tag_definition_id', '=', tagId);
      return valueIds ? ofTag.where('value_id', '=', any(valueIds)) : ofTag;
    })
    .selectFrom('gone')
    .select((eb) => eb.fn.count<number>('gone.owner').distinct().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}
