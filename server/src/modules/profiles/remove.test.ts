import { activity } from '@keyward/contract/activity';
import { auth } from '@keyward/contract/auth';
import { groups } from '@keyward/contract/groups';
import { profiles } from '@keyward/contract/profiles';
import { roles } from '@keyward/contract/roles';
import { expect, test } from 'vitest';
import { north, south, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { expectAllOrNone, expectCountChecked } from '#testing/removal.ts';

const portal = await openPortal();
const { admin, manager, harborAdmin } = portal.as;

const location = (await admin.call(groups.definitions, {})).data.find((d) => d.is_location)?.id ?? '';
const roleIds = new Map((await admin.call(roles.list, {})).data.map((role) => [role.name, role.id]));
let made = 0;
async function add(name: string, locationNames: string[] = [], held: string[] = []): Promise<string> {
  const body = {
    name,
    username: `doomed.${made++}`,
    tags: locationNames.length
      ? [
          {
            tagId: location,
            values: locationNames,
          },
        ]
      : [],
    roles: held.map((role) => roleIds.get(role) ?? ''),
  };
  return (await admin.call(profiles.create, { body })).data.id;
}
const total = async (search: string) => (await admin.call(profiles.list, { query: { search } })).total_results;
const idOf = async (username: string) => (await admin.call(profiles.list, { query: { username } })).data[0]?.id ?? '';
const events = async (event: string) => (await admin.call(activity.list, { query: { event } })).data;

test('deletes the selected profiles, records an event for each, and ends their sessions', async () => {
  const ids = [await add('Leaver 1', [north]), await add('Leaver 2', [south]), await idOf('clerk')];
  const before = await events('DELETE_USER');
  // duplicate ids count once
  expect(await admin.call(profiles.removeMany, { body: { ids: [...ids, ids[0] ?? ''] } })).toEqual({ deleted: 3 });
  expect(await total('Leaver')).toBe(0);
  const after = await events('DELETE_USER');
  expect(after).toHaveLength(before.length + 3);
  expect(after.slice(0, 3).map((e) => e.description.entityName)).toEqual(
    expect.arrayContaining(['Leaver 1', 'Leaver 2', 'Carl Clerk']),
  );
  // visible only to actors at that location
  const { data: seen } = await manager.call(activity.list, { query: { event: 'DELETE_USER' } });
  expect(seen.map((e) => e.description.entityName)).toEqual(expect.arrayContaining(['Leaver 1', 'Carl Clerk']));
  expect(seen.map((e) => e.description.entityName)).not.toContain('Leaver 2');
  expect((await portal.as.clerk.call(auth.sessionCheck)).isAuthenticated).toBe(false);
  expect((await events('REVOKE_SESSION')).map((e) => e.description.entityName)).toEqual(['Carl Clerk']);
});

test('deletes all or none: a foreign, deleted or invisible profile stops the deletion', async () => {
  const own = await add('Stays', [north]);
  const outOfSight = await add('Stays too', [south]);
  const foreign = (await harborAdmin.call(profiles.list, {})).data[0]?.id ?? '';
  await expectAllOrNone(manager, profiles.removeMany, own, { outOfSight, foreign });
  expect(await total('Stays')).toBe(2);
});

test('checks each profile as in a single deletion, and names the refused one', async () => {
  const own = await add('Kept', [north]);
  const above = await add('Kept above', [north], ['Editor']);
  const wider = await add('Kept wider', [north]);
  await portal.database.system.query(
    `insert into profile_tag (tenant_id, profile_id, tag_definition_id, value_id)
     select tenant_id, $1, tag_definition_id, id from tag_value where tag_definition_id = $2 and name = $3`,
    [wider, location, south],
  );
  const self = await idOf('manager');
  for (const [other, status, code] of [
    [above, 403, 'cannotGrant'],
    [wider, 403, 'locationNotAllowed'],
    [self, 409, 'cannotDeleteSelf'],
  ] as const) {
    const refused = await manager.refused(profiles.removeMany, { body: { ids: [own, other] } });
    const { data } = await admin.call(profiles.get, { params: { id: other } });
    expect(refused).toMatchObject({ status, code, constraint: other });
    expect(refused.params).toMatchObject({ row: `${data.name} · ${data.username}` });
  }
  expect(await total('Kept')).toBe(3);
  expect(await idOf('manager')).toBe(self);
});

test('a locked role keeps a holder in a bulk deletion', async () => {
  const second = await add('Second admin', [], ['Admin']);
  // an actor who has every permission through another role
  const all = (await admin.call(roles.list, {})).data.find((role) => role.locked)?.permissions ?? [];
  const permissions = all.map(({ id, value }) => ({ id, value }));
  const { id: twin } = (await admin.call(roles.create, { body: { name: 'Twin', permissions } })).data;
  roleIds.set('Twin', twin);
  const other = await portal.signIn(await add('Equal', [], ['Twin']));
  const ids = [await idOf('admin'), second];
  expect(await other.refused(profiles.removeMany, { body: { ids } })).toMatchObject({
    status: 409,
    code: 'lastHolder',
    constraint: ids[0],
    params: { role: 'Admin' },
  });
  expect(await idOf('admin')).toBe(ids[0]);
  expect(await other.call(profiles.removeMany, { body: { ids: [second] } })).toEqual({ deleted: 1 });
});

test('deletes all results of a query within the actor’s locations if the count still matches', async () => {
  const first = await add('Spring 1', [north]);
  await add('Spring 2', [north]);
  await add('Spring 3', [south]);
  const filterData = { search: 'spring', sort: 'name:asc', page: '2' };
  await expectCountChecked(manager, profiles.removeMany, filterData, 2, first);
  expect((await admin.call(profiles.list, { query: { search: 'spring' } })).data.map((p) => p.name)).toEqual([
    'Spring 3',
  ]);
});

test('the stored total equals the number of rows, after adding and deleting any number in each tenant', async () => {
  const { system } = portal.database;
  const counted = async () =>
    (await system.query<{ n: number }>(`select count(*)::int as n from profile where tenant_id = $1`, [tenants.demo]))
      .rows[0]?.n;
  const shown = async () => (await admin.call(profiles.list, {})).total_results;
  await system.query(
    `insert into profile (tenant_id, name, username)
     select t.id, 'Counted ' || n, 'counted.' || n from tenant t, generate_series(1, 30) n`,
  );
  expect(await shown()).toBe(await counted());
  await add('Counted alone');
  await system.query(`delete from profile where username ~ '^counted\\.[1-7]$'`);
  expect(await shown()).toBe(await counted());
  await admin.call(profiles.removeMany, { body: { ids: [await idOf('counted.8'), await idOf('counted.9')] } });
  expect(await shown()).toBe(await counted());
});
