// Two jobs judge the same watches: what one has read does not count as new against what the other has stored since.
import { inbox } from '@keyward/contract/inbox';
import { profiles } from '@keyward/contract/profiles';
import { roles } from '@keyward/contract/roles';
import { watches } from '@keyward/contract/watches';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inboxMails } from '#core/watches/held-back.ts';
import { watchesByTime, watchesOfList } from '#core/watches/job.ts';
import { openOutbox } from '#testing/outbox.ts';
import { tenants } from '#testing/people.ts';
import { type Caller, openPortal } from '#testing/portal.ts';
import { addDevice as addDeviceAs } from './watches.testing.ts';

const portal = await openPortal();
const { admin } = portal.as;
const { context } = openOutbox(portal);
const owner = portal.database.system;

const { data: all } = await admin.call(roles.list, {});
const body = {
  name: 'Second',
  username: 'second.admin',
  roles: all.filter(({ name }) => name === 'Admin').map(({ id }) => id),
};
const second = await portal.signIn((await admin.call(profiles.create, { body })).data.id);
const owners = [admin, second];

/**
 * Adds profiles without permissions between the two owners, whose watches sleep, so that the jobs judge the owners in two
 * transactions.
 */
async function separate(): Promise<void> {
  await owner.query(
    `insert into profile (tenant_id, id, name, username)
     select tenant_id, (left(id::text, 24) || lpad(to_hex(('x' || right(id::text, 12))::bit(48)::bigint + i), 12, '0'))::uuid, 'Between ' || i, 'between.' || i
     from (select tenant_id, id from profile where id in (select owner_id from watch) order by id limit 1) first, generate_series(1, 60) i`,
  );
  await owner.query(
    `insert into watch (tenant_id, owner_id, name, resource, base, content, rule, delivery, timed, state, updated_by)
     select w.tenant_id, p.id, w.name, w.resource, w.base, w.content, w.rule, w.delivery, w.timed, 'right', 'test'
     from (select * from watch limit 1) w join profile p on p.tenant_id = w.tenant_id and p.username like 'between.%'`,
  );
  const { rows } = await owner.query<{ name: string }>(
    `select p.username as name from watch w join profile p on p.tenant_id = w.tenant_id and p.id = w.owner_id order by p.id`,
  );
  const isBetween = ({ name }: { name: string }) => name.startsWith('between.');
  if ([rows[0], rows.at(-1)].some((row) => !row || isBetween(row))) throw new Error('They are not between the owners.');
}

const addDevice = () => addDeviceAs(owner);
const deleteDevices = () => owner.query(`delete from device where name like 'New %'`);
const judge = () => watchesOfList.run({ tenantId: tenants.demo, resource: 'device' }, context);
const watch = (caller: Caller) =>
  caller.call(watches.create, {
    body: {
      name: 'New ones',
      resource: 'device',
      base: 'Overview',
      filter: { name: 'like:New*' },
      search: '',
      rule: { when: 'appears' },
      delivery: 'digest',
      quiet: null,
    },
  });
const inboxCounts = async (caller: Caller) =>
  (await caller.call(inbox.list, {})).data.map(({ details }) => Number(details['count']));
const count = async (rows: string) => (await owner.query(`select from ${rows}`)).rowCount;

/** Runs a job. Before its first transaction that begins while `rows` has one row, devices change and another job judges them. */
async function interrupted(job: typeof inboxMails, rows: string, changeDevices: () => Promise<unknown>): Promise<void> {
  let state: 'waiting' | 'looking' | 'interrupted' = 'waiting';
  const connect = async () => {
    if (state === 'waiting') {
      state = 'looking';
      const isNow = (await count(rows)) === 1;
      state = isNow ? 'interrupted' : 'waiting';
      if (isNow) {
        await changeDevices();
        await judge();
      }
    }
    return owner.connect();
  };
  type Connected = Parameters<typeof owner.connect>[0];
  const system: typeof owner = Object.create(owner, {
    connect: { value: (then?: Connected) => (then ? owner.connect(then) : connect()) },
  });
  await job.run(undefined, { ...context, database: { ...context.database, system } });
  expect(state).toBe('interrupted');
}

beforeEach(async () => {
  for (const caller of owners) await watch(caller);
  const { rows } = await owner.query('select distinct authority, content from watch');
  if (rows.length !== 1) throw new Error('The owners do not look for the same.');
});
afterEach(async () => {
  for (const table of ['watch', 'inbox_entry']) await owner.query(`delete from ${table}`);
  await owner.query(`delete from profile where username like 'between.%'`);
  await deleteDevices();
});

test('a device that is deleted while digests are mailed gives no second notice', async () => {
  await addDevice();
  await judge();
  await owner.query('update inbox_entry set mail_at = now() where mail_at is not null');
  await interrupted(inboxMails, 'inbox_entry where mail_at <= now()', deleteDevices);
  expect(await Promise.all(owners.map(inboxCounts))).toEqual([[1], [1]]);
});

test('a device added while the job of each minute runs gives notice once', async () => {
  await separate();
  await addDevice();
  await owner.query('update watch set next_at = now()');
  await interrupted(watchesByTime, 'inbox_entry', addDevice);
  await judge();
  const counts = await Promise.all(owners.map(inboxCounts));
  expect(counts.map((list) => list.reduce((sum, one) => sum + one, 0))).toEqual([2, 2]);
});
