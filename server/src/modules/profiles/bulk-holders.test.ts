// The preview of a bulk change of profiles refuses the rows that applying it would: those that leave a role without a holder.
import { type BulkChange, bulkChanges } from '@keyward/contract/bulk-changes';
import { profiles } from '@keyward/contract/profiles';
import { roles } from '@keyward/contract/roles';
import { afterEach, expect, test } from 'vitest';
import { north, tenants } from '#testing/people.ts';
import { openBulk } from './bulk.testing.ts';

const { portal, roleId, add, at, get, apply, preview, refused, undo } = await openBulk();
const { admin } = portal.as;
const owner = portal.database.system;

const setKeywardAdmin = (on: boolean) =>
  owner.query(`update profile set is_keyward_admin = $1 where tenant_id = $2 and username = 'admin'`, [
    on,
    tenants.demo,
  ]);
afterEach(() => setKeywardAdmin(false));

let made = 0;
/** A locked role with `holders` new holders. */
async function lockedRole(holders: number): Promise<{ name: string; role: string; ids: string[] }> {
  const name = `Kept ${made++}`;
  const role = (await admin.call(roles.create, { body: { name, permissions: [] } })).data.id;
  await owner.query('update role set locked = true where id = $1', [role]);
  const ids: string[] = [];
  for (let n = 0; n < holders; n++) ids.push(await add({ ...at(north), roles: [role, roleId('Store clerk')] }));
  return { name, role, ids };
}

const off: BulkChange = { kind: 'active', disabled: true };
const end: BulkChange = { kind: 'end' };
const changes: [string, (role: string) => BulkChange][] = [
  ['taking the role', (role) => ({ kind: 'roles', give: [], take: [role, roleId('Store clerk')] })],
  ['disabling', () => off],
  ['ending', () => end],
];

test.each(changes)(
  '%s names the last holders in the preview; without them the others are changed',
  async (_, changeOf) => {
    await setKeywardAdmin(true);
    const { name, role, ids } = await lockedRole(2);
    const plain = await add({ ...at(north), roles: [roleId('Store clerk')] });
    const change = changeOf(role);
    const [first = '', last = ''] = ids;
    const { people, ...sums } = await preview([first, plain, last], change);
    const refusal = { code: 'lastHolder', params: { role: name } };
    expect(sums).toMatchObject({
      changed: 1,
      unchanged: 0,
      losing: 1,
      refusals: 2,
      refusedIds: [first, last],
      refused: [
        { id: first, ...refusal },
        { id: last, ...refusal },
      ],
    });
    expect(people.map(({ id }) => id)).toEqual([plain]);
    expect(await refused([first, plain, last], change)).toMatchObject({ ...refusal, constraint: first });
    // one of the two may lose it
    expect(await preview([first, plain], change)).toMatchObject({ changed: 2, refusals: 0 });
    const { id, changed } = await apply([plain], change);
    expect(changed).toBe(1);
    await undo(id);
    await apply([first, plain], change);
    expect(await preview([last], change)).toMatchObject({ changed: 0, refusals: 1, refused: [{ id: last }] });
    expect(await refused([last], change)).toMatchObject({ ...refusal, constraint: last });
    expect(await get(last)).toMatchObject({ disabled: false, valid_until: null, roles: [{ name }, {}] });
  },
);

test('the built-in role is named so that the portal can translate it', async () => {
  const admins = (await admin.call(profiles.list, { query: { 'role.name': 'Admin' } })).data.map(({ id }) => id);
  const { refused: rows } = await preview(admins, { kind: 'roles', give: [], take: [roleId('Admin')] });
  expect(rows[0]).toMatchObject({ code: 'lastHolder', params: { role: 'Admin', builtIn: 'admin' } });
});

test('a role whose only holder cannot sign in is not taken from that holder either, as in the form of a profile', async () => {
  const { role, ids } = await lockedRole(1);
  const [id = ''] = ids;
  await owner.query('update profile set disabled = true where id = $1', [id]);
  const take: BulkChange = { kind: 'roles', give: [], take: [role] };
  const problem = { code: 'lastHolder' };
  expect(await admin.refused(profiles.update, { params: { id }, body: { roles: [] } })).toMatchObject(problem);
  expect((await preview([id], take)).refused).toMatchObject([problem]);
  expect(await refused([id], take)).toMatchObject(problem);
});

test('a disabled holder counts again once it is enabled', async () => {
  await setKeywardAdmin(true);
  const { role, ids } = await lockedRole(2);
  const [one = '', other = ''] = ids;
  await apply([other], off);
  expect(await preview([one], off)).toMatchObject({ refusals: 1 });
  await apply([other], { kind: 'active', disabled: false });
  expect(await preview([one], { kind: 'roles', give: [], take: [role] })).toMatchObject({ changed: 1, refusals: 0 });
});

test('the last profile that may edit roles keeps that right, and is named in the preview', async () => {
  const permissions = [{ id: 'ROLES', value: 'EDIT' } as const];
  const role = (await admin.call(roles.create, { body: { name: 'Keeper', permissions } })).data.id;
  const [last, plain] = [await add({ roles: [role] }), await add()];
  const others = `exists (select from role_permission rp join profile_role pr using (tenant_id, role_id)
    where rp.tenant_id = profile.tenant_id and pr.profile_id = profile.id and rp.permission = 'ROLES' and rp.value = 'EDIT')
    and tenant_id = $1 and id <> $2`;
  const seasonal = (until: string | null) =>
    owner.query(`update profile set valid_until = $3 where ${others}`, [tenants.demo, last, until]);
  await seasonal('2100-01-01');
  const take: BulkChange = { kind: 'roles', give: [], take: [role] };
  for (const change of [take, end]) {
    expect(await preview([last, plain], change)).toMatchObject({
      refusals: 1,
      refused: [{ id: last, code: 'lastRolesEditor' }],
    });
    expect(await refused([last, plain], change)).toMatchObject({ code: 'lastRolesEditor', constraint: last });
  }
  // a role that the same change assigns counts
  const swapped = (await admin.call(roles.create, { body: { name: 'Next keeper', permissions } })).data.id;
  expect(await preview([last], { kind: 'roles', give: [swapped], take: [role] })).toMatchObject({ refusals: 0 });
  await seasonal(null);
  expect(await preview([last, plain], end)).toMatchObject({ changed: 2, refusals: 0 });
});

test.each(changes)('%s in two concurrent calls leaves one of the last two holders', async (_, changeOf) => {
  await setKeywardAdmin(true);
  const { role, ids } = await lockedRole(2);
  // no call ends before both have begun: events are written last
  const keeper = await owner.connect();
  await keeper.query('begin; lock table event in share mode');
  const both = ids.map((id) =>
    admin.request(bulkChanges.apply, { body: { rows: { ids: [id, id] }, change: changeOf(role) } }),
  );
  await expect
    .poll(async () => {
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return (await owner.query(waiting)).rowCount;
    })
    .toBe(2);
  await keeper.query('commit');
  keeper.release();
  expect((await Promise.all(both)).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test('undoing a change is refused once it would leave a role without a holder', async () => {
  const { name, role, ids } = await lockedRole(1);
  const next = await add();
  const { id } = await apply([next], { kind: 'roles', give: [role], take: [] });
  await apply(ids, { kind: 'roles', give: [], take: [role] });
  expect(await admin.refused(bulkChanges.undo, { params: { id: id ?? '' } })).toMatchObject({
    code: 'lastHolder',
    constraint: next,
  });
  expect(await get(next)).toMatchObject({ roles: [{ name }] });
});
