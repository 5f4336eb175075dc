import { activity } from '@keyward/contract/activity';
import { groups } from '@keyward/contract/groups';
import { profiles } from '@keyward/contract/profiles';
import { roles } from '@keyward/contract/roles';
import { settings } from '@keyward/contract/settings';
import { describe, expect, test } from 'vitest';
import { north, south, tenants } from '#testing/people.ts';
import { type Caller, openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin, manager, clerk, editor } = portal.as;
const owner = portal.database.system;

const { data: definitions } = await admin.call(groups.definitions, {});
const location = definitions.find((d) => d.is_location)?.id ?? '';
const at = (value: string) => [{ tagId: location, values: [value] }];
const roleIds = new Map((await admin.call(roles.list, {})).data.map((role) => [role.name, role.id]));
const roleId = (name: string) => roleIds.get(name) ?? '';
const idOf = async (username: string) =>
  (await admin.call(profiles.list, { query: { username } })).data[0]?.id ?? 'nobody';

const day = 24 * 3600_000;
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString();
let made = 0;
const add = async (more: object = {}, who: Caller = admin) =>
  (await who.call(profiles.create, { body: { name: 'Season Worker', username: `season.${made++}`, ...more } })).data;
const change = (id: string, body: object, who: Caller = admin) =>
  who.request(profiles.update, { params: { id }, body });
const refused = (id: string, body: object, who: Caller = admin) =>
  who.refused(profiles.update, { params: { id }, body });
const get = async (id: string) => (await admin.call(profiles.get, { params: { id } })).data;
const eventsOf = async (id: string) =>
  (await admin.call(activity.list, { query: { entity_id: id, sort: 'event_time:asc' } })).data;
/** Sorted, because events of one transaction have the same time. */
const typesOf = async (id: string) => (await eventsOf(id)).map(({ event }) => event).toSorted();
const signedIn = async (caller: Caller) => (await caller.request(settings.mine)).status === 200;

describe('valid from and valid until', () => {
  test('are stored, shown in profile and list, filtered, sorted, and recorded with old and new', async () => {
    const [from, until, later] = [inDays(-1), inDays(3), inDays(9)];
    const worker = await add({ valid_from: from, valid_until: until });
    expect(worker).toMatchObject({ valid_from: from, valid_until: until });
    expect((await change(worker.id, { valid_until: later, valid_from: null })).status).toBe(200);
    expect(await get(worker.id)).toMatchObject({ valid_from: null, valid_until: later });
    // absent fields stay
    await change(worker.id, { name: 'Still Seasonal' });
    expect(await get(worker.id)).toMatchObject({ valid_from: null, valid_until: later });
    const rows = async (query: Record<string, string>) => (await admin.call(profiles.list, { query })).data;
    expect(await rows({ valid_until: `range:${inDays(8)},${inDays(10)}` })).toMatchObject([
      { id: worker.id, valid_until: later },
    ]);
    expect((await rows({ valid_until: 'EXISTS', valid_from: 'NOT_EXISTS' })).map((row) => row.id)).toContain(worker.id);
    expect((await rows({ sort: 'valid_until:asc' }))[0]?.id).toBe(worker.id);
    expect((await rows({ custom_view: 'Ending soon' })).map((row) => row.id)).toEqual([worker.id]);
    const [added, changed] = await eventsOf(worker.id);
    expect(added?.description.changes).toEqual(
      expect.arrayContaining([
        { attribute: 'valid_from', oldValue: null, newValue: from },
        { attribute: 'valid_until', oldValue: null, newValue: until },
      ]),
    );
    expect(changed).toMatchObject({ event: 'MODIFY_USER' });
    expect(changed?.description.changes).toEqual([
      { attribute: 'valid_from', oldValue: from, newValue: null },
      { attribute: 'valid_until', oldValue: until, newValue: later },
    ]);
    await admin.call(profiles.remove, { params: { id: worker.id } });
  });

  test('the end comes after the beginning, also when only one of them changes', async () => {
    const { id } = await add({ valid_from: inDays(2) });
    const problem = { status: 400, constraint: 'valid_until' };
    expect(await refused(id, { valid_from: inDays(2), valid_until: inDays(1) })).toMatchObject(problem);
    expect(await refused(id, { valid_until: inDays(1) })).toMatchObject({ ...problem, code: 'validityOrder' });
    const same = inDays(2);
    expect(await refused(id, { valid_from: same, valid_until: same })).toMatchObject(problem);
    expect((await change(id, { valid_until: inDays(3) })).status).toBe(200);
    expect(await refused(id, { valid_from: inDays(4) })).toMatchObject({ ...problem, code: 'validityOrder' });
  });

  test('takes instants in UTC between 2000 and 2199, and nothing else', async () => {
    const { id } = await add();
    const wrong = ['', 'tomorrow', '2026-01-01', '2026-01-01T00:00:00+09:00', '0000-01-01T00:00:00Z', 5, true, {}];
    for (const value of [...wrong, '9999-12-31T00:00:00Z', '1999-12-31T23:59:59.999Z', '2026-02-30T00:00:00Z'])
      for (const field of ['valid_from', 'valid_until'])
        expect([value, await refused(id, { [field]: value })]).toMatchObject([
          value,
          { status: 400, constraint: field },
        ]);
    expect((await change(id, { valid_until: '2199-12-31T23:59:59.123456Z' })).status).toBe(200);
    expect((await get(id)).valid_until).toBe('2199-12-31T23:59:59.123Z');
  });

  test('are set by editors, but never one’s own and never those of a profile with more rights or elsewhere', async () => {
    const own = await idOf('admin');
    for (const body of [{ valid_until: inDays(1) }, { valid_from: inDays(-1) }])
      expect(await refused(own, body)).toMatchObject({ status: 409, code: 'cannotChangeOwnValidity' });
    // unchanged dates are not refused
    expect((await change(own, { valid_until: null, valid_from: null, name: 'Ada Admin' })).status).toBe(200);
    const { id } = await add({ tags: at(north), roles: [roleId('Store clerk')] });
    expect((await change(id, { valid_until: inDays(1) }, manager)).status).toBe(200);
    expect((await change(id, { valid_until: inDays(2) }, clerk)).status).toBe(403);
    const stronger = await add({ tags: at(north), roles: [roleId('Editor')] });
    for (const body of [{ valid_until: inDays(1) }, { valid_from: inDays(1) }])
      expect(await refused(stronger.id, body, manager)).toMatchObject({ status: 403, code: 'cannotGrant' });
    const both = await add({ tags: at(north) });
    await owner.query(
      `insert into profile_tag (tenant_id, profile_id, tag_definition_id, value_id)
       select $1, $2, tag_definition_id, id from tag_value where tenant_id = $1 and name = $3`,
      [tenants.demo, both.id, south],
    );
    expect(await refused(both.id, { valid_until: inDays(1) }, manager)).toMatchObject({ code: 'locationNotAllowed' });
    // clearing an end is a change of state as well
    await change(stronger.id, { valid_until: inDays(1) });
    expect(await refused(stronger.id, { valid_until: null }, manager)).toMatchObject({ code: 'cannotGrant' });
  });
});

describe('a session', () => {
  test('ends with the validity, and does not resume when the end is removed', async () => {
    const { id } = await add();
    const person = await portal.signIn(id);
    expect(await signedIn(person)).toBe(true);
    await change(id, { valid_until: inDays(1) });
    expect(await signedIn(person)).toBe(true);
    await change(id, { valid_until: inDays(-1) });
    expect((await person.request(settings.mine)).status).toBe(401);
    await change(id, { valid_until: null });
    expect((await person.request(settings.mine)).status).toBe(401);
    expect(await typesOf(id)).toEqual(['ADD_USER', 'MODIFY_USER', 'MODIFY_USER', 'MODIFY_USER', 'REVOKE_SESSION']);
  });

  test('stops at the next request once the end has passed, without a write, and stays stopped when the end moves', async () => {
    const { id } = await add({ valid_until: new Date(Date.now() + 400).toISOString() });
    const person = await portal.signIn(id);
    expect(await signedIn(person)).toBe(true);
    await expect.poll(() => signedIn(person), { timeout: 3000, interval: 20 }).toBe(false);
    await change(id, { valid_until: inDays(1) });
    expect(await signedIn(person)).toBe(false);
    expect(await typesOf(id)).toEqual(['ADD_USER', 'MODIFY_USER', 'REVOKE_SESSION']);
  });
});

describe('a profile with an end, or a beginning ahead, does not count', () => {
  const holdLocked = async (more: object) => {
    const person = await add({ roles: [roleId('Admin')], ...more });
    return person.id;
  };

  test('as the holder that a locked role keeps', async () => {
    const me = await idOf('admin');
    const spare = [await holdLocked({ valid_until: inDays(300) }), await holdLocked({ valid_from: inDays(2) })];
    const problem = { status: 409, code: 'lastHolder' };
    // another profile may edit roles, so that the locked role alone causes the refusal
    const second = await portal.signIn(await holdLocked({}));
    const secondId = await idOf(`season.${made - 1}`);
    expect((await change(secondId, { valid_until: inDays(300) })).status).toBe(200);
    expect(await refused(me, { valid_until: inDays(200) }, second)).toMatchObject(problem);
    expect(await refused(me, { valid_from: inDays(1) }, second)).toMatchObject(problem);
    expect(await second.refused(profiles.end, { body: { ids: [me] } })).toMatchObject({ ...problem, constraint: me });
    expect(await second.refused(profiles.remove, { params: { id: me } })).toMatchObject(problem);
    expect(await refused(me, { roles: [] }, second)).toMatchObject(problem);
    // with a beginning in the past and no end it counts as a holder again
    expect((await change(secondId, { valid_until: null, valid_from: inDays(-1) })).status).toBe(200);
    expect((await change(me, { valid_until: inDays(200) }, second)).status).toBe(200);
    expect((await change(me, { valid_until: null }, second)).status).toBe(200);
    for (const id of [...spare, secondId]) await admin.call(profiles.remove, { params: { id } });
  });

  test('as the last profile that may edit roles', async () => {
    const name = 'Keeper';
    const rights = { ROLES: 'EDIT', USERS: 'EDIT', 'ALL-DATA-ACCESS': 'TRUE' } as const;
    const permissions = Object.entries(rights).map(([id, value]) => ({ id, value }) as { id: 'ROLES'; value: 'EDIT' });
    const role = (await admin.call(roles.create, { body: { name, permissions } })).data.id;
    const last = await add({ roles: [role] });
    const seasonal = await portal.signIn((await add({ roles: [role], valid_until: inDays(5) })).id);
    // removes this permission from the locked role
    const taken = [tenants.demo, roleId('Admin')];
    await owner.query(
      `delete from role_permission where tenant_id = $1 and role_id = $2 and permission = 'ROLES'`,
      taken,
    );
    const problem = { status: 409, code: 'lastRolesEditor' };
    expect(await refused(last.id, { valid_until: inDays(9) }, seasonal)).toMatchObject(problem);
    expect(await refused(last.id, { valid_from: inDays(9) }, seasonal)).toMatchObject(problem);
    expect(await seasonal.refused(profiles.end, { body: { ids: [last.id] } })).toMatchObject(problem);
    await owner.query(`insert into role_permission values ($1, $2, 'ROLES', 'EDIT')`, taken);
    expect((await seasonal.request(profiles.end, { body: { ids: [last.id] } })).status).toBe(200);
  });

  test('so that one stays when two holders end each other concurrently', async () => {
    const other = await openPortal();
    const all = (await other.as.admin.call(roles.list, {})).data.find((role) => role.name === 'Admin')?.id ?? '';
    const holder = async (username: string) => {
      const body = { name: username, username, roles: [all] };
      return (await other.as.admin.call(profiles.create, { body })).data.id;
    };
    const [a, b] = [await holder('first'), await holder('second')];
    const [first, second] = [await other.signIn(a), await other.signIn(b)];
    const me = (await other.as.admin.call(profiles.list, { query: { username: 'admin' } })).data[0]?.id ?? '';
    await first.call(profiles.end, { body: { ids: [me] } });
    const answers = await Promise.all([
      first.request(profiles.end, { body: { ids: [b] } }),
      second.request(profiles.end, { body: { ids: [a] } }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { rows } = await other.database.system.query<{ id: string }>(
      `select id from profile where id = any($1) and may_stay(disabled, valid_from, valid_until)`,
      [[a, b, me]],
    );
    expect(rows).toHaveLength(1);
  });
});

describe('end now', () => {
  test('ends the selected profiles at the server’s time, with their sessions, one event each; a repeat changes nothing', async () => {
    const [a, b] = [await add(), await add({ valid_from: inDays(3), valid_until: inDays(9) })];
    const person = await portal.signIn(a.id);
    expect(await admin.call(profiles.end, { body: { ids: [a.id, b.id] } })).toMatchObject({ data: { changed: 2 } });
    const [endedA, endedB] = [await get(a.id), await get(b.id)];
    expect(Math.abs(Date.parse(endedA.valid_until ?? '') - Date.now())).toBeLessThan(5000);
    // the validity never began
    expect(endedB).toMatchObject({ valid_from: null, valid_until: endedA.valid_until });
    expect((await person.request(settings.mine)).status).toBe(401);
    expect(await typesOf(a.id)).toEqual(['ADD_USER', 'MODIFY_USER', 'REVOKE_SESSION']);
    expect((await eventsOf(b.id)).at(-1)?.description.changes).toEqual([
      { attribute: 'valid_from', oldValue: b.valid_from, newValue: null },
      { attribute: 'valid_until', oldValue: b.valid_until, newValue: endedA.valid_until },
    ]);
    expect(await admin.call(profiles.end, { body: { ids: [a.id, b.id] } })).toEqual({ data: { changed: 0, id: null } });
    expect(await get(a.id)).toEqual(endedA);
    expect(await eventsOf(a.id)).toHaveLength(3);
  });

  test('is judged row by row: all or none, and the refused row is named', async () => {
    const mine = await add({ tags: at(north), roles: [roleId('Store clerk')] });
    const stronger = await add({ name: 'Stronger', tags: at(north), roles: [roleId('Editor')] });
    const far = await add({ tags: at(south) });
    const ids = [mine.id, stronger.id];
    expect(await manager.refused(profiles.end, { body: { ids } })).toMatchObject({
      status: 403,
      code: 'cannotGrant',
      constraint: stronger.id,
      params: { row: `Stronger · ${stronger.username}` },
    });
    expect((await get(mine.id)).valid_until).toBeNull();
    expect(await manager.refused(profiles.end, { body: { ids: [mine.id, far.id] } })).toMatchObject({ status: 404 });
    const own = await idOf('manager');
    expect(await manager.refused(profiles.end, { body: { ids: [mine.id, own] } })).toMatchObject({
      code: 'cannotChangeOwnValidity',
      constraint: own,
    });
    expect((await get(mine.id)).valid_until).toBeNull();
    // an editor needs neither the in-product admin's flag nor the permission to assign
    expect(await manager.call(profiles.end, { body: { ids: [mine.id] } })).toMatchObject({ data: { changed: 1 } });
    expect((await editor.request(profiles.end, { body: { ids: [stronger.id] } })).status).toBe(200);
  });

  test('ends everything that a query finds, as long as the count is the same', async () => {
    await add({ name: 'Everyone One' });
    await add({ name: 'Everyone Two' });
    const filterData = { search: 'everyone' };
    expect(await admin.refused(profiles.end, { body: { filterData, count: 3 } })).toMatchObject({
      code: 'selectionChanged',
    });
    expect(await admin.call(profiles.end, { body: { filterData, count: 2 } })).toMatchObject({ data: { changed: 2 } });
  });
});
