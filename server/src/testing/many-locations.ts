// A manager of five locations, whose slots are summed up together.
import { metrics } from '@keyward/contract/dashboard';
import { contentId, writeEvents } from '#core/events/events.ts';
import { type Db, inTenant } from '#db/tenant.ts';
import { openOutbox } from './outbox.ts';
import { north, tenants } from './people.ts';
import { openPortal } from './portal.ts';

export const elsewhere = contentId('location', 'elsewhere');

/** Opens a portal where the manager of the north has four more locations: `own` are all five. */
export async function openManyLocations() {
  const portal = await openPortal();
  const outbox = openOutbox(portal);
  const { system } = portal.database;
  const tenant = tenants.demo;
  const { rows: added } = await system.query<{ id: string }>(
    `with v as (
      insert into tag_value (tenant_id, tag_definition_id, name, position)
      select d.tenant_id, d.id, 'Store ' || i, 10 + i from tag_definition d, generate_series(1, 4) i
      where d.tenant_id = $1 and d.is_location returning tenant_id, tag_definition_id, id),
    given as (
      insert into profile_tag (tenant_id, profile_id, tag_definition_id, value_id)
      select v.tenant_id, p.id, v.tag_definition_id, v.id from v
      join profile p on p.tenant_id = v.tenant_id and p.username = 'manager')
    select id from v`,
    [tenant],
  );
  const { rows: first } = await system.query<{ id: string }>(
    'select id from tag_value where tenant_id = $1 and name = $2',
    [tenant, north],
  );
  const own = [...first, ...added].map(({ id }) => id);
  const inOwn = <T>(work: (db: Db) => Promise<T>) => inTenant(system, tenant, work);
  const count = async (text: string) => (await system.query(text)).rowCount ?? 0;
  const query = { from: '2026-05-01T00:00:00.000Z', to: '2026-05-08T00:00:00.000Z', bucket: 'day' } as const;
  let made = 0;
  return {
    portal,
    outbox,
    system,
    tenant,
    own,
    inOwn,
    /** Writes an event at each of these location sets, alternating between two types. */
    happen: (db: Db, time: string, ...locations: (readonly string[])[]) =>
      writeEvents(
        db,
        locations.map((at) => ({
          id: contentId('event', String(++made)),
          event: made % 2 ? 'LOCK_UNLOCK' : 'LOGIN',
          time: new Date(time),
          locations: at,
        })),
      ),
    query,
    /** The manager's request for the timeline of the first week of May. */
    timeline: async () => (await portal.as.manager.call(metrics.timeline, { query })).data,
    scopes: () => count('select from event_scope'),
    sums: () => count('select from event_scope_slot'),
    queued: () => count(`select from graphile_worker.jobs where task_identifier = 'scope-slots'`),
    /** Sums of scopes that differ from those of their location sets. */
    wrongSums: async () => {
      const { rows } = await system.query(
        `with wanted as (
          select o.id, x.minutes, k.by_type, x.slot, case when k.by_type then x.event else '' end as event, sum(x.n) as n
          from event_scope o join location_set s on s.tenant_id = o.tenant_id and s.locations && o.locations
          join event_slot x on x.tenant_id = s.tenant_id and x.location_set_id = s.id
          cross join (values (true), (false)) k (by_type) group by 1, 2, 3, 4, 5),
         found as (select scope_id, minutes, by_type, slot, event, n from event_scope_slot)
         (select 'missing', m.* from (table wanted except table found) m)
         union all (select 'wrong', w.* from (table found except table wanted) w)`,
      );
      return rows;
    },
    /** Deletes the scopes, their sums and their jobs. */
    forget: () =>
      system.query(`delete from event_scope_slot; delete from event_scope;
        delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
        where t.id = j.task_id and t.identifier = 'scope-slots'`),
  };
}
