// Limits on wrong PINs and codes at devices: docs/decisions/0072-redeem-and-commands.md.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/tenant.ts';

type Limit = {
  /** One try is forgotten in so many seconds. */
  drain: number;
  /** More tries change nothing. */
  cap: number;
  /** Seconds to wait at so many tries; null: none. */
  wait: (tries: RawBuilder<number>) => RawBuilder<number | null>;
};

/** A device waits for 10 s after the fifth try, and twice as long after each further one, up to 5 minutes. */
const ofDevice: Limit = {
  drain: 600,
  cap: 12,
  wait: (tries) => sql`case when round(${tries}) >= 5 then least(300, 10 * power(2, round(${tries}) - 5)) end`,
};

/** All devices of a tenant take 100 wrong entries an hour, and one more for each device: guesses spread over many are slowed. */
function ofTenant(devices: number): Limit {
  const perHour = 100 + devices;
  const drain = 3600 / perHour;
  return {
    drain,
    cap: perHour + 1,
    wait: (tries) =>
      sql`case when ${tries} >= ${perHour}::float8 then ${drain}::float8 * (${tries} - ${perHour}::float8 + 1) end`,
  };
}

async function count(db: Db, id: string, n: number, { drain, cap, wait }: Limit): Promise<number> {
  const first = sql<number>`least(${cap}::float8, ${n}::float8)`;
  const passed = sql`extract(epoch from clock_timestamp() - wrong_entry.updated_at)::float8`;
  const next = sql<number>`least(${cap}::float8, greatest(0, wrong_entry.tries - ${passed} / ${drain}::float8) + ${n}::float8)`;
  const until = (tries: RawBuilder<number>) =>
    sql<string | null>`clock_timestamp() + make_interval(secs => ${wait(tries)})`;
  const stamp = { updated_at: sql<string>`clock_timestamp()` };
  const row = await db
    .insertInto('wrong_entry')
    .values({ of_id: id, tries: first, blocked_until: until(first), ...stamp })
    .onConflict((before) => before.column('of_id').doUpdateSet({ tries: next, blocked_until: until(next), ...stamp }))
    .returning(sql<number>`coalesce(ceil(extract(epoch from blocked_until - clock_timestamp())), 0)::int`.as('seconds'))
    .executeTakeFirstOrThrow();
  return row.seconds;
}

const countDevices = (db: Db) =>
  db
    .selectFrom('list_tally')
    .select(sql<number>`coalesce(sum(n), 0)::int`.as('n'))
    .where('resource', '=', 'device')
    .executeTakeFirstOrThrow();

/**
 * Counts wrong entries at devices, by their ids, and in the tenant, whose row is locked last. Returns the seconds that
 * each device waits for; devices that need not are left out.
 */
export async function countWrongEntries(db: Db, wrong: ReadonlyMap<string, number>): Promise<Map<string, number>> {
  const waits = new Map<string, number>();
  for (const [id, n] of [...wrong].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const seconds = await count(db, id, n, ofDevice);
    if (seconds > 0) waits.set(id, seconds);
  }
  const all = [...wrong.values()].reduce((sum, n) => sum + Math.min(n, ofDevice.cap), 0);
  await count(db, db.tenantId, all, ofTenant((await countDevices(db)).n));
  return waits;
}

/** Wrong entries that have drained away. */
export const drainedEntries = (db: Db) =>
  db.deleteFrom('wrong_entry').where('updated_at', '<', sql<string>`now() - interval '1 day'`);
