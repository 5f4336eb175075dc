import { type Expression, sql, type SqlBool } from 'kysely';
import { now } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';

const anHourAgo = (since: Expression<unknown>) => sql<SqlBool>`${since} < now() - interval '1 hour'`;

export type RequestLimit = { limit: number; spacing: number };

/**
 * Whether this request is within the limit of its key: `limit` per hour and at least `spacing` seconds apart. Counts
 * the request only then, in the same statement.
 */
export async function countRequest(db: Db, key: string, { limit, spacing }: RequestLimit): Promise<boolean> {
  const row = await db
    .insertInto('reset_request')
    .values({ key, n: 1 })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet((eb) => ({
          n: eb
            .case()
            .when(anHourAgo(eb.ref('reset_request.since')))
            .then(1)
            .else(eb('reset_request.n', '+', 1))
            .end(),
          since: eb
            .case()
            .when(anHourAgo(eb.ref('reset_request.since')))
            .then(now)
            .else(eb.ref('reset_request.since'))
            .end(),
          last_at: now,
        }))
        .where((eb) => eb.or([anHourAgo(eb.ref('reset_request.since')), eb('reset_request.n', '<', limit)]))
        .where('reset_request.last_at', '<=', sql<string>`now() - make_interval(secs => ${spacing})`),
    )
    .returning('n')
    .executeTakeFirst();
  return row !== undefined;
}

/** Seconds until the hour of a key is over. */
export async function secondsToNextHour(db: Db, key: string): Promise<number> {
  const row = await db
    .selectFrom('reset_request')
    .select(sql<number>`greatest(1, ceil(extract(epoch from since + interval '1 hour' - now())))::int`.as('seconds'))
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.seconds ?? 1;
}
