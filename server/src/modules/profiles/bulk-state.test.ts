import { auth } from '@keyward/contract/auth';
import type { BulkChange } from '@keyward/contract/bulk-changes';
import { profiles } from '@keyward/contract/profiles';
import { roles } from '@keyward/contract/roles';
import { afterEach, describe, expect, test } from 'vitest';
import { north, tenants } from '#testing/people.ts';
import { openBulk } from './bulk.testing.ts';

const { portal, roleId, add, at, get, apply, preview, refused, undo, giveRole } = await openBulk();
const { admin, manager, clerk, editor } = portal.as;
const owner = portal.database.system;

const setKeywardAdmin = (on: boolean, username = 'admin') =>
  owner.query('update profile set is_keyward_admin = $1 where tenant_id = $2 and username = $3', [
    on,
    tenants.demo,
    username,
  ]);
afterEach(() => setKeywardAdmin(false));

describe('enabling and disabling', () => {
  test('is allowed only to the in-product admin, never for themselves, and ends sessions', async () => {
    const person = await add({ ...at(north), roles: [roleId('Store clerk')] });
    const off: BulkChange = { kind: 'active', disabled: true };
    expect(await refused([person], off)).toMatchObject({ code: 'activeNotAllowed', constraint: person });
    await setKeywardAdmin(true);
    const me = (await admin.call(profiles.list, { query: { username: 'admin' } })).data[0]?.id ?? '';
    expect(await refused([person, me], off)).toMatchObject({ code: 'cannotDisableSelf', constraint: me });
    const carl = (await admin.call(profiles.list, { query: { username: 'clerk' } })).data[0]?.id ?? '';
    await clerk.call(auth.me);
    expect(await preview([person, carl], off)).toMatchObject({ changed: 2, losing: 2, sessions: 1 });
    const { id } = await apply([person, carl], off);
    expect((await clerk.call(auth.sessionCheck)).isAuthenticated).toBe(false);
    expect(await get(person)).toMatchObject({ disabled: true });
    await undo(id);
    expect(await get(person)).toMatchObject({ disabled: false });
    // undoing restores no session
    expect((await clerk.call(auth.sessionCheck)).isAuthenticated).toBe(false);
  });

  test('an in-product admin with fewer rights cannot disable a profile with more', async () => {
    const [person, boss] = [await add(at(north)), await add({ ...at(north), roles: [roleId('Admin')] })];
    const off: BulkChange = { kind: 'active', disabled: true };
    await setKeywardAdmin(true, 'editor');
    try {
      expect(await preview([person, boss], off, editor)).toMatchObject({
        changed: 1,
        refused: [{ id: boss, code: 'cannotGrant' }],
      });
      expect(await refused([person, boss], off, editor)).toMatchObject({ code: 'cannotGrant', constraint: boss });
    } finally {
      await setKeywardAdmin(false, 'editor');
    }
    expect([(await get(person)).disabled, (await get(boss)).disabled]).toEqual([false, false]);
  });

  test('a locked role keeps its last holder', async () => {
    const name = 'Kept';
    const kept = (await admin.call(roles.create, { body: { name, permissions: [] } })).data.id;
    await owner.query('update role set locked = true where id = $1', [kept]);
    const [one, two] = [await add({ roles: [kept] }), await add({ roles: [kept] })];
    const off: BulkChange = { kind: 'active', disabled: true };
    await setKeywardAdmin(true);
    expect(await refused([one, two], off)).toMatchObject({ code: 'lastHolder', params: { role: name } });
    expect([(await get(one)).disabled, (await get(two)).disabled]).toEqual([false, false]);
    expect(await apply([one], off)).toMatchObject({ changed: 1 });
    expect(await refused([two], off)).toMatchObject({ code: 'lastHolder', constraint: two });
  });

  test('profiles without a PIN have one as soon as they are enabled', async () => {
    const { rows } = await owner.query<{ id: string }>(
      `insert into profile (tenant_id, name, username, disabled)
       select $1, 'No Pin', 'no.pin.' || n, true from generate_series(1, 2) n returning id`,
      [tenants.demo],
    );
    const ids = rows.map(({ id }) => id);
    const pins = async () => Promise.all(ids.map(async (id) => (await get(id)).pin_set_at));
    await apply(ids, giveRole('User'));
    expect(await pins()).toEqual([null, null]);
    await setKeywardAdmin(true);
    const { id } = await apply(ids, { kind: 'active', disabled: false });
    expect(await pins()).toEqual([expect.any(String), expect.any(String)]);
    expect(await undo(id)).toMatchObject({ changed: 2 });
  });
});

describe('ending', () => {
  test('is previewed with lost permissions, ended sessions and refusals, then applied and undone', async () => {
    const leaving = await add({ ...at(north), roles: [roleId('Store clerk')], valid_from: '2026-01-01T00:00:00.000Z' });
    const [boss, gone] = [await add({ ...at(north), roles: [roleId('Admin')] }), await add(at(north))];
    await admin.call(profiles.end, { body: { ids: [gone] } });
    const theirs = await portal.signIn(leaving);
    const end: BulkChange = { kind: 'end' };
    const { people, ...sums } = await preview([leaving, boss, gone], end, manager);
    expect(sums).toMatchObject({
      changed: 1,
      unchanged: 1,
      losing: 1,
      gaining: 0,
      sessions: 1,
      refused: [{ id: boss, code: 'cannotGrant' }],
      refusals: 1,
    });
    expect(people).toMatchObject([
      { id: leaving, values: [{ attribute: 'valid_until', oldValue: null, newValue: expect.any(String) }] },
    ]);
    expect(people[0]?.changes).toContainEqual({ id: 'USERS', before: 'READ', after: 'NONE', gained: false });
    expect(await refused([leaving, boss], end, manager)).toMatchObject({ code: 'cannotGrant', constraint: boss });
    expect((await get(leaving)).valid_until).toBeNull();
    const { id, changed } = await apply([leaving, gone], end, manager);
    expect(changed).toBe(1);
    expect((await theirs.request(auth.me)).status).toBe(401);
    expect(Date.parse((await get(leaving)).valid_until ?? '')).toBeLessThanOrEqual(Date.now());
    await undo(id);
    expect(await get(leaving)).toMatchObject({ valid_from: '2026-01-01T00:00:00.000Z', valid_until: null });
  });

  test('of oneself, or of an ended profile with more rights, is refused in the preview as on applying', async () => {
    const boss = await add({ ...at(north), roles: [roleId('Admin')] });
    await admin.call(profiles.end, { body: { ids: [boss] } });
    const me = (await manager.call(auth.me)).data.id;
    const asked = await preview([me, boss], { kind: 'end' }, manager);
    expect(asked.refused).toMatchObject([
      { id: me, code: 'cannotChangeOwnValidity' },
      { id: boss, code: 'cannotGrant' },
    ]);
  });
});
