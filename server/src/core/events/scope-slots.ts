// The slots of scopes with many locations, summed up once requested: those of hundreds of locations take seconds to add up.
import { createHash } from 'node:crypto';
import { defineJob } from '#core/jobs/job.ts';
import { setsWithLocations } from '#core/list/conditions/scope.ts';
import type { Scope } from '#core/list/types.ts';
import { own, runSql, sql, tenant } from '#db/sql.ts';
import { type Db, inTenant } from '#db/tenant.ts';
import { withinTime } from '#db/within-time.ts';

/** The slots of fewer locations are quick to add up on each request. */
const fewestLocations = 5;
/** Maximum scopes of a tenant that are summed up: each takes up to a row for every quarter hour and type. */
const mostScopes = 20;
/** Minimum hours between two notes of a scope's use. */
const notedHours = 1;
/** A scope unused for a day may be evicted; its last use may have been noted up to `notedHours` before. */
const idleHours = 24 + notedHours;
/** Days after which an unused scope is deleted. */
const unusedDays = 30;

const hashOf = (locations: readonly string[]) => createHash('sha256').update(locations.toSorted().join()).digest();

/**
 * The scope that makes room for these locations when all places are taken: one that no profile has any more, else one that was
 * not used for a day, else one with fewer locations, whose slots are added up sooner. Strictly fewer: two scopes that replaced
 * each other in turns would be summed up again and again.
 */
const replaceable = (locations: readonly string[]) => sql`select r.id, r.used_at from (
    select o.id, o.used_at, cardinality(o.locations) as size, case
      when not exists (select from profile_tag g where ${own('g')} and g.value_id = o.locations[1] and o.locations = array(
        select l.value_id from profile_tag l join tag_definition d on ${own('d')} and d.id = l.tag_definition_id and d.is_location
        where ${own('l')} and l.profile_id = g.profile_id and l.value_id is not null order by l.value_id)) then 1
      when o.used_at < now() - make_interval(hours => ${idleHours}) then 2
      when cardinality(o.locations) < ${locations.length} then 3 end as kind
    from event_scope o where ${own('o')}) r
  where r.kind is not null order by r.kind, case r.kind when 3 then r.size end, r.used_at limit 1`;

/**
 * Reads slots, from the sums of these locations' scope if it exists. Otherwise queues the job that makes them, for later calls,
 * unless there is no room for another scope. The result is undefined if the read takes longer than a request may. The caller's
 * transaction queues the job or notes the use, so commit it in that case too. Where nothing can be written, as on a standby,
 * neither is done.
 */
export async function readSlots<T>(
  db: Db,
  locations: Scope,
  read: (summed: string | undefined) => Promise<T>,
): Promise<T | undefined> {
  if (!locations || locations.length < fewestLocations) return read(undefined);
  const hash = hashOf(locations);
  const [scope] = await runSql<{ id: string | null; isQueued: boolean; isNoted: boolean }>(
    db,
    sql`select o.id, w.writable and o.used_at < now() - make_interval(hours => ${notedHours}) as "isNoted",
        w.writable and o.id is null and ((select count(*) from event_scope c where ${own('c')}) < ${mostScopes}
          or exists (${replaceable(locations)})) as "isQueued"
      from (values (not current_setting('transaction_read_only')::boolean)) w (writable)
      left join event_scope o on ${own('o')} and o.locations_hash = ${hash}`,
  );
  if (scope?.isQueued) await runSql(db, sql`select queue_scope_slots(${locations}::uuid[], ${hash.toString('hex')})`);
  if (scope?.id) {
    const { id } = scope;
    // noted by the request itself: a job would wait for the lock of the slots, while another scope replaced this one
    if (scope.isNoted) {
      await runSql(
        db,
        sql`update event_scope o set used_at = now() where ${own('o')} and o.id =
          (select n.id from event_scope n where ${own('n')} and n.id = ${id} for update skip locked)`,
      );
    }
    const [found] = await withinTime(db, {}, [async () => ({ slots: await read(id) })]);
    if (!found) return undefined;
    const [kept] = await runSql(db, sql`select from event_scope o where ${own('o')} and o.id = ${id}`);
    // the scope may have been deleted before its slots were read
    if (kept) return found.slots;
  }
  const [result] = await withinTime(db, {}, [() => read(undefined)]);
  return result;
}

/** The cause of an undefined result, for a refusal that commits what the read queued or noted. */
export const slotsTooSlow = () => ({ cause: new Error('the slots took too long to add up') });

/** Sums up the slots of a scope, unless that is done or there is no room for them, and notes its use. */
export async function sumUpScope(db: Db, locations: readonly string[]): Promise<void> {
  // the lock of 0093_scope_slots.sql
  await runSql(db, sql`select pg_advisory_xact_lock(hashtextextended('slots ' || ${db.tenantId}::text, 0))`);
  const hash = hashOf(locations);
  const used = await runSql(
    db,
    sql`update event_scope o set used_at = now() where ${own('o')} and o.locations_hash = ${hash} returning o.id`,
  );
  if (used.length > 0 || !(await makeRoom(db, locations))) return;
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

/** Deletes scopes that are no longer used and, if all places are taken, one for these locations; false without room for them. */
async function makeRoom(db: Db, locations: readonly string[]): Promise<boolean> {
  const gone = await runSql<{ id: string }>(
    db,
    sql`delete from event_scope o where ${own('o')} and o.used_at < now() - make_interval(days => ${unusedDays}) returning o.id`,
  );
  const [left] = await runSql<{ n: number }>(db, sql`select count(*)::int as n from event_scope o where ${own('o')}`);
  const isFull = (left?.n ?? 0) >= mostScopes;
  // the scope before its slots: one whose use is noted concurrently stays, with its slots
  if (isFull)
    gone.push(
      ...(await runSql<{ id: string }>(
        db,
        sql`delete from event_scope o using (${replaceable(locations)}) r
          where ${own('o')} and o.id = r.id and o.used_at = r.used_at returning o.id`,
      )),
    );
  const ids = gone.map(({ id }) => id);
  if (ids.length > 0)
    await runSql(db, sql`delete from event_scope_slot x where ${own('x')} and x.scope_id = any(${ids}::uuid[])`);
  return !isFull || ids.length > 0;
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
