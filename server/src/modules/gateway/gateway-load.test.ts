import { setTimeout as sleep } from 'node:timers/promises';
import { devices } from '@keyward/contract/devices';
import { gateway, type Report } from '@keyward/contract/gateway';
import { describe, expect, test } from 'vitest';
import { serials } from '#testing/people.ts';
import type { Caller } from '#testing/portal.ts';
import { unlocks, openGateway, sendReports, unlock } from './gateway.testing.ts';

const world = await openGateway({ connections: 8 });

describe('concurrent reports', () => {
  test('a request accepts at most a thousand events', async () => {
    const before = await world.tallies();
    const events = unlocks(1000);
    const { status } = await world.north.refused(gateway.reports, {
      body: {
        reports: [
          { serial: serials.northPadlock, events },
          { serial: serials.northCabinet, events: unlocks(1) },
        ],
      },
    });
    expect(status).toBe(400);
    expect(await world.tallies()).toEqual(before);
    expect(await sendReports(world.north, { serial: serials.northPadlock, events })).toMatchObject({ accepted: 1000 });
    expect(await world.tallies()).toEqual({ total: before.total + 1000, wrong: 0 });
  });

  test('four controllers at the same locations and types do not deadlock', async () => {
    const before = await world.tallies();
    const types = ['LOCK_UNLOCK', 'USER_CHANGE', 'ASSET_CHANGE', 'ARM_DISARM_ALARM'] as const;
    const sender = async (as: Caller, order: readonly string[], turn: number) => {
      for (let i = 0; i < 12; i++) {
        const events = types.map((_, n) => {
          const agent = ['clerk', 'manager', 'admin', `badge ${i}`][(n + turn) % 4] ?? '';
          return unlock({ type: types[(n + turn) % 4] ?? 'LOCK_UNLOCK', agent });
        });
        await sendReports(
          as,
          ...order.map((serial) => ({
            serial,
            state: { battery: i },
            events: events.map((e) => ({ ...e, id: `${serial}${e.id}` })),
          })),
        );
      }
    };
    const pair = [serials.northPadlock, serials.northCabinet];
    await Promise.all([
      sender(world.north, pair, 0),
      sender(world.north, pair.toReversed(), 1),
      sender(world.south, [serials.southPadlock], 2),
      sender(world.south, [serials.southPadlock], 3),
    ]);
    expect(await world.tallies()).toEqual({ total: before.total + 12 * (8 + 8 + 4 + 4), wrong: 0 });
  });

  test('the same report sent concurrently is stored once', async () => {
    const report = { serial: serials.northPadlock, events: unlocks(5) };
    const replies = await Promise.all([1, 2, 3, 4].map(() => sendReports(world.north, report)));
    expect(replies.reduce((sum, r) => sum + r.accepted, 0)).toBe(5);
    expect(replies.reduce((sum, r) => sum + r.duplicates, 0)).toBe(15);
  });

  test('a connection lost in the middle of a report leaves nothing half-written', async () => {
    const before = await world.tallies();
    const report: Report = { serial: serials.northPadlock, state: { battery: 55 }, events: unlocks(1000) };
    // another transaction locks a counter, so that the report stops at its last statements
    const blocker = await world.portal.database.system.connect();
    try {
      await blocker.query('begin; lock table event_day in exclusive mode');
      const sending = world.north.request(gateway.reports, { body: { reports: [report] } });
      const waiting = () =>
        blocker.query<{ pid: number }>(
          `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        );
      await expect.poll(async () => (await waiting()).rowCount, { timeout: 5000, interval: 20 }).toBe(1);
      const { rows: found } = await waiting();
      await blocker.query('select pg_terminate_backend($1)', [found[0]?.pid]);
      expect((await sending).status).toBe(503);
    } finally {
      await blocker.query('rollback');
      blocker.release();
    }
    expect(await world.tallies()).toEqual(before);
    expect((await world.stored(serials.northPadlock)).state['battery']).not.toBe(55);
    expect(await sendReports(world.north, report)).toMatchObject({ accepted: 1000, duplicates: 0 });
    expect(await world.tallies()).toEqual({ total: before.total + 1000, wrong: 0 });
  });

  test('controllers whose calls wait in the database leave connections for lists', async () => {
    const before = await world.tallies();
    const callers = [world.north, world.south];
    const reports = callers.flatMap((as, i) =>
      // together more reports than the pool has connections
      Array.from({ length: 6 }, () => ({ as, serial: i === 0 ? serials.northPadlock : serials.southPadlock })),
    );
    const blocker = await world.portal.database.system.connect();
    let answers: { status: number; headers: Record<string, unknown> }[];
    try {
      await blocker.query('begin; lock table event_day in exclusive mode');
      const sending = Promise.all(
        reports.map(({ as, serial }) =>
          as.request(gateway.reports, { body: { reports: [{ serial, events: unlocks(1) }] } }),
        ),
      );
      const waiting = async () =>
        (
          await blocker.query(
            "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
          )
        ).rowCount;
      await expect.poll(waiting, { timeout: 5000, interval: 20 }).toBe(4);
      expect((await world.portal.as.admin.request(devices.list, {})).status).toBe(200);
      await expect.poll(waiting).toBe(4);
      // the others are refused, like any call that gets no connection
      await sleep(1200);
      await blocker.query('rollback');
      answers = await sending;
    } finally {
      await blocker.query('rollback');
      blocker.release();
    }
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.map(({ headers }) => headers['retry-after'])).toEqual(Array.from({ length: 8 }, () => '1'));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    expect(await world.tallies()).toEqual({ total: before.total + 4, wrong: 0 });
  });
});

describe('malformed', () => {
  const good = { serial: serials.northPadlock, events: [unlock()] };
  const cases: [string, unknown][] = [
    ['no reports', {}],
    ['a list', [good]],
    ['reports that are no list', { reports: good }],
    ['a short serial number', { reports: [{ ...good, serial: '3A10' }] }],
    ['a portal event', { reports: [{ ...good, events: [{ ...unlock(), type: 'DELETE_USER' }] }] }],
    ['a local time', { reports: [{ ...good, events: [{ ...unlock(), time: '2026-01-01T10:00:00' }] }] }],
    ['the year 0', { reports: [{ ...good, events: [{ ...unlock(), time: '0000-01-01T10:00:00Z' }] }] }],
    ['the 30th of February', { reports: [{ ...good, reportedAt: '2026-02-30T10:00:00Z' }] }],
    ['an empty event id', { reports: [{ ...good, events: [{ ...unlock(), id: '' }] }] }],
    ['a NUL', { reports: [{ ...good, events: [{ ...unlock(), id: 'a\u0000' }] }] }],
    ['a lone surrogate', { reports: [{ ...good, events: [{ ...unlock(), agent: '\ud800' }] }] }],
    ['an escape sequence', { reports: [{ ...good, events: [{ ...unlock(), agent: '\u001b[31m' }] }] }],
    ['a nested value', { reports: [{ ...good, state: { battery: { a: 1 } } }] }],
    ['a number too great', '{"reports":[{"serial":"3A10000000000001","state":{"battery":1e999}}]}'],
    ['a strange name', { reports: [{ ...good, state: { 'a b': 1 } }] }],
    [
      '41 values',
      { reports: [{ ...good, state: Object.fromEntries(Array.from({ length: 41 }, (_, i) => [`v${i}`, i])) }] },
    ],
    ['the same key twice', '{"reports":[],"reports":[]}'],
    ['half a body', '{"reports":['],
  ];
  test.each(cases)('%s is refused, and nothing is stored', async (_, body) => {
    const before = await world.tallies();
    const answer = await world.north.raw('POST', gateway.reports.path, body);
    expect([answer.status, answer.text.slice(0, 200)]).toEqual([400, expect.any(String)]);
    expect(await world.tallies()).toEqual(before);
  });
});
