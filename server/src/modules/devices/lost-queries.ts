import type { Db } from '#db/tenant.ts';

/** Reports a key lost; false if it is reported lost already. */
export async function insertLost(
  db: Db,
  // `since` is now by default
  lost: { device_id: string; by_name: string; note: string | null; since?: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: n = 0n } = await db
    .insertInto('lost_key')
    .values(lost)
    .onConflict((taken) => taken.doNothing())
    .executeTakeFirstOrThrow();
  return n > 0n;
}

/** Removes the report; false if the key was not reported lost. */
export async function deleteLost(db: Db, deviceId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('lost_key')
    .where('device_id', '=', deviceId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
