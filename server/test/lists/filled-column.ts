// Events of this release and of one before a column was added, which a job fills later.
import { beforeAll, expect } from 'vitest';
import { type NewEvent, writeEvents } from '#core/events/events.ts';
import { type Db, inTenant, rows } from '#db/tenant.ts';
import { eventList } from '#modules/activity/list.ts';
import { actorOf } from '#testing/actor.ts';
import { north, south, tenants } from '#testing/people.ts';
import type { Portal } from '#testing/portal.ts';
import { deleteEvents } from './delete-events.ts';
import { readAll } from './model.ts';

const tenant = tenants.demo;

/** Two locations of the demo tenant, by their names, each with the id of the location tag. */
export const locationsOf = (portal: Portal) =>
  portal.inTenant('demo', (db) =>
    rows<{ id: string; tag: string }>(
      db,
      'select id, tag_definition_id as tag from tag_value where tenant_id = $1 and name = any($2) order by name',
      [tenant, [north, south]],
    ),
  );

type Filled = {
  column: 'happened' | 'reason';
  events: readonly NewEvent[];
  /** Whether the event was written by the release before the column. */
  isOld: (event: NewEvent) => boolean;
  job: (db: Db) => Promise<number>;
};

/** Stores the events before the tests, the old ones without the column, and asks the list for them. */
export function eventsOfTwoReleases(portal: Portal, { column, events, isOld, job }: Filled) {
  const { system } = portal.database;
  beforeAll(async () => {
    await deleteEvents(system, tenant);
    await portal.inTenant('demo', (db) => writeEvents(db, events));
    const old = events.filter(isOld).map(({ id }) => id);
    await system.query(`update event set ${column} = null where id = any($1)`, [old]);
  });
  return {
    /** The ids that the list finds, in any order of the rows; each page has the same total. */
    found: (query: Record<string, string>, scope: 'all' | string[] = 'all') =>
      portal.inTenant('demo', async (db) => {
        const { ids, totals } = await readAll({ db, actor: actorOf(tenant, scope), list: eventList, query }, 60);
        expect(new Set(totals)).toEqual(new Set([ids.length]));
        return ids.toSorted();
      }),
    idsOf: (fits: (event: NewEvent) => boolean) =>
      events
        .filter(fits)
        .map(({ id = '' }) => id)
        .toSorted(),
    /** Expects that the job fills so many events the first time, and none the second. */
    expectFilledOnce: async (old: number) => {
      // requests change no event
      await expect(portal.inTenant('demo', job)).rejects.toThrow('permission denied for table event');
      const fill = () => inTenant(system, tenant, job);
      expect(await fill()).toBe(old);
      expect(await fill()).toBe(0);
    },
  };
}
