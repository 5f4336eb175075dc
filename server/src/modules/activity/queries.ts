import { type Db } from '#db/tenant.ts';

/** The stored JSON of an event whose location set is in `sets`; null matches any event. */
export async function findEventBody(db: Db, id: string, sets: readonly string[] | null): Promise<string | undefined> {
  if (sets?.length === 0) return undefined;
  let query = db.selectFrom('event as e').select('e.body').where('e.id', '=', id);
  if (sets) query = query.where('e.location_set_id', '=', (eb) => eb.fn.any(eb.val([...sets])));
  return (await query.executeTakeFirst())?.body;
}
