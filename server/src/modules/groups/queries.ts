import type { ManagedTag, TagObjects, TagObjectType, TagType, TagUsage } from '@keyward/contract/groups';
import { insertRows, updateFrom } from '#db/bulk.ts';
import { definitionColumns } from '#core/tags/tags.ts';
import { type Db, rows } from '#db/tenant.ts';

/** A definition with who changed it last and when. */
export type StoredTag = ManagedTag & { updated_by: string | null; updated_at: string };

const stored = `
  select ${definitionColumns}, d.version, d.updated_by, d.updated_at
  from tag_definition d where d.tenant_id = $1`;

export async function findTags(db: Db, type: TagType, objectType: TagObjectType | null): Promise<StoredTag[]> {
  const text = `${stored} and d.type = $2 and ($3::text is null or exists (select from tag_object o
    where o.tenant_id = $1 and o.tag_definition_id = d.id and o.object_type = $3)) order by d.position, d.label_fold`;
  return rows<StoredTag>(db, text, [db.tenantId, type, objectType]);
}

export async function findTag(db: Db, id: string): Promise<StoredTag | undefined> {
  return (await rows<StoredTag>(db, `${stored} and d.id = $2`, [db.tenantId, id]))[0];
}

/** The same, just written. */
export async function reloadTag(db: Db, id: string): Promise<StoredTag> {
  const tag = await findTag(db, id);
  if (!tag) throw new Error('a tag that this transaction has written is not there');
  return tag;
}

/**
 * The same, locked until the transaction ends: one change of a tag after the other, and nothing begins to carry it
 * meanwhile. Read after the lock, so that it shows what the change before left.
 */
export async function lockTag(db: Db, id: string): Promise<StoredTag | undefined> {
  await rows(db, 'select id from tag_definition where tenant_id = $1 and id = $2 for update', [db.tenantId, id]);
  return findTag(db, id);
}

/** Ids and positions of a kind, in their order, locked. */
export async function lockOrder(db: Db, type: TagType): Promise<{ id: string; position: number }[]> {
  const text = 'select id from tag_definition where tenant_id = $1 and type = $2 order by id for no key update';
  await rows(db, text, [db.tenantId, type]);
  return db
    .selectFrom('tag_definition')
    .select(['id', 'position'])
    .where('type', '=', type)
    .orderBy('position')
    .orderBy('label_fold')
    .execute();
}

export async function setPositions(db: Db, positions: readonly (readonly [id: string, position: number])[]) {
  const statement = {
    before: 'update tag_definition d set position = v.position from',
    casts: ['uuid', 'int'],
    after: 'as v(id, position) where d.tenant_id = $1 and d.id = v.id',
  };
  await updateFrom(db, statement, positions);
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

/** A change of what a tag is; whoever saw it before is told so by the version. */
export async function touchTag(
  db: Db,
  id: string,
  change: { label?: string; category?: string; updated_by: string },
): Promise<void> {
  await db
    .updateTable('tag_definition')
    .set((eb) => ({ ...change, version: eb('version', '+', 1), updated_at: eb.fn<string>('now') }))
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
  const values = names.map(([name, position]) => [id, name, position]);
  await insertRows(db, 'tag_value (tenant_id, tag_definition_id, name, position)', values);
}

/** Names and positions of values that stay. */
export async function updateValues(
  db: Db,
  values: readonly (readonly [id: string, name: string, position: number])[],
): Promise<void> {
  const statement = {
    before: 'update tag_value t set name = v.name, position = v.position from',
    casts: ['uuid', 'text', 'int'],
    after: 'as v(id, name, position) where t.tenant_id = $1 and t.id = v.id',
  };
  await updateFrom(db, statement, values);
}

/** Nothing begins to carry these values, and whatever was about to has done so or has not, once this returns. */
export async function lockValues(db: Db, ids: readonly string[]): Promise<void> {
  const text = 'select id from tag_value where tenant_id = $1 and id = any($2::uuid[]) order by id for update';
  await rows(db, text, [db.tenantId, ids]);
}

export async function deleteValues(db: Db, ids: readonly string[]): Promise<void> {
  await rows(db, 'delete from tag_value where tenant_id = $1 and id = any($2::uuid[])', [db.tenantId, ids]);
}

/** How many devices are at each of these places. */
export async function countAt(db: Db, locations: readonly string[]): Promise<{ id: string; n: number }[]> {
  const text = `select location_value_id as id, count(*)::int as n from device
    where tenant_id = $1 and location_value_id = any($2::uuid[]) group by 1`;
  return rows(db, text, [db.tenantId, locations]);
}

const carriers = {
  users: { table: 'profile_tag', owner: 'profile_id' },
  devices: { table: 'device_tag', owner: 'device_id' },
} as const;

/** Takes a tag, or some of its values, from whatever carries it. Returns how many lost something. */
export async function unassign(
  db: Db,
  from: TagObjectType,
  tagId: string,
  valueIds: readonly string[] | null,
): Promise<number> {
  const { table, owner } = carriers[from];
  const text = `with gone as (
      delete from ${table} where tenant_id = $1 and tag_definition_id = $2 and ($3::uuid[] is null or value_id = any($3))
      returning ${owner})
    select count(distinct ${owner})::int as n from gone`;
  return (await rows<{ n: number }>(db, text, [db.tenantId, tagId, valueIds]))[0]?.n ?? 0;
}

const usedBy = ({ table, owner }: (typeof carriers)[TagObjectType]) => `
  select null as id, count(distinct ${owner})::int as n from ${table} where tenant_id = $1 and tag_definition_id = $2
  union all
  select value_id, count(*)::int from ${table}
  where tenant_id = $1 and tag_definition_id = $2 and value_id is not null group by 1`;
const usedByPlaces = `
  select null as id, count(*)::int as n from device where tenant_id = $1 and location_definition_id = $2
  union all
  select location_value_id, count(*)::int from device where tenant_id = $1 and location_definition_id = $2 group by 1`;

/** How many carry a tag and each of its values. A device's place is a column of the device. */
export async function usageOf(db: Db, tag: ManagedTag): Promise<TagUsage> {
  type Count = { id: string | null; n: number };
  const ask = async (text: string) =>
    new Map((await rows<Count>(db, text, [db.tenantId, tag.id])).map(({ id, n }) => [id, n]));
  const devices = await ask(tag.is_location ? usedByPlaces : usedBy(carriers.devices));
  const profiles = await ask(usedBy(carriers.users));
  return {
    devices: devices.get(null) ?? 0,
    profiles: profiles.get(null) ?? 0,
    values: tag.values.map(({ id }) => ({ id, devices: devices.get(id) ?? 0, profiles: profiles.get(id) ?? 0 })),
  };
}
