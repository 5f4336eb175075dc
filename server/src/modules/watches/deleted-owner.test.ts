// Deletion of a profile and its watches: all transactions lock them in the same order, so that there is no deadlock.
import { profiles } from '@keyward/contract/profiles';
import { roles } from '@keyward/contract/roles';
import { watches } from '@keyward/contract/watches';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeEvents } from '#core/events/events.ts';
import { watchesOfList } from '#core/watches/job.ts';
import { openOutbox } from '#testing/outbox.ts';
import { tenants } from '#testing/people.ts';
import { type Caller, openPortal } from '#testing/portal.ts';

const statements: string[] = [];
const onQuery = (text: string) => {
  const [name] = /delete from "profile"|for no key update of "w"/.exec(text) ?? [];
  if (name) statements.push(name);
};
const portal = await openPortal({ onQuery });
const { admin } = portal.as;
const { context } = openOutbox(portal);
const owner = portal.database.system;
const { data: all } = await admin.call(roles.list, {});
const adminRoles = all.filter(({ name }) => name === 'Admin').map(({ id }) => id);

const spoken = { name: 'Mine', delivery: 'digest', quiet: null, rule: { when: 'appears' } } as const;
const rows = { resource: 'event', base: 'Overview', filter: { event: 'LOCK_UNLOCK' }, search: '' } as const;
type Person = { id: string; caller: Caller; watch: string };
async function addPerson(username: string): Promise<Person> {
  const { id } = (await admin.call(profiles.create, { body: { name: username, username, roles: adminRoles } })).data;
  const caller = await portal.signIn(id);
  return { id, caller, watch: (await caller.call(watches.create, { body: { ...spoken, ...rows } })).data.id };
}
const happen = () => portal.inTenant('demo', (db) => writeEvents(db, [{ event: 'LOCK_UNLOCK', locations: [] }]));
const judge = () => watchesOfList.run({ tenantId: tenants.demo, resource: 'event' }, context);
const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
const waits = async (count: number): Promise<void> => {
  await expect.poll(async () => (await owner.query(waiting)).rowCount, { timeout: 60_000 }).toBe(count);
};
const saidBy = async (id: string) =>
  (await owner.query('select from inbox_entry where profile_id = $1', [id])).rowCount;

/** Runs `work` while another transaction holds the lock of `lock`. */
async function beside(lock: string, id: string, work: (query: (text: string) => Promise<unknown>) => Promise<void>) {
  const other = await owner.connect();
  try {
    await other.query('begin');
    await other.query(lock, [id]);
    await work((text) => other.query(text, [id]));
    await other.query('commit');
  } finally {
    await other.query('rollback');
    other.release();
  }
}
const lockProfile = 'select from profile where id = $1 for update';

let made = 0;
const peopleInOrder: Person[] = [];
beforeEach(async () => {
  const added = [await addPerson(`ending.${made++}`), await addPerson(`ending.${made++}`)];
  peopleInOrder.splice(0, 2, ...added.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
});
afterEach(async () => {
  for (const table of ['watch', 'inbox_entry', 'watched_event', 'watched_rest'])
    await owner.query(`delete from ${table}`);
  await owner.query(`delete from profile where username like 'ending.%'`);
});

test('a profile can be deleted while its watches are judged, and those of others still give notice', async () => {
  const [one, two] = peopleInOrder;
  if (!one || !two) throw new Error('no people');
  await happen();
  let judged: Promise<void> | undefined;
  await beside(lockProfile, two.id, async (query) => {
    judged = judge();
    await waits(1);
    await query('delete from profile where id = $1');
  });
  await judged;
  expect(await saidBy(one.id)).toBe(1);
});

test('other profiles can be edited while a judgement waits for one', async () => {
  const [one, two] = peopleInOrder;
  if (!one || !two) throw new Error('no people');
  await happen();
  let judged: Promise<void> | undefined;
  await beside(lockProfile, two.id, async () => {
    judged = judge();
    await waits(1);
    await admin.call(profiles.update, { params: { id: one.id }, body: { name: 'Edited' } });
  });
  await judged;
  expect([await saidBy(one.id), await saidBy(two.id)]).toEqual([1, 1]);
});

test('a profile can be deleted while it changes a watch', async () => {
  const [one] = peopleInOrder;
  if (!one) throw new Error('no person');
  await happen();
  await judge();
  if ((await saidBy(one.id)) !== 1) throw new Error('The watch did not speak.');
  statements.length = 0;
  let answers: Promise<{ status: number }[]> | undefined;
  await beside('select from watch where id = $1 for update', one.watch, async () => {
    const changed = one.caller.request(watches.update, { params: { id: one.watch }, body: { ...spoken, name: 'New' } });
    await waits(1);
    const deleted = admin.request(profiles.remove, { params: { id: one.id } });
    answers = Promise.all([changed, deleted]);
    await waits(2);
  });
  expect((await answers)?.map(({ status }) => status)).toEqual([200, 204]);
  // each statement occurs once: a call that loses a deadlock would be repeated
  expect(statements).toEqual(['for no key update of "w"', 'delete from "profile"']);
});
