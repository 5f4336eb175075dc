// The counters of a list's rows: of devices, one for each location; of profiles, a single one, which a trigger updates.
import { noLocation } from '#core/events/events.ts';
import { runSql, sql, tenant } from '#db/sql.ts';
import type { Db } from '#db/tenant.ts';

/** Adjusts the count of a list's rows at a location, in the transaction of the write that changes it. */
export async function tally(db: Db, resource: 'device', locationId: string | null, change: number): Promise<void> {
  await runSql(
    db,
    sql`insert into list_tally as t (tenant_id, resource, location_id, n)
      values (${tenant}, ${resource}, ${locationId ?? noLocation}, ${change})
      on conflict (tenant_id, resource, location_id) do update set n = t.n + excluded.n`,
  );
}

/** The same for several rows: the change at each location, in a fixed order of the locations, to prevent deadlocks. */
export async function tallyAll(
  db: Db,
  resource: 'device',
  changes: readonly (readonly [locationId: string | null, change: number])[],
): Promise<void> {
  const sums = new Map<string | null, number>();
  for (const [at, n] of changes) sums.set(at, (sums.get(at) ?? 0) + n);
  for (const [at, n] of [...sums].toSorted(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1))) {
    if (n !== 0) await tally(db, resource, at, n);
  }
}

/**
 * Leaves the total of profiles unchanged in a transaction that adds or deletes many of them, until `tallyProfiles`: every other
 * writer of profiles waits for its row.
 */
export async function tallyProfilesLater(db: Db): Promise<void> {
  await runSql(db, sql`select set_config('app.profiles_to_tally', '0', true)`);
}

/** Adds what changed since `tallyProfilesLater` to the total; from here on, each write adds its own. */
export async function tallyProfiles(db: Db): Promise<void> {
  await runSql(
    db,
    sql`insert into list_tally as t (tenant_id, resource, location_id, n)
      values (${tenant}, 'user', ${noLocation}, current_setting('app.profiles_to_tally')::bigint)
      on conflict (tenant_id, resource, location_id) do update set n = t.n + excluded.n`,
  );
  await runSql(db, sql`select set_config('app.profiles_to_tally', '', true)`);
}
