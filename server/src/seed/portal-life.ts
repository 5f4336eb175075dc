import { type NewEvent, writeEvents } from '#core/events/events.ts';
import type { Db } from '#db/tenant.ts';
import { randomOf } from './random.ts';
import { addDays, hoursOn, localDate, zoneOf } from './stores.ts';

/** The managers' user agents. */
const browsers = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
  'Mozilla/5.0 (iPad; CPU OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
] as const;

const managersOf = (db: Db) =>
  db
    .selectFrom('profile as p')
    .innerJoin('profile_role as pr', 'pr.profile_id', 'p.id')
    .innerJoin('role as r', (join) =>
      join.onRef('r.id', '=', 'pr.role_id').on('r.name', 'in', ['Admin', 'Store manager']),
    )
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('profile_tag as pt')
          .innerJoin('tag_definition as d', (join) =>
            join.onRef('d.id', '=', 'pt.tag_definition_id').on('d.is_location', '=', true),
          )
          .select(['pt.profile_id', 'pt.value_id'])
          .as('w'),
      (join) => join.onRef('w.profile_id', '=', 'p.id'),
    )
    .leftJoin('tag_value as v', 'v.id', 'w.value_id')
    .select(['p.id', 'p.name', 'p.email', 'v.id as locationId', 'v.name as store'])
    .orderBy('p.username')
    .execute();

/** Sign-ins and sign-outs of store managers on most days; returns the number of events. */
export async function portalLife(db: Db, seed: number, now: Date, days: number): Promise<number> {
  const random = randomOf(seed * 7919);
  const events: NewEvent[] = [];
  for (const [i, manager] of (await managersOf(db)).entries()) {
    const origin = { system: 'portal', userAgent: browsers[i % browsers.length] ?? browsers[0] } as const;
    const zone = zoneOf(manager.store ?? '', 'Europe/London');
    const today = localDate(zone, now);
    for (let day = 1; day <= days; day++) {
      if (random.chance(0.35)) continue;
      const { open, close } = hoursOn(zone, addDays(today, day - days));
      const start = open.getTime() - 25 * 60_000 + random.next() * (close.getTime() - open.getTime()) * 0.6;
      const end = start + random.between(6, 90) * 60_000;
      const profile = { domain: 'profile' as const, id: manager.id, name: manager.name, email: manager.email };
      for (const [event, at] of [
        ['LOGIN', start],
        ['LOGOUT', end],
      ] as const) {
        if (at > now.getTime()) continue;
        const time = new Date(at);
        const locations = manager.locationId ? [manager.locationId] : [];
        const signInEvent = { event, time, receivedAt: time, agent: profile, entity: profile, locations, origin };
        events.push({ ...signInEvent, result: 'success' });
      }
    }
  }
  await writeEvents(db, events);
  return events.length;
}
