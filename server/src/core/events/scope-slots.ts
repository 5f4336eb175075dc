// The slots of scopes with many locations: summed up once they are asked for, since those of hundreds of locations take seconds to add up.
import { createHash } from 'node:crypto';
import { defineJob } from '#core/jobs/job.ts';
import { setsWithLocations } from '#core/list/conditions/scope.ts';
import type { Scope } from '#core/list/types.ts';
import { own, runSql, sql, tenant } from '#db/sql.ts';
import { type Db, inTenant } from '#db/tenant.ts';
import { withinTime } from '#db/within-time.ts';

/** The slots of fewer locations are added up quickly when they are asked for. */
const fewestLocations = 5;
/** The scopes of a tenant that are summed up: each takes up to a row for every quarter hour and type. */
const mostScopes = 20;
/** One that was not used for so long makes room for another. */
const idleDays = 1;
/** One that was not used for so long is deleted. */
const unusedDays = 30;

const hashOf = (locations: readonly string[]) => createHash('sha256').update(locations.toSorted().join()).digest();

/**
 * Reads slots, those of the scope that has the sums of these locations if there is one. Without it the job that makes it is queued,
 * so that a later call finds it, and the read is undefined if it takes longer than a request may. The job is queued by the caller's
 * transaction, which must be committed in that case too. Where nothing can be written, as on a standby, none is queued.
 */
export async function readSlots<T>(
  db: Db,
  locations: Scope,
  read: (summed: string | undefined) => Promise<T>,
): Promise<T | undefined> {
  if (!locations || locations.length < fewestLocations) return read(undefined);
  const hash = hashOf(locations);
  const [scope] = await runSql<{ id: string | null; isQueued: boolean }>(
    db,
    sql`select o.id, (o.id is null or o.used_at < now() - make_interval(days => ${idleDays}))
        and not current_setting('transaction_read_only')::boolean as "isQueued"
      from (values (true)) one left join event_scope o on ${own('o')} and o.locations_hash = ${hash}`,
  );
  if (scope?.isQueued) await runSql(db, sql`select queue_scope_slots(${locations}::uuid[], ${hash.toString('hex')})`);
  if (scope?.id) {
    const found = await read(scope.id);
    const [kept] = await runSql(db, sql`select from event_scope o where ${own('o')} and o.id = ${scope.id}`);
    // it may have been deleted before its slots were read
    if (kept) return found;
  }
  const [result] = await withinTime(db, {}, [() => read(undefined)]);
  return result;
}

/**
 * Sums up the slots of a scope, if they are not yet, and notes that it was used. A tenant's twenty scopes that are used daily make no room for
 * another one: it goes on without.
 */
export async function sumUpScope(db: Db, locations: readonly string[]): Promise<void> {
  // the lock of 0093_scope_slots.sql
  await runSql(db, sql`select pg_advisory_xact_lock(hashtextextended('slots ' || ${db.tenantId}::text, 0))`);
  const hash = hashOf(locations);
  const used = await runSql(
    db,
    sql`update event_scope o set used_at = now() where ${own('o')} and o.locations_hash = ${hash} returning o.id`,
  );
  if (used.length > 0 || !(await makeRoom(db))) return;
  const [made] = await runSql<{ id: string }>(
    db,
    sql`insert into event_scope (tenant_id, locations_hash, locations) values (${tenant}, ${hash}, ${locations.toSorted()}::uuid[]) returning id`,
  );
  const sets = await setsWithLocations(db, locations);
  const sums = (byType: boolean) => {
    const [table, event] = byType ? [sql`event_slot`, sql`x.event`] : [sql`event_slot_sum`, sql`''`];
    return sql`insert into event_scope_slot (tenant_id, scope_id, minutes, by_type, slot, event, n)
      select x.tenant_id, ${made?.id}::uuid, x.minutes, ${byType}::boolean, x.slot, ${event}, sum(x.n)
      from ${table} x where ${own('x')} and x.minutes in (15, 1440) and x.location_set_id = any(${sets}::uuid[])
      group by 1, 3, 5, 6 order by 3, 5, 6`;
  };
  await runSql(db, sums(true), { once: true });
  await runSql(db, sums(false), { once: true });
}

/** Deletes scopes that are no longer used; false when there is no room for another. */
async function makeRoom(db: Db): Promise<boolean> {
  const scopes = await runSql<{ id: string; days: number }>(
    db,
    sql`select o.id, (extract(epoch from now() - o.used_at) / 86400)::float8 as days from event_scope o
      where ${own('o')} order by o.used_at desc`,
  );
  const last = scopes.length >= mostScopes ? scopes.at(-1) : undefined;
  if (last && last.days < idleDays) return false;
  const gone = scopes.filter((scope) => scope === last || scope.days >= unusedDays).map(({ id }) => id);
  if (gone.length > 0) {
    await runSql(db, sql`delete from event_scope_slot x where ${own('x')} and x.scope_id = any(${gone}::uuid[])`);
    await runSql(db, sql`delete from event_scope o where ${own('o')} and o.id = any(${gone}::uuid[])`);
  }
  return true;
}

export const scopeSlots = defineJob<{ tenantId: string; locations: string[] }>({
  name: 'scope-slots',
  lane: 'long',
  run: ({ tenantId, locations }, { database }) =>
    inTenant(database.system, tenantId, async (db) => {
      const [lock] = await runSql<{ isFree: boolean }>(
        db,
        sql`select pg_try_advisory_xact_lock(hashtextextended('scope-slots ' || ${tenantId}, 0)) as "isFree"`,
      );
      if (lock?.isFree) return sumUpScope(db, locations);
      await runSql(db, sql`select delay_scope_slots(${locations}::uuid[], ${hashOf(locations).toString('hex')})`);
    }),
});
