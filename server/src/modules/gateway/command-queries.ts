import { sql } from 'kysely';
import { now } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';

/**
 * Counts the live, unanswered commands for this controller's devices, and those of them that it has never fetched. It may not
 * have received the others either.
 */
export const countCommands = (db: Db, controllerId: string): Promise<{ unanswered: number; unfetched: number }> =>
  db
    .selectFrom('device_command as c')
    .innerJoin('device as d', 'd.id', 'c.device_id')
    .select(sql<number>`count(*)::int`.as('unanswered'))
    .select(sql<number>`(count(*) filter (where c.state = 'saved'))::int`.as('unfetched'))
    .where((eb) => eb.or([eb('d.id', '=', controllerId), eb('d.controller_id', '=', controllerId)]))
    // a command that was given to a former controller of the device is not handed out here
    .where((eb) => eb.or([eb('c.controller_id', 'is', null), eb('c.controller_id', '=', controllerId)]))
    .where('c.ended_at', 'is', null)
    .where('c.expires_at', '>', now)
    .executeTakeFirstOrThrow();
