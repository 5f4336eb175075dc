import { sql } from 'kysely';
import { now } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';

/**
 * The commands for this controller's devices that are alive and not answered, and how many of them it has never fetched:
 * it may not have received the others either.
 */
export const countCommands = (db: Db, controllerId: string): Promise<{ unanswered: number; unfetched: number }> =>
  db
    .selectFrom('device_command as c')
    .innerJoin('device as d', 'd.id', 'c.device_id')
    .select(sql<number>`count(*)::int`.as('unanswered'))
    .select(sql<number>`(count(*) filter (where c.state = 'saved'))::int`.as('unfetched'))
    .where((eb) => eb.or([eb('d.id', '=', controllerId), eb('d.controller_id', '=', controllerId)]))
    // one that a former controller of the device was given is not handed out here
    .where((eb) => eb.or([eb('c.controller_id', 'is', null), eb('c.controller_id', '=', controllerId)]))
    .where('c.ended_at', 'is', null)
    .where('c.expires_at', '>', now)
    .executeTakeFirstOrThrow();
