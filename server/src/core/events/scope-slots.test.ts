// Slots of many locations: summed up once they are asked for, and kept beside those of each location set.
import { metrics } from '@keyward/contract/dashboard';
import { groups } from '@keyward/contract/groups';
import { beforeEach, describe, expect, test } from 'vitest';
import { runSql, sql } from '#db/sql.ts';
import { type Db, inTenant } from '#db/tenant.ts';
import { openOutbox } from '#testing/outbox.ts';
import { north, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { contentId, writeEvents } from './events.ts';
import { readSlots, sumUpScope } from './scope-slots.ts';
import { aggregateSlots } from './slot-job.ts';

const portal = await openPortal();
const outbox = openOutbox(portal);
const { system } = portal.database;
const tenant = tenants.demo;

/** Four more locations, which the manager of the north has as well. */
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
const elsewhere = contentId('location', 'elsewhere');

let made = 0;
/** An event at each of these locations, of two types in turns. */
const happen = (db: Db, time: string, ...locations: (readonly string[])[]) =>
  writeEvents(
    db,
    locations.map((at) => ({
      id: contentId('event', String(++made)),
      event: made % 2 ? 'LOCK_UNLOCK' : 'LOGIN',
      time: new Date(time),
      locations: at,
    })),
  );
const inOwn = <T>(work: (db: Db) => Promise<T>) => inTenant(system, tenant, work);
const scopes = async () => (await system.query('select from event_scope')).rows.length;
/** Sums of scopes that are not those of their location sets. */
const wrongSums = async () => {
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
};
const sums = async () =>
  Number((await system.query<{ n: string }>('select count(*) as n from event_scope_slot')).rows[0]?.n);

beforeEach(async () => {
  for (const table of ['event_scope_slot', 'event_scope']) await system.query(`delete from ${table}`);
});

describe('the slots of a scope', () => {
  const query = { from: '2026-05-01T00:00:00.000Z', to: '2026-05-08T00:00:00.000Z', bucket: 'day' } as const;
  const timeline = async () => (await portal.as.manager.call(metrics.timeline, { query })).data;

  test('are summed up after the first look, and count what the list counts from then on', async () => {
    await inOwn((db) => happen(db, '2026-05-02T10:07:00Z', own.slice(0, 1), own.slice(3, 5), [elsewhere], []));
    await inOwn(aggregateSlots);
    const before = await timeline();
    expect(before.total).toBe(2);
    expect(await scopes()).toBe(0);
    await outbox.work();
    expect(await scopes()).toBe(1);
    expect(await sums()).toBeGreaterThan(0);
    expect(await timeline()).toEqual(before);
    // the picture reads the sums, not the location sets
    await system.query('update event_scope_slot set n = n + 10 where by_type and minutes = 1440');
    expect((await timeline()).total).toBe(before.total + 10 * before.types.length);
    await system.query('update event_scope_slot set n = n - 10 where by_type and minutes = 1440');
    await inOwn((db) => happen(db, '2026-05-02T10:07:00Z', own.slice(1, 2), own.slice(0, 2), [elsewhere]));
    expect((await timeline()).total).toBe(4);
    await inOwn(aggregateSlots);
    expect((await timeline()).total).toBe(4);
    expect(await wrongSums()).toEqual([]);
  });

  test('are summed up although the first look took too long and was refused', async () => {
    const writer = await system.connect();
    await writer.query('begin; lock table event_slot, event_slot_sum in access exclusive mode');
    try {
      expect((await portal.as.manager.request(metrics.timeline, { query })).status).toBe(503);
    } finally {
      await writer.query('rollback');
      writer.release();
    }
    await outbox.work();
    expect(await scopes()).toBe(1);
  }, 30_000);

  test('are not summed up for one location, for all of them, or for a filter', async () => {
    await portal.as.clerk.request(metrics.timeline, { query });
    await portal.as.admin.call(metrics.timeline, { query });
    const { data: definitions } = await portal.as.admin.call(groups.definitions, {});
    const location = definitions.find((d) => d.is_location)?.id ?? '';
    await portal.as.manager.call(metrics.timeline, { query: { ...query, [`tags.${location}`]: north } });
    await outbox.work();
    expect(await scopes()).toBe(0);
  });

  test('are asked for without waiting for another who asks', async () => {
    const look = (db: Db) => readSlots(db, own, async (summed) => summed ?? 'not yet');
    const both = await inOwn(async (one) => [await look(one), await inOwn(look)]);
    expect(both).toEqual(['not yet', 'not yet']);
    await outbox.work();
    expect(await inOwn(look)).not.toBe('not yet');
  });

  test('are read on a standby, where the job cannot be queued', async () => {
    const look = inOwn(async (db) => {
      await runSql(db, sql`set transaction read only`);
      return readSlots(db, own, async (summed) => summed ?? 'not yet');
    });
    expect(await look).toBe('not yet');
  });

  test('are read from the location sets if the scope is deleted before its slots are read', async () => {
    await inOwn((db) => sumUpScope(db, own));
    const read: (string | undefined)[] = [];
    const look = inOwn((db) =>
      readSlots(db, own, async (summed) => {
        read.push(summed);
        for (const table of ['event_scope_slot', 'event_scope']) await system.query(`delete from ${table}`);
        return read.length;
      }),
    );
    expect(await look).toBe(2);
    expect(read).toEqual([expect.any(String), undefined]);
  });

  test('are summed up for one scope of a tenant at a time; the job of another is put off', async () => {
    await timeline();
    const other = await system.connect();
    await other.query('begin');
    await other.query(`select pg_advisory_xact_lock(hashtextextended('scope-slots ' || $1, 0))`, [tenant]);
    try {
      await outbox.work();
    } finally {
      await other.query('rollback');
      other.release();
    }
    expect(await scopes()).toBe(0);
    // another look leaves the job at its time
    await timeline();
    const put = await system.query(
      `update graphile_worker._private_jobs set run_at = now() where run_at > now() + interval '10 seconds' returning id`,
    );
    expect(put.rowCount).toBe(1);
    await outbox.work();
    expect(await scopes()).toBe(1);
  });

  test('are summed up once, however often they are asked for', async () => {
    await Promise.all([timeline(), timeline(), timeline()]);
    const { rows: queued } = await system.query(
      `select from graphile_worker.jobs where task_identifier = 'scope-slots'`,
    );
    expect(queued).toHaveLength(1);
    await Promise.all([1, 2].map(() => inOwn((db) => sumUpScope(db, own))));
    expect(await scopes()).toBe(1);
    expect(await wrongSums()).toEqual([]);
  });

  test('lose and double nothing that is added to the slots at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      await system.query('delete from event_scope_slot');
      await system.query('delete from event_scope');
      // several slots, which both transactions have in common
      for (const hour of ['01', '05', '03', '04', '02']) {
        await inOwn((db) =>
          happen(db, `2026-06-0${round + 1}T${hour}:07:00Z`, own.slice(0, 1), own.slice(2, 4), [elsewhere]),
        );
      }
      await Promise.all([
        inOwn(aggregateSlots),
        inOwn((db) => sumUpScope(db, own)),
        inOwn((db) => sumUpScope(db, own.slice(1))),
        inOwn(aggregateSlots),
      ]);
      // those above leave out what another one has locked
      await inOwn(aggregateSlots);
      expect(await wrongSums(), `round ${round}`).toEqual([]);
    }
    expect(await sums()).toBeGreaterThan(20);
  });

  test('are noted as used by the look itself, without a job', async () => {
    await inOwn((db) => sumUpScope(db, own));
    await system.query(`update event_scope set used_at = now() - interval '2 hours'`);
    await timeline();
    const { rows } = await system.query(`select from event_scope where used_at > now() - interval '1 hour'`);
    expect(rows).toHaveLength(1);
    const { rows: queued } = await system.query(
      `select from graphile_worker.jobs where task_identifier = 'scope-slots'`,
    );
    expect(queued).toHaveLength(0);
  });

  test('are left for the next minute while a scope is summed up', async () => {
    await inOwn((db) => happen(db, '2026-05-03T10:07:00Z', own.slice(0, 1)));
    const other = await system.connect();
    await other.query('begin');
    await other.query(`select pg_advisory_xact_lock(hashtextextended('slots ' || $1, 0))`, [tenant]);
    try {
      const added = await inOwn(async (db) => {
        await runSql(db, sql`set local lock_timeout = '2s'`);
        return aggregateSlots(db);
      });
      expect(added).toBe(0);
    } finally {
      await other.query('rollback');
      other.release();
    }
    expect(await inOwn(aggregateSlots)).toBeGreaterThan(0);
  });

  test('make room for others only where they were not used for a day, and go after thirty', async () => {
    const scope = (n: number) => [...own, contentId('location', `of scope ${n}`)];
    for (let n = 0; n < 20; n++) await inOwn((db) => sumUpScope(db, scope(n)));
    await inOwn((db) => sumUpScope(db, scope(20)));
    expect(await scopes()).toBe(20);
    const has = async (n: number) =>
      (
        await system.query('select from event_scope where $1 = any(locations)', [
          contentId('location', `of scope ${n}`),
        ])
      ).rowCount;
    expect(await has(20)).toBe(0);
    await system.query(`update event_scope set used_at = now() - interval '26 hours' where $1 = any(locations)`, [
      contentId('location', 'of scope 3'),
    ]);
    await inOwn((db) => sumUpScope(db, scope(20)));
    expect([await has(3), await has(20), await scopes()]).toEqual([0, 1, 20]);
    expect(await wrongSums()).toEqual([]);
    await system.query(`update event_scope set used_at = now() - interval '31 days' where not $1 = any(locations)`, [
      contentId('location', 'of scope 20'),
    ]);
    await inOwn((db) => sumUpScope(db, scope(21)));
    expect([await has(20), await has(21), await scopes()]).toEqual([1, 1, 2]);
  });
});
