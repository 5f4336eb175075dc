// Slots of many locations: summed up after the first request for them, and updated with those of each location set.
import { activity } from '@keyward/contract/activity';
import { metrics } from '@keyward/contract/dashboard';
import { groups } from '@keyward/contract/groups';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildApp } from '#app.ts';
import { createLog } from '#core/log.ts';
import { runSql, sql } from '#db/sql.ts';
import type { Db } from '#db/tenant.ts';
import { elsewhere, openManyLocations } from '#testing/many-locations.ts';
import { north } from '#testing/people.ts';
import type { Answer } from '#testing/portal.ts';
import { readSlots, sumUpScope } from './scope-slots.ts';
import { aggregateSlots } from './slot-job.ts';

const { portal, outbox, system, tenant, own, query, ...world } = await openManyLocations();
const { inOwn, happen, timeline, scopes, sums, queued, wrongSums } = world;

type Line = { level: string; msg: string; err?: { message: string } };
let lines: Line[] = [];
const app = await buildApp({
  pool: portal.database.app,
  demo: false,
  log: createLog('debug', { write: (line) => void lines.push(JSON.parse(line) as Line) }),
});
afterAll(() => app.close());

beforeEach(async () => {
  lines = [];
  await world.forget();
});

describe('the slots of a scope', () => {
  test('are summed up after the first request, and from then on count what the list counts', async () => {
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

  const { bucket: _, ...span } = query;
  const { manager } = portal.as;
  const looks: [string, () => Promise<Answer>][] = [
    ['the timeline', () => manager.on(app).request(metrics.timeline, { query })],
    ['the week', () => manager.on(app).request(metrics.week, { query: span })],
    ['the histogram', () => manager.on(app).request(activity.histogram, { query: {} })],
  ];
  /** A request while its tables are locked against reading: it takes too long and is refused, with the cause in the log. */
  async function refusedLook(look: () => Promise<Answer>, tables: string) {
    const suspect = vi.spyOn(app.deps.readiness, 'suspect');
    const writer = await system.connect();
    await writer.query(`begin; lock table ${tables} in access exclusive mode`);
    try {
      expect((await look()).status).toBe(503);
    } finally {
      await writer.query('rollback');
      writer.release();
    }
    expect(lines.filter(({ level }) => level === 'warn')).toMatchObject([
      { err: { message: expect.stringContaining('the slots took too long to add up') } },
    ]);
    // the database itself answers
    expect(suspect).not.toHaveBeenCalled();
  }

  test.each(looks)(
    'are summed up although the first request took too long and was refused: %s',
    async (_what, look) => {
      await refusedLook(look, 'event_slot, event_slot_sum');
      await outbox.work();
      expect(await scopes()).toBe(1);
    },
  );

  test('are marked as used by a request that took too long', async () => {
    await inOwn((db) => sumUpScope(db, own));
    await system.query(`update event_scope set used_at = now() - interval '2 hours'`);
    await refusedLook(() => manager.on(app).request(metrics.timeline, { query }), 'event_scope_slot');
    const { rows } = await system.query(`select from event_scope where used_at > now() - interval '1 hour'`);
    expect(rows).toHaveLength(1);
  });

  test('are not summed up for one location, for all of them, or for a filter', async () => {
    await portal.as.clerk.request(metrics.timeline, { query });
    await portal.as.admin.call(metrics.timeline, { query });
    const { data: definitions } = await portal.as.admin.call(groups.definitions, {});
    const location = definitions.find((d) => d.is_location)?.id ?? '';
    await portal.as.manager.call(metrics.timeline, { query: { ...query, [`tags.${location}`]: north } });
    await outbox.work();
    expect(await scopes()).toBe(0);
  });

  test('are requested without waiting for another request', async () => {
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
    // another request leaves the job at its time
    await timeline();
    const put = await system.query(
      `update graphile_worker._private_jobs set run_at = now() where run_at > now() + interval '10 seconds' returning id`,
    );
    expect(put.rowCount).toBe(1);
    await outbox.work();
    expect(await scopes()).toBe(1);
  });

  test('are summed up once, however often they are requested', async () => {
    await Promise.all([timeline(), timeline(), timeline()]);
    expect(await queued()).toBe(1);
    await Promise.all([1, 2].map(() => inOwn((db) => sumUpScope(db, own))));
    expect(await scopes()).toBe(1);
    expect(await wrongSums()).toEqual([]);
  });

  test('are marked as used by the request itself, without a job', async () => {
    await inOwn((db) => sumUpScope(db, own));
    await system.query(`update event_scope set used_at = now() - interval '2 hours'`);
    await timeline();
    const { rows } = await system.query(`select from event_scope where used_at > now() - interval '1 hour'`);
    expect(rows).toHaveLength(1);
    expect(await queued()).toBe(0);
  });
});
