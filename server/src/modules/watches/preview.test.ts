import { groups } from '@keyward/contract/groups';
import { type WatchRule, watches } from '@keyward/contract/watches';
import { expect, test } from 'vitest';
import { type NewEvent, writeEvents } from '#core/events/events.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin, clerk } = portal.as;
const { data: definitions } = await admin.call(groups.definitions, {});
const north = definitions.find((d) => d.is_location)?.values.find((v) => v.name === 'North')?.id ?? '';

const happen = (...events: Omit<NewEvent, 'locations'>[]) =>
  portal.inTenant('demo', (db) =>
    writeEvents(
      db,
      events.map((event) => ({ ...event, locations: [north] })),
    ),
  );
const ask = async (filter: Record<string, string>, rule: WatchRule = { when: 'appears' }) =>
  (await clerk.call(watches.preview, { body: { resource: 'event', base: 'Overview', search: '', filter, rule } })).data;

test('new events count by when they were received', async () => {
  const minutes = (n: number) => new Date(Date.now() - n * 60_000);
  const event = 'ETHERNET_PARTNER';
  // one report of events at three times, the first of them before the days that a preview covers
  await happen(...[60, 3_000, 40_000].map((n) => ({ event, time: minutes(n), receivedAt: minutes(30) }) as const));
  expect((await ask({ event })).times).toBe(1);
  // received when the view no longer shows it
  await happen({ event, time: minutes(3_000), receivedAt: minutes(20) });
  expect((await ask({ event })).times).toBe(2);
  expect((await ask({ event, event_time: 'gte:now-1d' })).times).toBe(1);
});

const hours = (n: number) => new Date(Date.now() - n * 3_600_000);
/** Writes events that happened and were received this many hours ago. */
const receive = (event: NewEvent['event'], ...times: [happened: number, received: number][]) =>
  happen(
    ...times.map(([happened, received]) => ({ event, time: hours(happened), receivedAt: hours(received) }) as const),
  );

test('an alarm by number begins when an event is received, and ends when its time leaves the view', async () => {
  const event = 'SDC_STATE_CHANGE';
  const times = async (above: number, period = 'gte:now-1d') =>
    (await ask({ event, event_time: period }, { when: 'count', above })).times;
  // by event time the two overlap; by time of receipt the second comes long after the first has left the view
  await receive(event, [50, 50], [30, 10]);
  expect(await times(0)).toBe(2);
  expect(await times(1)).toBe(0);
  // received when the view no longer shows it
  await receive(event, [40, 15]);
  expect(await times(0)).toBe(2);
  // both are in the view for five hours
  await receive(event, [28, 9]);
  expect(await times(1)).toBe(1);
});

test('an alarm by number of a view without a period begins when an event is received', async () => {
  const event = 'CLOCK_STATE_CHANGE';
  // before the days that a preview covers, from an OKM that was off line until now
  await receive(event, [24 * 20, 5], [24 * 16, 4]);
  expect(await ask({ event }, { when: 'count', above: 1 })).toEqual({ rows: 2, times: 1 });
  expect(await ask({ event }, { when: 'count', above: 2 })).toEqual({ rows: 2, times: 0 });
});

test('a time with rows runs from when an event is received until its time leaves the view', async () => {
  const event = 'LOCK_UPGRADE_FAIL';
  const times = async () => (await ask({ event, event_time: 'gte:now-1d' }, { when: 'still', minutes: 60 })).times;
  // in the view for half an hour
  await receive(event, [50, 26.5]);
  expect(await times()).toBe(0);
  await receive(event, [100, 80]);
  expect(await times()).toBe(1);
});

test('a relative period of the time of receipt has no history by number', async () => {
  const event = 'LOCK_UPGRADE_SUCCESS';
  await happen({ event });
  expect((await ask({ event, received_at: 'gte:now-1d' }, { when: 'count', above: 0 })).times).toBeNull();
  expect((await ask({ event, received_at: 'gte:2026-01-01T00:00:00Z' }, { when: 'count', above: 0 })).times).toBe(1);
});

test.each(['gte:now/d', 'gt:now-1d/d', 'gte:lastNight', 'range:now/d,now'])(
  'a period that begins with a day or a night has no history: %s',
  async (period) => {
    const event = 'USB_STATE_CHANGE';
    await happen({ event });
    const asked = { event, event_time: period };
    for (const rule of [{ when: 'appears' }, { when: 'count', above: 0 }] as const) {
      expect((await ask(asked, rule)).times).toBeNull();
      // a period that moves with time has one
      expect((await ask({ event, event_time: 'gte:now-1d' }, rule)).times).toBeGreaterThan(0);
    }
  },
);

test.each(['ADD_WATCH', 'MODIFY_WATCH', 'DELETE_WATCH'] as const)('%s does not count as a new event', async (event) => {
  await happen({ event });
  const { rows, times } = await ask({ event });
  expect(rows).toBeGreaterThan(0);
  expect(times).toBe(0);
});
