import type { ManagedTag, TagObjectType, TagUsage } from '@keyward/contract/groups';
import type { AliasedExpression, ExpressionBuilder } from 'kysely';
import { locationVisibleTo } from '#core/auth/scope.ts';
import type { Actor } from '#core/auth/session.ts';
import { any } from '#db/fragments.ts';
import { type Db, subquery, type Tables } from '#db/tenant.ts';

type Viewer = Pick<Actor, 'allData' | 'locations'>;
type DeviceTables = Tables & { d: Tables['device'] };
/** Whether the device is outside the actor's locations. */
const isHidden = (eb: ExpressionBuilder<DeviceTables, 'd'>, actor: Viewer) =>
  eb.not(locationVisibleTo(actor, eb.ref('d.location_value_id')));

/** Counts the devices with a tag, or with one of these values, and those among them that are not visible to the actor. */
export async function countCarriers(
  db: Db,
  actor: Viewer,
  tagId: string,
  valueIds: readonly string[] | null,
): Promise<{ devices: number; hidden: number }> {
  return db
    .selectFrom('device_tag as g')
    .innerJoin('device as d', 'd.id', 'g.device_id')
    .select((eb) => {
      const devices = eb.fn.count<number>('d.id').distinct();
      return [devices.as('devices'), devices.filterWhere(isHidden(eb, actor)).as('hidden')];
    })
    .where('g.tag_definition_id', '=', tagId)
    .$if(valueIds !== null, (query) => query.where('g.value_id', '=', any(valueIds ?? [])))
    .executeTakeFirstOrThrow();
}

/** For each value, counts the devices without another value of the tag, and those with it that are not visible to the actor. */
async function countByValue(db: Db, actor: Viewer, tagId: string) {
  const carried = subquery
    .selectFrom('device_tag as g')
    .innerJoin('device as d', 'd.id', 'g.device_id')
    .select((eb) => [
      'g.value_id as id',
      isHidden(eb, actor).as('hidden'),
      eb(
        eb.fn.countAll<number>().over((over) => over.partitionBy('g.device_id')),
        '=',
        1,
      ).as('alone'),
    ])
    .where('g.tag_definition_id', '=', tagId);
  const counts = await db
    .selectFrom(carried.as('c'))
    .select((eb) => [
      'c.id',
      eb.fn.countAll<number>().filterWhere('c.alone', '=', true).as('opened'),
      eb.fn.countAll<number>().filterWhere('c.hidden', '=', true).as('hidden'),
    ])
    .where('c.id', 'is not', null)
    .groupBy('c.id')
    .execute();
  return new Map(counts.map(({ id, opened, hidden }) => [id, { opened, hidden }]));
}

type Assignments = AliasedExpression<{ owner: string; value: string | null; every: boolean }, 'c'>;
/** Assignments of a tag and its values. A device's location is a column of the device. */
function assignmentsOf(type: TagObjectType, tag: Pick<ManagedTag, 'id' | 'is_location'>): Assignments {
  if (type === 'users') {
    return subquery
      .selectFrom('profile_tag')
      .select(['profile_id as owner', 'value_id as value', 'every_value as every'])
      .where('tag_definition_id', '=', tag.id)
      .as('c');
  }
  if (tag.is_location) {
    return subquery
      .selectFrom('device')
      .select((eb) => ['id as owner', 'location_value_id as value', eb.lit(false).as('every')])
      .where('location_definition_id', '=', tag.id)
      .as('c');
  }
  return subquery
    .selectFrom('device_tag')
    .select(['device_id as owner', 'value_id as value', 'every_value as every'])
    .where('tag_definition_id', '=', tag.id)
    .as('c');
}

/** Number of objects that have the tag, that have every value of it, and that have each value by its id. */
async function count(db: Db, assignments: Assignments) {
  const counts = await db
    .selectFrom(assignments)
    .select((eb) => [
      eb.cast<string | null>(eb.val(null), 'uuid').as('id'),
      eb.fn.count<number>('c.owner').distinct().as('n'),
      eb.fn.countAll<number>().filterWhere('c.every', '=', true).as('every'),
    ])
    .unionAll(
      subquery
        .selectFrom(assignments)
        .select((eb) => ['c.value as id', eb.fn.countAll<number>().as('n'), eb.lit<number>(0).as('every')])
        .where('c.value', 'is not', null)
        .groupBy('c.value'),
    )
    .execute();
  const sum = counts.find(({ id }) => id === null);
  return { all: sum?.n ?? 0, every: sum?.every ?? 0, byValue: new Map(counts.map(({ id, n }) => [id, n])) };
}

/** Number of objects that have a tag, every value of it, and each of its values. */
export async function usageOf(db: Db, actor: Viewer, tag: ManagedTag): Promise<TagUsage> {
  const devices = await count(db, assignmentsOf('devices', tag));
  const profiles = await count(db, assignmentsOf('users', tag));
  const { hidden } = await countCarriers(db, actor, tag.id, null);
  const restricted = await countByValue(db, actor, tag.id);
  return {
    devices: devices.all,
    hidden,
    profiles: profiles.all,
    every: { devices: devices.every, profiles: profiles.every },
    values: tag.values.map(({ id }) => ({
      id,
      devices: devices.byValue.get(id) ?? 0,
      opened: restricted.get(id)?.opened ?? 0,
      hidden: restricted.get(id)?.hidden ?? 0,
      profiles: profiles.byValue.get(id) ?? 0,
    })),
  };
}
