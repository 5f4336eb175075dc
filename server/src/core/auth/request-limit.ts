import { type Expression, sql, type SqlBool } from 'kysely';
import { anyText, now } from '#db/fragments.ts';
import type { Db } from '#db/tenant.ts';

const anHourAgo = (since: Expression<unknown>) => sql<SqlBool>`${since} < now() - interval '1 hour'`;

export type RequestLimit = { limit: number; spacing: number };

/**
 * Condition: the last request was less than `spacing` seconds ago. Never true without a spacing, since a transaction that began
 * later may have counted earlier, and its time is ahead of this one's.
 */
const tooSoon = (lastAt: Expression<unknown>, spacing: number) =>
  spacing > 0 ? sql<SqlBool>`${lastAt} > now() - make_interval(secs => ${spacing})` : sql<SqlBool>`false`;

/**
 * Whether this request is within the limit of its key: `limit` per hour and at least `spacing` seconds apart. Counts the request
 * only then, in the same statement. Concurrent requests of a key wait for each other until the end of the transaction.
 * @param n number of requests that this one counts as; at most `limit`.
 */
export async function countRequest(db: Db, key: string, { limit, spacing }: RequestLimit, n = 1): Promise<boolean> {
  const row = await db
    .insertInto('reset_request')
    .values({ key, n })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet((eb) => ({
          n: eb
            .case()
            .when(anHourAgo(eb.ref('reset_request.since')))
            .then(n)
            .else(eb('reset_request.n', '+', n))
            .end(),
          since: eb
            .case()
            .when(anHourAgo(eb.ref('reset_request.since')))
            .then(now)
            .else(eb.ref('reset_request.since'))
            .end(),
          last_at: eb.fn<string>('greatest', ['reset_request.last_at', now]),
        }))
        .where((eb) => eb.or([anHourAgo(eb.ref('reset_request.since')), eb('reset_request.n', '<=', limit - n)]))
        .where((eb) => eb.not(tooSoon(eb.ref('reset_request.last_at'), spacing))),
    )
    .returning('n')
    .executeTakeFirst();
  return row !== undefined;
}

/** The keys whose next request would exceed their limit. */
export async function keysAtLimit(db: Db, keys: readonly string[], { limit, spacing }: RequestLimit) {
  const rows = await db
    .selectFrom('reset_request')
    .select('key')
    .where('key', '=', anyText(keys))
    .where((eb) =>
      eb.or([eb.and([eb('n', '>=', limit), eb.not(anHourAgo(eb.ref('since')))]), tooSoon(eb.ref('last_at'), spacing)]),
    )
    .execute();
  return new Set(rows.map(({ key }) => key));
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
