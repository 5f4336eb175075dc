// The bars of a query add up to the total of its list, and each counts the rows of the list between its edges.
import { buckets } from '@keyward/contract/buckets';
import { activity } from '@keyward/contract/activity';
import { weekdays } from '@keyward/contract/weekdays';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { clock } from '#core/clock.ts';
import { existing } from '#core/entity.ts';
import { writeEvents } from '#core/events/events.ts';
import { countRows, findIds } from '#core/list/page.ts';
import { readHistogram } from '#modules/activity/histogram.ts';
import { eventList } from '#modules/activity/list.ts';
import { nightly } from '#testing/nightly.ts';
import { openPictures } from './pictures.ts';

const { actors, at, cases, events, portal, system } = await openPictures();
afterEach(() => {
  vi.restoreAllMocks();
});

const iso = (time: number | Date) => new Date(time).toISOString();
/** The time of a clock in the zone, from another database of zones than the server's. */
const clockAt = (time: number, zone: string) => {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    weekday: 'short',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(time);
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  const number = (type: Intl.DateTimeFormatPartTypes) => Number(of(type));
  return {
    weekday: of('weekday').toLowerCase(),
    minutes: number('hour') * 60 + number('minute') + (number('second') + (time % 1000) / 1000) / 60,
    day: number('day'),
    month: number('month'),
  };
};
type Clock = ReturnType<typeof clockAt>;
/** Whether a bar begins when the clock shows this. Only midnights may be skipped, by zones that change their clocks then. */
const begins: Record<(typeof buckets)[number], (shown: Clock, weekStart: string) => boolean> = {
  quarterHour: ({ minutes }) => minutes % 15 === 0,
  hour: ({ minutes }) => minutes % 60 === 0,
  threeHours: ({ minutes }) => minutes % 180 === 0,
  day: ({ minutes }) => minutes === 0,
  week: ({ minutes, weekday }, weekStart) => minutes === 0 && weekday === weekStart,
  month: ({ minutes, day }) => minutes === 0 && day === 1,
  year: ({ minutes, day, month }) => minutes === 0 && day === 1 && month === 1,
};
/** On Lord Howe Island an hour is cut in two when its clock goes back by half an hour. */
const changesAt = (time: number, zone: string) => {
  const passed = clockAt(time, zone).minutes - clockAt(time - 1, zone).minutes;
  return Math.round(((passed + 1440) % 1440) * 60_000) !== 1;
};
const isStart = (time: number, zone: string, bucket: (typeof buckets)[number], weekStart: string) =>
  begins[bucket](clockAt(time, zone), weekStart) || (bucket === 'hour' && changesAt(time, zone));

const conditions = fc.constantFrom<Record<string, string>>(
  {},
  {},
  {},
  { result: 'unauthorized' },
  { search: 'ada' },
  { search: 'mallory', result: 'not:success' },
  { weekday: 'sun,mon' },
  { hour: 'range:1,3' },
  { 'description.agentName': 'like:*a*' },
  { agent_id: 'NOT_EXISTS' },
  { q: 'event:KEY_CHECKIN,KEY_CHECKOUT,LOCK_UNLOCK' },
  { custom_view: 'Unauthorized Attempts' },
);
const ends = fc.constantFrom('both', 'from', 'to', 'none', 'ancient', 'late', 'empty');
const asked = fc.record({
  bars: fc.constantFrom(undefined, 1, 7, 40, 200),
  weekStart: fc.constantFrom(undefined, ...weekdays),
  now: fc.constantFrom('2026-11-25T10:07:00.000Z', '2026-10-25T01:20:00.000Z', '2026-04-04T15:00:00.000Z'),
});

test('the bars of a query count the rows of its list, whatever its filters, range, zone and actor', async () => {
  const seen = new Set<string>();
  await portal.inTenant('demo', (db) =>
    fc.assert(
      fc.asyncProperty(cases, conditions, ends, asked, async (one, more, kind, { bars, weekStart, now }) => {
        vi.spyOn(clock, 'now').mockReturnValue(new Date(now));
        const who = actors[one.actor];
        const [from, to] = [iso(one.ends[0]), iso(one.ends[0].getTime() + one.ends[1])];
        const event_time = {
          both: `range:${from},${to}`,
          from: `gte:${from}`,
          to: `lt:${to}`,
          none: undefined,
          ancient: `range:0001-01-01T00:00:00.000Z,${to}`,
          late: `range:${from},9000-01-01T00:00:00.000Z`,
          empty: `lt:1990-01-01T00:00:00.000Z`,
        }[kind];
        const query = {
          ...(one.location ? at(one.location) : {}),
          ...(one.event ? { event: one.event } : {}),
          ...(event_time ? { event_time } : {}),
          timezone: one.zone,
          ...more,
        };
        const found = existing(await readHistogram(db, who, { query, bars, weekStart }));
        if (found.kind === 'tooWide') throw new Error('A few hundred events are never too many.');
        const listed = await findIds(db, who, eventList, query, 1000);
        expect(found.total).toBe(listed.total);
        const edges = [...found.starts, found.to].map((start) => Date.parse(start));
        expect(edges).toEqual(edges.toSorted((a, b) => a - b));
        const times = events.filter(({ id }) => listed.ids.includes(id)).map(({ time }) => time.getTime());
        const wanted = edges
          .slice(1)
          .map((end, i) => times.filter((time) => time < end && time >= (edges[i] ?? 0)).length);
        expect(found.counts, found.bucket).toEqual(wanted);
        // a requested number of bars is a maximum, except for ends of whole bars, years, and hours that clocks repeat
        if (found.bucket !== 'year') expect(found.counts.length).toBeLessThanOrEqual((bars ?? 100) + 6);
        for (const edge of edges.slice(1, -1)) {
          if (edge > Date.parse('2000-01-01'))
            expect(isStart(edge, one.zone, found.bucket, weekStart ?? 'mon'), `${found.bucket} ${iso(edge)}`).toBe(
              true,
            );
        }
        expect(found.partial.last).toBe(
          (edges.at(-1) ?? 0) > Date.parse(now) ||
            !isStart(edges.at(-1) ?? 0, one.zone, found.bucket, weekStart ?? 'mon'),
        );
        if (kind === 'both') expect([found.from, found.to]).toEqual([from, iso(Date.parse(to) + 1)]);
        seen.add(found.bucket).add(`${kind} ${found.total > 0}`);
        // the list opened by a bar
        const bar = found.counts.findIndex((n) => n > 0);
        if (bar < 0) return;
        const range = `range:${iso(edges[bar] ?? 0)},${iso((edges[bar + 1] ?? 0) - 1)}`;
        expect(await countRows(db, who, eventList, { ...query, event_time: range })).toBe(found.counts[bar]);
      }),
      { numRuns: nightly ? 600 : 150 },
    ),
  );
  for (const bucket of buckets) expect(seen).toContain(bucket);
  for (const kind of ['both', 'from', 'to', 'none', 'ancient', 'late']) expect(seen).toContain(`${kind} true`);
  expect(seen).not.toContain('empty true');
});

test('an event from a clock that is years off has a bar as well', async () => {
  await portal
    .inTenant('demo', async (db) => {
      for (const [i, text] of ['1970-01-02T00:44:30.000Z', '2061-07-01T12:34:56.789Z'].entries()) {
        const time = new Date(text);
        const id = `018f0000-0000-7000-8000-00000000bbb${i}`;
        await writeEvents(db, [{ ...events[0], id, event: 'LOGIN', time, receivedAt: time, locations: [] }]);
      }
      for (const query of [{}, { event: 'LOGIN' }, { event: 'LOGIN', result: 'not:failure' }]) {
        const asOf = { timezone: 'Africa/Monrovia', ...query };
        const found = existing(
          await readHistogram(db, actors.all, { query: asOf, bars: undefined, weekStart: undefined }),
        );
        expect(found).toMatchObject({ kind: 'bars', bucket: 'year', from: '1970-01-01T00:44:30.000Z' });
        if (found.kind !== 'bars') continue;
        expect([found.counts[0], found.counts.at(-1), found.counts.length]).toEqual([1, 1, 92]);
        expect(found.total).toBe(await countRows(db, actors.all, eventList, asOf));
      }
      throw new Error('undone');
    })
    .catch((error: Error) => expect(error.message).toBe('undone'));
});

test('a query that takes longer than a second is too wide, and the next one is answered', async () => {
  await system.query(
    `create function slow_result(text) returns text language plpgsql immutable as $$ begin perform pg_sleep(2); return $1; end $$`,
  );
  const { admin } = portal.as;
  const column = eventList.columns['result'];
  if (!column) throw new Error('The list has results.');
  const { filter } = column;
  column.filter = 'slow_result(e.result)';
  const query = { result: 'failure', timezone: 'Europe/Berlin' };
  try {
    expect((await admin.call(activity.histogram, { query })).data).toEqual({ kind: 'tooWide' });
  } finally {
    if (filter) column.filter = filter;
  }
  expect((await admin.call(activity.histogram, { query })).data).toMatchObject({ kind: 'bars', total: 0 });
  await system.query('drop function slow_result');
});

test('the call accepts the queries that the list accepts, and refuses others', async () => {
  const { admin, clerk } = portal.as;
  const { data } = await admin.call(activity.histogram, { query: { bars: '12', week_start: 'sun', page: '3' } });
  expect(data).toMatchObject({ kind: 'bars', timezone: 'UTC' });
  for (const query of [{ unknown: '1' }, { event_time: 'never' }, { timezone: 'Mars/Base' }]) {
    expect(await admin.refused(activity.histogram, { query })).toMatchObject({ status: 400 });
  }
  expect((await admin.request(activity.histogram, { query: { bars: '201' } })).status).toBe(400);
  const { total_results } = await clerk.call(activity.list, { query: {} });
  expect((await clerk.call(activity.histogram, { query: {} })).data).toMatchObject({ total: total_results });
});
