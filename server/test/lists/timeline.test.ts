// Every figure of the timeline is the total of the list of events with the same span, type and filters.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { existing } from '#core/entity.ts';
import { aggregateSlots } from '#core/events/slot-job.ts';
import { countRows, findIds } from '#core/list/page.ts';
import { type Db, rows } from '#db/tenant.ts';
import { eventList } from '#modules/activity/list.ts';
import { readTimeline } from '#modules/dashboard/activity.ts';
import { nightly } from '#testing/nightly.ts';
import { openPictures } from './pictures.ts';

const { actors, at, cases, events, portal, system, tenant } = await openPictures();

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
        } = existing(await readTimeline(db, who, { from, to, bucket, timezone: zone, filters }));
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
        // the list to which a bar links
        const [top] = found;
        const bar = top?.counts.findIndex((n) => n > 0) ?? -1;
        if (!top || bar < 0) return;
        const link = list(`${starts[bar]},${before(starts[bar + 1] ?? to)}`, { event: top.event });
        expect(await countRows(db, who, eventList, link)).toBe(top.counts[bar]);
      }),
      { numRuns: nightly ? 500 : 20 },
    ),
  );
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

test('an event that a server of the previous release writes is counted', async () => {
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
  expect(await portal.inTenant('demo', (db) => readTimeline(db, actors.all, request))).toMatchObject({ total: 1 });
});
