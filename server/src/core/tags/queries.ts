import type { TagDefinition, TagObjectType, TagType } from '@keyward/contract/groups';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { inBatches } from '#db/batches.ts';
import { any } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';
import { type ResolvedTag, type TagRow, tagRows } from './tags.ts';

/** Tag definitions in the form of the contract, in order; with `objectType`, only those of that kind of object. */
export const definitionQuery = (db: Db, objectType?: TagObjectType | null) =>
  db
    .selectFrom('tag_definition as d')
    .select((eb) => [
      'd.id',
      'd.label',
      'd.category',
      'd.position as order',
      'd.type',
      'd.is_location',
      jsonArrayFrom(
        eb
          .selectFrom('tag_value as v')
          .leftJoin('location_hours as h', 'h.value_id', 'v.id')
          .select(['v.id', 'v.name', 'v.position as order', 'h.time_zone'])
          .whereRef('v.tag_definition_id', '=', 'd.id')
          .orderBy('v.position')
          .orderBy('v.name_fold', (by) => by.collate('natural_order')),
      ).as('values'),
      jsonArrayFrom(
        eb
          .selectFrom('tag_object as o')
          .select(['o.object_type as type', 'o.position as order', 'o.required'])
          .whereRef('o.tag_definition_id', '=', 'd.id')
          .orderBy('o.object_type'),
      ).as('objects'),
    ])
    .$if(Boolean(objectType), (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom('tag_object as o')
            .whereRef('o.tag_definition_id', '=', 'd.id')
            .where('o.object_type', '=', objectType ?? 'users'),
        ),
      ),
    )
    .orderBy('d.position')
    .orderBy('d.label_fold');

/** Tag definitions with their values, in order; undefined conditions are ignored. */
export function tagDefinitions(
  db: Db,
  where: { type?: TagType | undefined; objectType?: TagObjectType | undefined; isLocation?: boolean | undefined },
): Promise<TagDefinition[]> {
  let query = definitionQuery(db, where.objectType);
  if (where.type !== undefined) query = query.where('d.type', '=', where.type);
  if (where.isLocation !== undefined) query = query.where('d.is_location', '=', where.isLocation);
  return query.execute();
}

/**
 * Locks these tags before their assignments are replaced, so that neither they nor their values are deleted until the
 * end of the transaction. Prevents a deadlock between a deletion and an assignment.
 */
async function lockTags(db: Db, definitionIds: readonly string[]): Promise<void> {
  await db
    .selectFrom('tag_definition')
    .select('id')
    .where('id', '=', any(definitionIds))
    .orderBy('id')
    .forKeyShare()
    .execute();
}

/** Replaces the assignments of the given tags to a profile or a device. */
export async function replaceTags(
  db: Db,
  owner: { type: TagObjectType; id: string },
  definitionIds: readonly string[],
  stored: readonly TagRow[],
): Promise<void> {
  const { type, id } = owner;
  if (definitionIds.length) {
    await lockTags(db, definitionIds);
    await (
      type === 'devices'
        ? db.deleteFrom('device_tag').where('device_id', '=', id).where('tag_definition_id', '=', any(definitionIds))
        : db.deleteFrom('profile_tag').where('profile_id', '=', id).where('tag_definition_id', '=', any(definitionIds))
    ).execute();
  }
  if (stored.length) {
    await (
      type === 'devices'
        ? db.insertInto('device_tag').values(stored.map((row) => ({ ...row, device_id: id })))
        : db.insertInto('profile_tag').values(stored.map((row) => ({ ...row, profile_id: id })))
    ).execute();
  }
}

/** Replaces the assignments of one tag to several profiles or devices. */
async function replaceTagsOf(
  db: Db,
  type: TagObjectType,
  definition: string,
  owners: readonly { id: string; rows: readonly TagRow[] }[],
): Promise<void> {
  if (owners.length === 0) return;
  await lockTags(db, [definition]);
  const ids = any(owners.map(({ id }) => id));
  await (
    type === 'devices'
      ? db.deleteFrom('device_tag').where('device_id', '=', ids).where('tag_definition_id', '=', definition)
      : db.deleteFrom('profile_tag').where('profile_id', '=', ids).where('tag_definition_id', '=', definition)
  ).execute();
  const rows = owners.flatMap(({ id, rows: own }) => own.map((row) => ({ ...row, id })));
  await inBatches(rows, (batch) =>
    type === 'devices'
      ? db
          .insertInto('device_tag')
          .values(batch.map(({ id, ...row }) => ({ ...row, device_id: id })))
          .execute()
      : db
          .insertInto('profile_tag')
          .values(batch.map(({ id, ...row }) => ({ ...row, profile_id: id })))
          .execute(),
  );
}

/** Replaces the tags that several profiles or devices got, one tag after the other. */
export async function replaceTagsOfEach(
  db: Db,
  type: TagObjectType,
  changed: readonly { id: string; tags: readonly ResolvedTag[] }[],
): Promise<void> {
  const definitions = new Set(changed.flatMap(({ tags }) => tags.map((tag) => tag.definition.id)));
  // in a fixed order, to prevent deadlocks
  for (const definition of [...definitions].toSorted()) {
    const owners = changed.flatMap(({ id, tags }) =>
      tags
        .filter((tag) => tag.definition.id === definition)
        .map((tag) => ({ id, rows: tagRows(definition, tag.content) })),
    );
    await replaceTagsOf(db, type, definition, owners);
  }
}
