import { sql } from 'kysely';
import { now } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';

/** Commands for this controller's devices that it has not fetched yet. */
export const countWaiting = async (db: Db, controllerId: string): Promise<number> =>
  (
    await db
      .selectFrom('device_command as c')
      .innerJoin('device as d', 'd.id', 'c.device_id')
      .select(sql<number>`count(*)::int`.as('n'))
      .where((eb) => eb.or([eb('d.id', '=', controllerId), eb('d.controller_id', '=', controllerId)]))
      .where('c.state', '=', 'saved')
      .where('c.expires_at', '>', now)
      .executeTakeFirstOrThrow()
  ).n;
