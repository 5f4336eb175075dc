import type { Location } from '@keyward/contract/locations';
import { now } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';

const query = (db: Db) =>
  db
    .selectFrom('tag_value as v')
    .innerJoin('tag_definition as d', (join) =>
      join.onRef('d.id', '=', 'v.tag_definition_id').on('d.is_location', '=', true),
    )
    .leftJoin('location_hours as h', 'h.value_id', 'v.id')
    .select((eb) => [
      'v.id',
      'v.name',
      'v.tag_definition_id',
      'h.time_zone',
      'h.week',
      'h.exceptions',
      'h.curfew',
      eb.fn.coalesce('h.version', eb.lit(0)).as('version'),
      'h.updated_by',
      eb.fn.coalesce('h.updated_at', 'd.updated_at').as('updated_at'),
    ]);

/** A location with its zone and hours; version 0 if no hours are stored. */
export async function findLocation(db: Db, id: string) {
  const row = await query(db).where('v.id', '=', id).executeTakeFirst();
  return row && { ...row, exceptions: row.exceptions ?? [] };
}
export type StoredLocation = NonNullable<Awaited<ReturnType<typeof findLocation>>>;

export type StoredHours = Pick<Location, 'time_zone' | 'week' | 'exceptions' | 'curfew'>;

export async function storeHours(db: Db, id: string, hours: StoredHours, by: string): Promise<void> {
  const row = {
    time_zone: hours.time_zone,
    week: hours.week && JSON.stringify(hours.week),
    exceptions: JSON.stringify(hours.exceptions),
    curfew: hours.curfew,
    updated_by: by,
  };
  await db
    .insertInto('location_hours')
    .values({ ...row, value_id: id })
    .onConflict((conflict) =>
      conflict
        .columns(['value_id'])
        .doUpdateSet((eb) => ({ ...row, version: eb('location_hours.version', '+', 1), updated_at: now })),
    )
    .execute();
}
