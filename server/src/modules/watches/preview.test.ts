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
  // one report of what happened at three times, the first of them before the days that a preview looks back
  await happen(...[60, 3_000, 40_000].map((n) => ({ event, time: minutes(n), receivedAt: minutes(30) }) as const));
  expect((await ask({ event })).times).toBe(1);
  // received when the view no longer shows it
  await happen({ event, time: minutes(3_000), receivedAt: minutes(20) });
  expect((await ask({ event })).times).toBe(2);
  expect((await ask({ event, event_time: 'gte:now-1d' })).times).toBe(1);
});

test.each(['gte:now/d', 'gt:now-1d/d', 'gte:lastNight', 'range:now/d,now'])(
  'a period that begins with a day or a night has no history: %s',
  async (period) => {
    const event = 'USB_STATE_CHANGE';
    await happen({ event });
    const asked = { event, event_time: period };
    for (const rule of [{ when: 'appears' }, { when: 'count', above: 0 }] as const) {
      expect((await ask(asked, rule)).times).toBeNull();
      // one that moves with time has
      expect((await ask({ event, event_time: 'gte:now-1d' }, rule)).times).toBeGreaterThan(0);
    }
  },
);

test.each(['ADD_WATCH', 'MODIFY_WATCH', 'DELETE_WATCH'] as const)('%s is no new event', async (event) => {
  await happen({ event });
  const { rows, times } = await ask({ event });
  expect(rows).toBeGreaterThan(0);
  expect(times).toBe(0);
});
