import { groups } from '@keyward/contract/groups';
import { type ProfileRow, profiles } from '@keyward/contract/profiles';
import { roles } from '@keyward/contract/roles';
import type pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { listJson } from '#core/list/reply.ts';
import { profileList } from '#modules/profiles/list.ts';
import { actorOf } from '#testing/actor.ts';
import { nightly } from '#testing/nightly.ts';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { dictionaryAsOf, loadDictionary } from './dictionary.ts';

const statements: string[] = [];
const portal = await openPortal({ onQuery: (text) => void statements.push(text) });
const { admin, clerk } = portal.as;
const loads = () => statements.filter((text) => text.includes('role_permission') && text.includes('json_agg')).length;
const rolesOf = async (username: string) =>
  (await admin.call(profiles.list, { query: { username } })).data[0]?.roles.map(({ name }) => name);

/** Database connections that share no state with this process. */
const clients: pg.PoolClient[] = [];
async function elsewhere(): Promise<pg.PoolClient> {
  const client = await portal.database.system.connect();
  clients.push(client);
  return client;
}
afterEach(() => {
  for (const client of clients.splice(0)) client.release(true);
});
const rename = (client: pg.PoolClient, from: string, to: string) =>
  client.query('update role set name = $3 where tenant_id = $1 and name = $2', [tenants.demo, from, to]);

test('the dictionary is loaded once, and again after each change by any process', async () => {
  await rolesOf('clerk');
  const before = loads();
  expect(await rolesOf('clerk')).toEqual(['Store clerk']);
  expect(loads()).toBe(before);
  const other = await elsewhere();
  await rename(other, 'Store clerk', 'Assistant');
  expect(await rolesOf('clerk')).toEqual(['Assistant']);
  const { data: all } = await admin.call(roles.list, {});
  const role = all.find(({ name }) => name === 'Assistant');
  await admin.call(roles.update, { params: { id: role?.id ?? '' }, body: { name: 'Store clerk' } });
  expect(await rolesOf('clerk')).toEqual(['Store clerk']);
  expect(loads()).toBe(before + 2);
});

test('a rolled back or uncommitted change is never visible', async () => {
  const other = await elsewhere();
  const before = await rolesOf('clerk');
  await other.query('begin');
  await rename(other, 'Store clerk', 'Never');
  expect(await rolesOf('clerk')).toEqual(before);
  await other.query('rollback');
  expect(await rolesOf('clerk')).toEqual(before);
  await other.query('begin');
  await rename(other, 'Store clerk', 'Later');
  expect(await rolesOf('clerk')).toEqual(before);
  await other.query('commit');
  expect(await rolesOf('clerk')).toEqual(['Later']);
  await rename(other, 'Later', 'Store clerk');
});

test.each([
  ['role_permission', `delete from role_permission where tenant_id = $1 and permission = 'SHARE-VIEWS'`],
  ['tag_definition', `update tag_definition set position = position + 10 where tenant_id = $1 and type = 1`],
  ['tag_value', `update tag_value set name = name || '!' where tenant_id = $1`],
  ['role', `insert into role (tenant_id, name) values ($1, 'Fresh')`],
])('a change of %s renews the stamp, a change of other tables does not', async (_table, statement) => {
  const stamp = () => portal.inTenant('demo', async (db) => (await loadDictionary(db)).stamp);
  const before = await stamp();
  await portal.database.system.query(`update profile set updated_by = 'x' where tenant_id = $1`, [tenants.demo]);
  expect(await stamp()).toBe(before);
  const foreign = await portal.inTenant('harbor', async (db) => (await loadDictionary(db)).stamp);
  await portal.database.system.query(statement, [tenants.demo]);
  expect(await stamp()).not.toBe(before);
  expect(await portal.inTenant('harbor', async (db) => (await loadDictionary(db)).stamp)).toBe(foreign);
});

test('a tag value added after the request began is shown with its name', async () => {
  const { data: definitions } = await admin.call(groups.definitions, { query: { type: '1', object_type: 'users' } });
  const tag = definitions.find(({ is_location: isLocation }) => !isLocation);
  const other = await elsewhere();
  const { data } = await portal.inTenant('demo', async (db) => {
    const actor = { ...actorOf(tenants.demo, 'all'), dictionary: await loadDictionary(db) };
    await other.query(
      `with made as (insert into tag_value (tenant_id, tag_definition_id, name, position)
         values ($1, $2, 'Brand new', 99) returning id)
       insert into profile_tag (tenant_id, profile_id, tag_definition_id, value_id)
       select $1, p.id, $2, made.id from made, profile p where p.tenant_id = $1 and p.username = 'clerk'`,
      [tenants.demo, tag?.id],
    );
    const text = await listJson(db, actor, profileList, { username: 'clerk' });
    return JSON.parse(text.toString()) as { data: ProfileRow[] };
  });
  expect(data[0]?.tagValues).toContain('Brand new');
});

test('an unknown stamp causes a load; a tenant without a stamp is not cached', async () => {
  const asOf = (stamp: string | null) => portal.inTenant('demo', (db) => dictionaryAsOf(db, stamp));
  const { stamp } = await portal.inTenant('demo', loadDictionary);
  const before = loads();
  expect((await asOf(stamp)).stamp).toBe(stamp);
  expect(loads()).toBe(before);
  expect((await asOf('00000000-0000-4000-8000-000000000000')).stamp).toBe(stamp);
  expect((await asOf(null)).stamp).toBe(stamp);
  expect(loads()).toBe(before + 2);
});

const withdrawals = nightly ? 1_000 : 40;
test(
  'no request that begins after a permission is revoked has it',
  async () => {
    const other = await elsewhere();
    const grant = (value: 'READ' | null) =>
      value
        ? other.query(
            `insert into role_permission (tenant_id, role_id, permission, value)
             select $1, id, 'USERS', $2 from role where tenant_id = $1 and name = 'Store clerk'`,
            [tenants.demo, value],
          )
        : other.query(
            `delete from role_permission p using role r where r.tenant_id = $1 and r.name = 'Store clerk'
               and p.tenant_id = $1 and p.role_id = r.id and p.permission = 'USERS'`,
            [tenants.demo],
          );
    await grant(null);
    /** The number of changes: even when the permission is withdrawn and no change is running. */
    let turn = 0;
    const state = { over: false };
    const wrong: string[] = [];
    const counts = { withdrawn: 0, granted: 0 };
    const request = async () => {
      while (!state.over) {
        const begun = turn;
        const { status } = await clerk.raw('GET', '/api/v1/users?results_per_page=1');
        if (turn !== begun || begun % 2) continue;
        const isGranted = begun % 4 === 2;
        counts[isGranted ? 'granted' : 'withdrawn']++;
        if (status !== (isGranted ? 200 : 403)) wrong.push(`${isGranted ? 'granted' : 'withdrawn'}: ${status}`);
      }
    };
    const asking = Promise.all(Array.from({ length: 6 }, request));
    for (let n = 0; n < withdrawals * 2; n++) {
      turn++;
      await grant(n % 2 ? null : 'READ');
      turn++;
      const enough = counts.withdrawn + counts.granted + 5;
      while (counts.withdrawn + counts.granted < enough) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    state.over = true;
    await asking;
    expect(wrong).toEqual([]);
    expect(counts.withdrawn + counts.granted).toBeGreaterThanOrEqual(withdrawals * 10);
  },
  nightly ? 300_000 : 60_000,
);
