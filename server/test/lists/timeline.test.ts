// Every figure of the timeline is the total of the list of events with the same span, type and filters.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { eventTypes } from '@keyward/contract/activity';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { type NewEvent, writeEvents } from '#core/events/events.ts';
import { aggregateSlots } from '#core/events/slot-job.ts';
import { countRows, findIds } from '#core/list/page.ts';
import { type Db, rows } from '#db/tenant.ts';
import { eventList } from '#modules/activity/list.ts';
import { readTimeline, readWeek } from '#modules/dashboard/activity.ts';
import { actorOf } from '#testing/actor.ts';
import { nightly } from '#testing/nightly.ts';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const tenant = tenants.demo;
const { system } = portal.database;
const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;

const { rows: places } = await system.query<{ id: string; name: string; tag: string }>(
  `select v.id, v.name, d.id as tag from tag_value v join tag_definition d on d.tenant_id = v.tenant_id and d.id = v.tag_definition_id
   where v.tenant_id = $1 and d.is_location and v.name in ('North', 'South') order by v.name`,
  [tenant],
);
const [north] = places;
const at = (filter: string) => ({ [`tags.${north?.tag}`]: filter });

/** Clock changes of Berlin, New York, Lord Howe and Chatham, and a quiet day. */
const moments = [
  '2026-03-29T01:00:00.000Z',
  '2026-10-25T01:00:00.000Z',
  '2026-03-08T07:00:00.000Z',
  '2026-11-01T06:00:00.000Z',
  '2026-04-04T15:00:00.000Z',
  '2026-10-03T15:30:00.000Z',
  '2026-04-04T14:00:00.000Z',
  '2026-09-26T14:00:00.000Z',
  '2026-07-15T12:00:00.000Z',
].map((text) => Date.parse(text));
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Pacific/Kiritimati',
];
const types = eventTypes.slice(0, 4);

/** Instants within a day and a half of a moment: any, or the ends of a quarter hour and their neighbours. */
const instants = fc
  .tuple(
    fc.constantFrom(...moments),
    fc.oneof(
      fc.integer({ min: -1.5 * dayMs, max: 1.5 * dayMs }),
      fc
        .tuple(fc.integer({ min: -144, max: 144 }), fc.constantFrom(-1, 0, 1))
        .map(([quarters, ms]) => quarters * 15 * minuteMs + ms),
    ),
  )
  .map(([moment, offset]) => new Date(moment + offset));
const events = fc
  .sample(
    fc.record({
      id: fc.uuid({ version: 7 }),
      event: fc.constantFrom(...types),
      time: instants,
      locations: fc.subarray(places.map(({ id }) => id)),
    }),
    { numRuns: 600, seed: 5 },
  )
  .map((event) => ({ ...event, receivedAt: event.time }) satisfies NewEvent);

beforeAll(async () => {
  for (const table of ['event', 'event_total', 'event_day', 'event_slot', 'event_slot_new']) {
    await system.query(`delete from ${table} where tenant_id = $1`, [tenant]);
  }
  const write = (some: NewEvent[]) => portal.inTenant('demo', (db) => writeEvents(db, some));
  await write(events.slice(0, 200));
  await portal.inTenant('demo', aggregateSlots);
  await write(events.slice(200, 400));
  await portal.inTenant('demo', aggregateSlots);
  // those that are not yet summed up
  await write(events.slice(400));
});

const actors = {
  all: actorOf(tenant, 'all'),
  north: actorOf(tenant, [north?.id ?? '']),
  both: actorOf(
    tenant,
    places.map(({ id }) => id),
  ),
  none: actorOf(tenant, []),
};
const cases = fc.record({
  actor: fc.constantFrom<keyof typeof actors>('all', 'all', 'north', 'both', 'none'),
  zone: fc.constantFrom(...zones),
  bucket: fc.constantFrom('hour' as const, 'day' as const),
  ends: fc.tuple(instants, fc.oneof(fc.integer({ min: 1, max: dayMs }), fc.integer({ min: 1, max: 9 * dayMs }))),
  location: fc.constantFrom(undefined, 'North', 'North,South', 'NOT_EXISTS', 'not:North', 'EXISTS', 'South,NOT_EXISTS'),
  event: fc.constantFrom(undefined, undefined, types[0], `${types[0]},${types[1]}`, `not:${types[2]}`),
});

test('each figure is the total of its list, for every actor, zone, range and filter', async () => {
  await portal.inTenant('demo', (db) =>
    fc.assert(
      fc.asyncProperty(cases, async ({ actor, zone, bucket, ends: [start, length], location, event }) => {
        const who = actors[actor];
        const filters = { ...(location ? at(location) : {}), ...(event ? { event } : {}) };
        const [from, to] = [start.toISOString(), new Date(start.getTime() + length).toISOString()];
        const {
          total,
          starts,
          types: found,
        } = await readTimeline(db, who, { from, to, bucket, timezone: zone, filters });
        const list = (span: string, more = {}) => ({ ...filters, ...more, event_time: `range:${span}` });
        const before = (instant: string) => new Date(Date.parse(instant) - 1).toISOString();
        const rowsOfList = await findIds(db, who, eventList, list(`${from},${before(to)}`), 1000);
        expect(total).toBe(rowsOfList.total);
        const listed = events.filter(({ id }) => rowsOfList.ids.includes(id));
        const ends = [...starts.slice(1), to].map((end) => Date.parse(end));
        for (const { event: type, counts } of found) {
          const times = listed.filter((row) => row.event === type).map(({ time }) => time.getTime());
          const wanted = ends.map((end, i) => times.filter((t) => t < end && t >= Date.parse(starts[i] ?? '')).length);
          expect(counts, type).toEqual(wanted);
        }
        expect(found.flatMap(({ counts }) => counts).reduce((a, b) => a + b, 0)).toBe(total);
        // the list that a bar links to
        const [top] = found;
        const bar = top?.counts.findIndex((n) => n > 0) ?? -1;
        if (!top || bar < 0) return;
        const link = list(`${starts[bar]},${before(starts[bar + 1] ?? to)}`, { event: top.event });
        expect(await countRows(db, who, eventList, link)).toBe(top.counts[bar]);
      }),
      { numRuns: nightly ? 500 : 60 },
    ),
  );
});

/** What a clock in the zone shows, from another database of zones than the server's. */
const clockAt = (time: Date, zone: string) => {
  const options = { timeZone: zone, weekday: 'short', hour: '2-digit', hourCycle: 'h23' } as const;
  const [weekday = '', hour = ''] = new Intl.DateTimeFormat('en', options).format(time).split(', ');
  return { weekday: weekday.toLowerCase(), hour: Number(hour) };
};
const hours = fc.constantFrom(undefined, '8', '0,23', 'range:22,23', 'lt:6', 'not:12');
const days = fc.constantFrom(undefined, 'sun', 'mon,wed', 'not:sat,sun');

test('each hour of the week is the total of its list, and the list has those rows', async () => {
  await portal.inTenant('demo', (db) =>
    fc.assert(
      fc.asyncProperty(
        cases,
        days,
        hours,
        async ({ actor, zone, ends: [start, length], location, event }, weekday, hour) => {
          const who = actors[actor];
          const filters = { ...(location ? at(location) : {}), ...(event ? { event } : {}) };
          const to = new Date(start.getTime() + length);
          const week = await readWeek(db, who, {
            from: start.toISOString(),
            to: to.toISOString(),
            timezone: zone,
            filters,
          });
          const event_time = `range:${start.toISOString()},${new Date(to.getTime() - 1).toISOString()}`;
          const listed = (more: object) =>
            findIds(db, who, eventList, { ...filters, event_time, timezone: zone, ...more }, 1000);
          const all = await listed({});
          const clocks = new Map(events.map(({ id, time }) => [id, clockAt(time, zone)]));
          expect(week.total).toBe(all.total);
          for (const { weekday: day, counts } of week.days) {
            const wanted = counts.map(
              (_, i) => all.ids.filter((id) => clocks.get(id)?.weekday === day && clocks.get(id)?.hour === i).length,
            );
            expect(counts, day).toEqual(wanted);
          }
          const busiest = week.days.toSorted((a, b) => Math.max(...b.counts) - Math.max(...a.counts))[0];
          const top = busiest?.counts.indexOf(Math.max(...busiest.counts)) ?? 0;
          const cell = await listed({ weekday: busiest?.weekday, hour: String(top) });
          expect([cell.total, cell.ids.length]).toEqual([busiest?.counts[top], busiest?.counts[top]]);
          // other conditions on the clock, without an end as well
          const more = { ...(weekday ? { weekday } : {}), ...(hour ? { hour } : {}) };
          for (const span of [event_time, `gte:${start.toISOString()}`, `lt:${to.toISOString()}`]) {
            const some = await listed({ ...more, event_time: span });
            expect(some.ids, span).toHaveLength(some.total);
            const inSpan = new Set((await listed({ event_time: span })).ids);
            const fits = [...inSpan].filter((id) => {
              const clock = clocks.get(id);
              return clock && (!weekday || isDay(weekday, clock.weekday)) && (!hour || isHour(hour, clock.hour));
            });
            expect(new Set(some.ids)).toEqual(new Set(fits));
          }
        },
      ),
      { numRuns: nightly ? 300 : 40 },
    ),
  );
});
const isDay = (filter: string, day: string) => filter.includes(day) !== filter.startsWith('not:');
const isHour = (filter: string, hour: number) =>
  ({ '8': hour === 8, '0,23': hour === 0 || hour === 23, 'range:22,23': hour > 21, 'lt:6': hour < 6 })[filter] ??
  hour !== 12;

test('events before zones had offsets of quarter hours are found by the clock of their zone', async () => {
  await portal.inTenant('demo', async (db) => {
    // 00:00 in Monrovia until 1972, 44.5 minutes behind UTC
    const time = new Date('1970-01-02T00:44:30.000Z');
    await writeEvents(db, [
      {
        ...events[0],
        id: '018f0000-0000-7000-8000-00000000aaaa',
        event: 'LOGIN',
        time,
        receivedAt: time,
        locations: [],
      },
    ]);
    const found = (hour: string) =>
      findIds(
        db,
        actors.all,
        eventList,
        { timezone: 'Africa/Monrovia', hour, weekday: 'fri', event_time: 'lt:2000-01-01T00:00:00.000Z' },
        10,
      );
    expect((await found('0')).total).toBe(1);
    expect((await found('1')).total).toBe(0);
    expect((await found('0')).ids).toHaveLength(1);
  });
});

const slots = (db: Db) =>
  rows(
    db,
    `select minutes, location_set_id, slot, event, n from event_slot where tenant_id = $1
     order by minutes, location_set_id, slot, event`,
    [tenant],
  );

test('the migration counts stored events as the job does', async () => {
  const summed = await portal.inTenant('demo', async (db) => {
    await aggregateSlots(db);
    return slots(db);
  });
  expect(summed.length).toBeGreaterThan(500);
  await system.query('delete from event_slot');
  await system.query('delete from event_slot_new');
  const file = path.join(import.meta.dirname, '../../migrations/0034_event_slots.sql');
  const [, fill = ''] = readFileSync(file, 'utf8').split(/^(?=do \$\$)/m);
  await system.query(fill);
  expect(await portal.inTenant('demo', slots)).toEqual(summed);
});

test('an event that a server of the release before writes is counted', async () => {
  const time = '2026-06-01T10:00:00.000Z';
  await portal.inTenant('demo', (db) =>
    rows(
      db,
      `insert into event (tenant_id, event_time, event, location_set_id, body)
       values ($1, $2, 'LOGIN', '00000000-0000-0000-0000-000000000000', '{}')`,
      [tenant, time],
    ),
  );
  const request = { from: time, to: '2026-06-01T10:15:00.000Z', bucket: 'hour', timezone: 'UTC', filters: {} } as const;
  expect((await portal.inTenant('demo', (db) => readTimeline(db, actors.all, request))).total).toBe(1);
});
