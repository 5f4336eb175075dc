// Every figure of the week and of the refused attempts is the total of the list of events that it leads to.
import { printFilter } from '@keyward/contract/filter';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { existing } from '#core/entity.ts';
import { writeEvents } from '#core/events/events.ts';
import { countRows, findIds } from '#core/list/page.ts';
import { eventList } from '#modules/activity/list.ts';
import { readWeek } from '#modules/dashboard/activity.ts';
import { readAttempts } from '#modules/dashboard/attempts.ts';
import { nightly } from '#testing/nightly.ts';
import { openPictures } from './pictures.ts';

const { actors, at, cases, events, portal } = await openPictures();

const formats = new Map<string, Intl.DateTimeFormat>();
/** The time of a clock in the zone, from another database of zones than the server's. */
const clockAt = (time: Date, zone: string) => {
  const options = { timeZone: zone, weekday: 'short', hour: '2-digit', hourCycle: 'h23' } as const;
  // making one takes longer than using it, and each case asks for all events
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en', options);
  formats.set(zone, format);
  const [weekday = '', hour = ''] = format.format(time).split(', ');
  return { weekday: weekday.toLowerCase(), hour: Number(hour) };
};
const hours = fc.constantFrom(undefined, '8', '0,23', 'range:22,23', 'lt:6', 'not:12');
const days = fc.constantFrom(undefined, 'sun', 'mon,wed', 'not:sat,sun');

test('each hour of the week is the total of its list, and the list has those rows', { timeout: 180_000 }, async () => {
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
          const week = existing(
            await readWeek(db, who, {
              from: start.toISOString(),
              to: to.toISOString(),
              timezone: zone,
              filters,
            }),
          );
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
          // other conditions on the clock, also in a span without an end
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
      { numRuns: nightly ? 200 : 6 },
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

test('hours in a range of thousands of years are found as well', async () => {
  await portal.inTenant('demo', async (db) => {
    const until = (year: string) =>
      findIds(
        db,
        actors.all,
        eventList,
        {
          timezone: 'Asia/Kolkata',
          hour: '6',
          event_time: `range:2020-01-01T00:00:00.000Z,${year}-01-01T00:00:00.000Z`,
        },
        1000,
      );
    const late = await until('9000');
    expect(late.total).toBe(late.ids.length);
    expect(late).toEqual(await until('2027'));
    expect(late.total).toBeGreaterThan(0);
  });
});

test('each location and person of refused attempts has the count of its list', async () => {
  await portal.inTenant('demo', (db) =>
    fc.assert(
      fc.asyncProperty(cases, async ({ actor, ends: [start, length], location, event }) => {
        const who = actors[actor];
        const filters = { ...(location ? at(location) : {}), ...(event ? { event } : {}) };
        const to = new Date(start.getTime() + length);
        const found = await readAttempts(db, who, {
          from: start.toISOString(),
          to: to.toISOString(),
          timezone: undefined,
          filters,
        });
        const event_time = `range:${start.toISOString()},${new Date(to.getTime() - 1).toISOString()}`;
        const count = (more: Record<string, string>) =>
          countRows(db, who, eventList, { ...filters, event_time, result: 'unauthorized', ...more });
        expect(found.total).toBe(await count({}));
        expect(found.people.rows.reduce((sum, row) => sum + row.count, 0)).toBe(found.total);
        for (const { id, name, count: n } of found.people.rows) {
          const value = name === null ? 'NOT_EXISTS' : printFilter({ op: 'in', values: [name] });
          const link = id ? { agent_id: id } : { 'description.agentName': value, agent_id: 'NOT_EXISTS' };
          expect(await count(link), `${name}`).toBe(n);
        }
        for (const { tag, name, count: n } of found.locations.rows) {
          const value = name === null ? 'NOT_EXISTS' : printFilter({ op: 'in', values: [name] });
          // the header's filter and that of the link both apply
          const both = location ? { q: `tags.${tag}:${value}` } : { [`tags.${tag}`]: value };
          expect(await count(both), `${name}`).toBe(n);
        }
        const seen = new Set(found.locations.rows.map(({ name }) => name));
        if (actor === 'all' && !location && found.total > 50) expect(seen).toEqual(new Set(['North', 'South', null]));
        if (actor === 'north') expect(seen.isSubsetOf(new Set(['North']))).toBe(true);
      }),
      { numRuns: nightly ? 300 : 15 },
    ),
  );
});
