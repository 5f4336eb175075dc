// The counts of a list's views beside the first page of that list: milliseconds in the server's own process.
import type { Actor } from '@keyward/server/core/auth/session.ts';
import { listJson } from '@keyward/server/core/list/reply.ts';
import type { Database } from '@keyward/server/db/connect.ts';
import { type Db, inTenant } from '@keyward/server/db/tenant.ts';
import { eventList } from '@keyward/server/modules/activity/list.ts';
import { deviceList } from '@keyward/server/modules/devices/list.ts';
import { profileList } from '@keyward/server/modules/profiles/list.ts';
import { countViews } from '@keyward/server/modules/views/counts.ts';
import { actorOf } from '@keyward/server/testing/actor.ts';
import { repeat } from './measure.ts';
import { withTestBed } from './test-bed.ts';
import { buildWorld, type Size, tenantId } from './world.ts';

const measuredMs = 1000;
const timezone = 'Asia/Kathmandu';
const lists = { events: eventList, devices: deviceList, profiles: profileList };

type Read = (db: Db, actor: Actor) => Promise<unknown>;
const pages: Record<keyof typeof lists, Read> = {
  events: (db, actor) => listJson(db, actor, eventList, {}),
  devices: (db, actor) => listJson(db, actor, deviceList, {}),
  profiles: (db, actor) => listJson(db, actor, profileList, {}),
};

export async function benchViews(size: Size): Promise<void> {
  await withTestBed(async ({ database }) => {
    await buildWorld(database, size);
    await database.system.query('vacuum analyze');
    console.log(`\n${size.events.toLocaleString('en')} events, ${size.devices.toLocaleString('en')} devices`);
    await measure(database);
  });
}

async function measure({ app, system }: Database): Promise<void> {
  const { rows: places } = await system.query<{ id: string }>(
    `select id from tag_value where tenant_id = $1 and name like 'Store %' order by position limit 1`,
    [tenantId],
  );
  const actors = {
    everything: actorOf(tenantId, 'all'),
    'one location': actorOf(
      tenantId,
      places.map(({ id }) => id),
    ),
  };
  console.log('| as | list | views | counted | p50 ms | p99 ms | / page 1 |');
  console.log('|---|---|---|---|---|---|---|');
  for (const [who, actor] of Object.entries(actors)) {
    for (const [name, list] of Object.entries(lists) as [keyof typeof lists, (typeof lists)[keyof typeof lists]][]) {
      const run = (read: Read) => () => inTenant(app, tenantId, (db) => read(db, actor));
      const count = (db: Db) => countViews(db, actor, list, { timezone });
      const counts = await inTenant(app, tenantId, count);
      const [base, one] = await repeat(measuredMs, [run(pages[name]), run(count)]);
      if (!base || !one) throw new Error(`${name} was not measured`);
      const counted = counts.filter((view) => view.count !== null).length;
      const times = [one.p50.toFixed(1), one.p99.toFixed(1), (one.p50 / base.p50).toFixed(1)];
      console.log(`| ${[who, name, counts.length, counted, ...times].join(' | ')} |`);
    }
  }
}
