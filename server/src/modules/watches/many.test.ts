// Watches of many profiles: one transaction judges a limited number of them, so that no change of a watch waits for all, and all
// are judged once.
import { profiles } from '@keyward/contract/profiles';
import { roles } from '@keyward/contract/roles';
import { type WatchInput, watches } from '@keyward/contract/watches';
import type pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { writeEvents } from '#core/events/events.ts';
import { watchesByTime, watchesOfList } from '#core/watches/job.ts';
import { openOutbox } from '#testing/outbox.ts';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { addDevice as addDeviceAs } from './watches.testing.ts';

const portal = await openPortal();
const { admin } = portal.as;
const { context } = openOutbox(portal);
const owner = portal.database.system;
const ids = async (query: string) => (await owner.query<{ id: string }>(query)).rows.map(({ id }) => id);

const { data: all } = await admin.call(roles.list, {});
const adminRoles = all.filter(({ name }) => name === 'Admin').map(({ id }) => id);
/** Ids of the profiles, in the order in which their watches are judged. */
const people: string[] = [];
for (let i = 0; i < 8; i++) {
  const body = { name: `Person ${i}`, username: `person.${i}`, roles: adminRoles };
  people.push((await admin.call(profiles.create, { body })).data.id);
}
people.sort();
const [first = '', last = ''] = [people[0], people.at(-1)];
const [firstCaller, lastCaller] = [await portal.signIn(first), await portal.signIn(last)];

const spoken = { name: 'Mine', delivery: 'inbox', quiet: null, rule: { when: 'appears' } } as const;
const rows = {
  device: { resource: 'device', base: 'Overview', filter: { name: 'like:New*' }, search: '' },
  event: { resource: 'event', base: 'Overview', filter: { event: 'LOCK_UNLOCK' }, search: '' },
} satisfies Record<string, Partial<WatchInput>>;
const make = (resource: keyof typeof rows, caller = lastCaller) =>
  caller.call(watches.create, { body: { ...spoken, ...rows[resource] } });

/** Makes 40 watches for each of the eight profiles, copied from one. */
async function makeMany(resource: keyof typeof rows): Promise<void> {
  await make(resource);
  await owner.query(
    `insert into watch (tenant_id, owner_id, name, resource, base, content, rule, delivery, timed, events, authority, known, updated_by)
     select w.tenant_id, p, w.name, w.resource, w.base, w.content, w.rule, w.delivery, w.timed, w.events, w.authority, w.known, 'test'
     from watch w, unnest($1::uuid[]) p, generate_series(1, 40) n where p <> w.owner_id or n > 1`,
    [people],
  );
}
const addDevice = () => addDeviceAs(owner);
const happen = {
  device: addDevice,
  event: () => portal.inTenant('demo', (db) => writeEvents(db, [{ event: 'LOCK_UNLOCK', locations: [] }])),
};
const judge = (resource: keyof typeof rows, system: pg.Pool = owner) =>
  watchesOfList.run({ tenantId: tenants.demo, resource }, { ...context, database: { ...context.database, system } });
/** Number of watches by the number of their entries. */
const said = async () =>
  (
    await owner.query<{ watches: number; entries: number }>(
      `select count(*)::int as watches, entries from (select count(*)::int as entries from inbox_entry group by thread) t group by entries`,
    )
  ).rows;

type Connected = Parameters<typeof owner.connect>[0];
/**
 * The jobs' pool; `connect` runs before each of their transactions, `read` gets the rows of each statement, and statements for
 * which `fails` returns true fail.
 */
function poolWith({
  connect,
  read,
  fails,
}: {
  connect?: () => unknown;
  read?: (text: string, found: object[]) => void;
  fails?: (text: string) => boolean;
}) {
  const open = async () => {
    await connect?.();
    const client = await owner.connect();
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const watched = (what: { text: string }, then: (error: unknown, result: pg.QueryResult<object>) => void) =>
      query(
        fails?.(what.text) ? { text: 'select 1 / 0' } : what,
        (error: unknown, result: pg.QueryResult<object> | undefined) => {
          if (result?.rows) read?.(what.text, result.rows);
          return then(error, result as pg.QueryResult<object>);
        },
      );
    const recorded: pg.PoolClient = Object.create(client, {
      query: { value: (...args: [{ text: string }, never]) => (args.length === 2 ? watched(...args) : query(...args)) },
    });
    return recorded;
  };
  const system: pg.Pool = Object.create(owner, {
    connect: { value: (then?: Connected) => (then ? owner.connect(then) : open()) },
  });
  return system;
}

afterEach(async () => {
  for (const table of ['watch', 'inbox_entry', 'watched_event', 'watched_rest'])
    await owner.query(`delete from ${table}`);
  await owner.query(`delete from device where name like 'New %'`);
});

describe.each(['device', 'event'] as const)('watches of the list of type %s', (resource) => {
  test('are judged once each, at most a hundred in a transaction', async () => {
    await makeMany(resource);
    await happen[resource]();
    const locked: number[] = [];
    const read = (text: string, found: object[]) => {
      if (/from "watch" .*for no key update/s.test(text) && found.length > 0) locked.push(found.length);
    };
    await judge(resource, poolWith({ read }));
    expect(locked).toEqual([80, 80, 80, 80]);
    expect(await said()).toEqual([{ watches: 320, entries: 1 }]);
  });

  test('can be changed and deleted by their owner while those of others wait for their judgement', async () => {
    await makeMany(resource);
    const [one = '', two = ''] = await ids(`select id from watch where owner_id = '${first}' order by id`);
    await happen[resource]();
    const other = await owner.connect();
    try {
      await other.query('begin');
      await other.query('select from watch where owner_id = $1 for update', [last]);
      const judged = judge(resource);
      const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      await expect.poll(async () => (await owner.query(waiting)).rowCount, { timeout: 60_000 }).toBe(1);
      await firstCaller.call(watches.update, { params: { id: one }, body: { ...spoken, name: 'Changed' } });
      await firstCaller.call(watches.remove, { params: { id: two } });
      await other.query('rollback');
      await judged;
    } finally {
      await other.query('rollback');
      other.release();
    }
  });
});

test('each watch is judged once by an event when the process ends between two transactions', async () => {
  await makeMany('event');
  await happen.event();
  let left = 2;
  const connect = () => {
    if (left-- === 0) throw new Error('the process ends');
  };
  await expect(judge('event', poolWith({ connect }))).rejects.toThrow('the process ends');
  expect(await said()).toEqual([{ watches: 160, entries: 1 }]);
  await judge('event');
  expect(await said()).toEqual([{ watches: 320, entries: 1 }]);
  await judge('event');
  expect(await said()).toEqual([{ watches: 320, entries: 1 }]);
});

test('a watch that begins while others are judged by an event ignores that event', async () => {
  await makeMany('event');
  await owner.query(`delete from watch where id = (select id from watch where owner_id = $1 limit 1)`, [last]);
  await happen.event();
  let left = 2;
  await judge('event', poolWith({ connect: async () => left-- === 0 && (await make('event')) }));
  expect((await owner.query('select from watch')).rowCount).toBe(320);
  expect(await said()).toEqual([{ watches: 319, entries: 1 }]);
});

test.each([
  ['by the events that it missed', 'event', /count\(.*from event /s],
  ['by the rows of its list', 'device', /from device d/],
] as const)('a watch that could not be judged is judged again within a minute, %s', async (_, resource, text) => {
  await make(resource);
  await happen[resource]();
  let failed = 0;
  await judge(resource, poolWith({ fails: (sent) => text.test(sent) && ++failed > 0 }));
  expect(failed).toBeGreaterThan(0);
  expect(await said()).toEqual([]);
  // not by the first
  await happen[resource]();
  await judge(resource, poolWith({ fails: (sent) => text.test(sent) }));
  expect(await said()).toEqual([]);
  await watchesByTime.run({}, context);
  const entries = await owner.query<{ count: number }>(`select (details ->> 'count')::int as count from inbox_entry`);
  expect(entries.rows).toEqual([{ count: 2 }]);
  await watchesByTime.run({}, context);
  expect(await said()).toEqual([{ watches: 1, entries: 1 }]);
});

test('the rows that watches remember are read for a few watches at a time', async () => {
  await makeMany('device');
  await owner.query(`delete from watch where owner_id <> all($1::uuid[])`, [[first, last]]);
  await owner.query(`update watch set known = array(select uuidv7() from generate_series(1, 2000))`);
  await addDevice();
  const known: number[] = [];
  const read = (_text: string, found: { known?: string[] }[]) => {
    const remembered = found.reduce((sum, row) => sum + (row.known?.length ?? 0), 0);
    if (remembered > 0) known.push(remembered);
  };
  await judge('device', poolWith({ read }));
  expect(known).toEqual(Array.from({ length: 16 }, () => 10_000));
  expect(await said()).toEqual([{ watches: 80, entries: 1 }]);
});
