import type { Db } from '#db/tenant.ts';

export const findController = (db: Db, id: string) =>
  db
    .selectFrom('device as d')
    .innerJoin('device_type as t', 't.id', 'd.device_type_id')
    .select(['t.device_class as deviceClass', 'd.location_value_id as location'])
    .where('d.id', '=', id)
    .executeTakeFirst();

/**
 * The profiles whose PINs an OKM has: it should have them, or has not confirmed that it removed them, and the PIN was not reset
 * after its last fetch.
 */
export async function heldPinsOf(db: Db, controllerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('controller_entry as e')
    .innerJoin('controller_state as s', 's.device_id', 'e.controller_id')
    .innerJoin('pin as i', 'i.profile_id', 'e.entry_id')
    .select('e.entry_id as id')
    .where('e.controller_id', '=', controllerId)
    .where('e.kind', '=', 'person')
    .whereRef('i.set_at', '<=', 's.fetched_at')
    .where((eb) => eb.or([eb('e.content', 'is not', null), eb('e.version', '>', eb.ref('s.confirmed_version'))]))
    .orderBy('e.entry_id')
    .execute();
  return rows.map(({ id }) => id);
}
