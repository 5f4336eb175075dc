// The sums of scopes with concurrent transactions, and the room for scopes.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runSql, sql } from '#db/sql.ts';
import { elsewhere, openManyLocations } from '#testing/many-locations.ts';
import { contentId } from './events.ts';
import { readSlots, sumUpScope } from './scope-slots.ts';
import { aggregateSlots } from './slot-job.ts';

const { outbox, system, tenant, own, ...world } = await openManyLocations();
const { inOwn, happen, timeline, scopes, sums, queued, wrongSums, forget } = world;
beforeEach(async () => void (await forget()));

const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
const isWaited = async () => {
  await expect.poll(async () => (await system.query(waiting)).rowCount).toBe(1);
};

describe('the slots of a scope', () => {
  test('neither lose nor double events that are added to them concurrently', async () => {
    for (let round = 0; round < 5; round++) {
      await forget();
      // several slots that both transactions share
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
      // the runs above leave out rows that another one has locked
      await inOwn(aggregateSlots);
      expect(await wrongSums(), `round ${round}`).toEqual([]);
    }
    expect(await sums()).toBeGreaterThan(20);
  });

  test('are not added to while a scope is summed up, but in the next minute', async () => {
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

  test('count events that happen at new locations while they are summed up', async () => {
    await inOwn((db) => happen(db, '2026-05-04T10:07:00Z', own.slice(0, 1)));
    await inOwn(aggregateSlots);
    const before = await timeline();
    await inOwn(async (db) => {
      await sumUpScope(db, own);
      await inOwn((beside) => happen(beside, '2026-05-04T10:08:00Z', own.slice(1, 4), [own[0] ?? '', elsewhere]));
      await inOwn(aggregateSlots);
    });
    expect((await timeline()).total).toBe(before.total + 2);
    await inOwn(aggregateSlots);
    expect((await timeline()).total).toBe(before.total + 2);
    expect(await wrongSums()).toEqual([]);
  });

  test('are summed up after the next request if the connection was lost midway', async () => {
    await inOwn((db) => happen(db, '2026-05-05T10:07:00Z', own.slice(0, 2)));
    await inOwn(aggregateSlots);
    const before = await timeline();
    const writer = await system.connect();
    // the sums by type are read first
    await writer.query('begin; lock table event_slot_sum in access exclusive mode');
    try {
      const work = outbox.work();
      await isWaited();
      await system.query(`select pg_terminate_backend(pid) from (${waiting}) w`);
      await work;
    } finally {
      await writer.query('rollback');
      writer.release();
    }
    expect([await scopes(), await sums()]).toEqual([0, 0]);
    expect(await timeline()).toEqual(before);
    await outbox.work();
    expect(await scopes()).toBe(1);
    expect(await wrongSums()).toEqual([]);
  });
});

describe('the scopes of a tenant', () => {
  /** Locations, each of which belongs to one scope; no profile has the location of the last one. */
  const more = Array.from({ length: 22 }, (_, n) => contentId('location', `of scope ${n}`));
  const scope = (...numbers: number[]) => [...own, ...numbers.map((n) => more[n] ?? '')];
  const large = [scope(0, 1), scope(1, 2)];
  beforeAll(async () => {
    await system.query(
      `insert into tag_value (tenant_id, id, tag_definition_id, name, position)
       select d.tenant_id, v.id, d.id, 'Of scope ' || v.at, 100 + v.at
       from tag_definition d, unnest($2::uuid[]) with ordinality v (id, at) where d.tenant_id = $1 and d.is_location`,
      [tenant, more],
    );
    for (const [at, locations] of [...more.slice(0, -1).map((_, n) => scope(n)), ...large].entries())
      await system.query(
        `with p as (insert into profile (tenant_id, name, username) values ($1, $2, $2) returning tenant_id, id)
         insert into profile_tag (tenant_id, profile_id, tag_definition_id, value_id)
         select p.tenant_id, p.id, v.tag_definition_id, v.id from p, tag_value v where v.tenant_id = $1 and v.id = any($3)`,
        [tenant, `regional.${at}`, locations],
      );
  });
  const has = async (...numbers: number[]) =>
    (await system.query('select from event_scope where locations @> $1 and locations <@ $1', [scope(...numbers)]))
      .rowCount;
  const lastUsed = (n: number, ago: string) =>
    system.query('update event_scope set used_at = now() - $2::interval where locations @> $1 and locations <@ $1', [
      scope(n),
      ago,
    ]);
  const fill = async () => {
    for (let n = 0; n < 20; n++) await inOwn((db) => sumUpScope(db, scope(n)));
  };

  test('make room for others only after a day without use, and are deleted after thirty', async () => {
    await fill();
    await inOwn((db) => sumUpScope(db, scope(20)));
    expect([await has(20), await scopes()]).toEqual([0, 20]);
    await lastUsed(3, '26 hours');
    await inOwn((db) => sumUpScope(db, scope(20)));
    expect([await has(3), await has(20), await scopes()]).toEqual([0, 1, 20]);
    expect(await wrongSums()).toEqual([]);
    for (let n = 0; n < 20; n++) await lastUsed(n, '31 days');
    await inOwn((db) => sumUpScope(db, scope(21)));
    expect([await has(20), await has(21), await scopes()]).toEqual([1, 1, 2]);
  });

  test('queue no job while there is no room', async () => {
    await fill();
    await timeline();
    expect(await queued()).toBe(0);
    await lastUsed(3, '26 hours');
    await timeline();
    expect(await queued()).toBe(1);
  });

  test('are kept, with their sums, if they are used while another scope asks for their place', async () => {
    await inOwn((db) => happen(db, '2026-05-06T10:07:00Z', own.slice(0, 1)));
    await inOwn(aggregateSlots);
    await fill();
    await lastUsed(3, '26 hours');
    await inOwn(async (db) => {
      await readSlots(db, scope(3), async () => []);
      const asked = inOwn((other) => sumUpScope(other, scope(20)));
      await Promise.race([isWaited(), asked]);
      return { asked };
    }).then(({ asked }) => asked);
    expect([await has(3), await has(20), await scopes()]).toEqual([1, 0, 20]);
    expect(await wrongSums()).toEqual([]);
  });

  test('give up their places first if no profile has them, then after a day without use, then to larger scopes', async () => {
    for (let n = 0; n < 19; n++) await inOwn((db) => sumUpScope(db, scope(n)));
    await inOwn((db) => sumUpScope(db, scope(21)));
    await lastUsed(3, '26 hours');
    await lastUsed(7, '2 hours');
    await inOwn((db) => sumUpScope(db, scope(19)));
    expect([await has(21), await has(3), await has(19), await scopes()]).toEqual([0, 1, 1, 20]);
    await inOwn((db) => sumUpScope(db, large[0] ?? []));
    expect([await has(3), await has(7), await has(0, 1), await scopes()]).toEqual([0, 1, 1, 20]);
    await inOwn((db) => sumUpScope(db, large[1] ?? []));
    expect([await has(7), await has(1, 2), await scopes()]).toEqual([0, 1, 20]);
    // the smaller scope cannot have its place back
    await inOwn((db) => sumUpScope(db, scope(7)));
    expect([await has(7), await has(1, 2), await scopes()]).toEqual([0, 1, 20]);
    expect(await wrongSums()).toEqual([]);
  });
});
