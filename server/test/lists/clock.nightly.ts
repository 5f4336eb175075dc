// Filters of the list of events by the hour and the weekday that a clock shows.
import { expect, test } from 'vitest';
import { writeEvents } from '#core/events/events.ts';
import { eventList } from '#modules/activity/list.ts';
import { actorOf } from '#testing/actor.ts';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { run } from './model.ts';

const portal = await openPortal();
const tenant = tenants.demo;

test('hours and weekdays are those of a clock, also in zones whose names PostgreSQL takes for fixed offsets', async () => {
  const named = 'Summer night';
  const time = new Date('2026-07-05T22:30:00Z');
  await portal.inTenant('demo', async (db) => {
    await writeEvents(db, [
      { event: 'LOGIN', time, agent: { domain: 'profile', id: null, name: named }, locations: [] },
    ]);
    for (const timezone of ['CET', 'met', 'EET', 'WET', 'EST', 'Europe/Berlin', 'Asia/Kathmandu']) {
      const shown = new Intl.DateTimeFormat('en', {
        timeZone: timezone,
        hour: 'numeric',
        hourCycle: 'h23',
        weekday: 'short',
      });
      const parts = Object.fromEntries(shown.formatToParts(time).map(({ type, value }) => [type, value]));
      const query = { 'description.agentName': named, timezone };
      for (let hour = 0; hour < 24; hour++) {
        const found = await run({
          db,
          actor: actorOf(tenant, 'all'),
          list: eventList,
          query: { ...query, hour: String(hour) },
        });
        expect(found.total_results, `${timezone} ${hour}`).toBe(hour === Number(parts['hour']) ? 1 : 0);
      }
      const weekday = parts['weekday'] ?? '';
      const found = await run({ db, actor: actorOf(tenant, 'all'), list: eventList, query: { ...query, weekday } });
      expect(found.total_results, `${timezone} ${weekday}`).toBe(1);
    }
  });
});
