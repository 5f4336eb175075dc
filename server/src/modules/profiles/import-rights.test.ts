import { groups } from '@keyward/contract/groups';
import { errorReply } from '@keyward/contract/errors';
import { imports } from '@keyward/contract/imports';
import { profiles } from '@keyward/contract/profiles';
import { roles } from '@keyward/contract/roles';
import { beforeEach, describe, expect, test } from 'vitest';
import { openOutbox } from '#testing/outbox.ts';
import { north, south, tenants } from '#testing/people.ts';
import { type Caller, openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { work } = openOutbox(portal);
const { admin, manager } = portal.as;
const owner = portal.database.system;
const appoint = (...usernames: string[]) =>
  owner.query('update profile set is_keyward_admin = true where tenant_id = $1 and username = any($2)', [
    tenants.demo,
    usernames,
  ]);
await appoint('manager');

const { data: definitions } = await admin.call(groups.definitions, {});
const location = definitions.find((d) => d.is_location)?.id ?? '';
const at = (...values: string[]) => ({ tags: [{ tagId: location, values }] });
const roleIds = new Map((await admin.call(roles.list, {})).data.map((role) => [role.name, role.id]));
const roleId = (name: string) => roleIds.get(name) ?? '';
const csv = (...lines: string[]) => new TextEncoder().encode(lines.join('\n'));
const update = { update: 'true' } as const;
const problems = async (file: Uint8Array, who: Caller) => {
  const answer = await who.request(imports.file, { file, query: update });
  expect(answer.status).toBe(422);
  return (errorReply.parse(answer.body).data ?? []).flatMap(({ line, errors }) =>
    errors.map(({ field, message }) => `${line} ${field} ${message}`),
  );
};
const stored = async () =>
  (
    await owner.query(
      `select (select json_agg(p order by p.id) from profile p where tenant_id = $1) as profiles,
        (select json_agg(r order by r.profile_id, r.role_id) from profile_role r where tenant_id = $1) as roles,
        (select count(*) from event where tenant_id = $1) as events`,
      [tenants.demo],
    )
  ).rows[0];

let people = 0;
let id = '';
beforeEach(() => void (id = `rights.${people++}`));
const add = async (more: object) =>
  (await admin.call(profiles.create, { body: { name: 'Before', username: id, ...more } })).data;

describe('a file of an in-product admin with fewer rights', () => {
  test.each([
    ['name', 'After'],
    ['email address', 'after@demo.example'],
    ['temporary password', 'Taken-over-1'],
    ['valid from', '2098-01-01 10:00'],
    ['valid until', '2098-12-31 18:00'],
  ])('cannot change the %s of a profile with more', async (column, cell) => {
    await add({ ...at(north), roles: [roleId('Admin')] });
    const before = await stored();
    expect(await problems(csv(`profile id,${column}`, `${id},${cell}`), manager)).toEqual([
      expect.stringMatching(/^2 username cannotGrant:[A-Z-]+(,[A-Z-]+)*$/),
    ]);
    expect(await stored()).toEqual(before);
  });

  test('cannot assign or remove a role with more', async () => {
    const held = [
      { id: 'USERS' as const, value: 'EDIT' as const },
      { id: 'ASSIGN-ROLES' as const, value: 'TRUE' as const },
    ];
    const assigns = (await admin.call(roles.create, { body: { name: `Assigner ${id}`, permissions: held } })).data.id;
    const self = await add({ ...at(north), username: `${id}.self`, roles: [assigns] });
    await appoint(`${id}.self`);
    const assigner = await portal.signIn(self.id);
    await add(at(north));
    await add({ ...at(north), username: `${id}.boss`, roles: [roleId('Admin')] });
    const before = await stored();
    const file = csv('profile id,name,roles', `${id},,Admin`, `${id}.boss,,Assigner ${id}`, `${id}.new,New,Admin`);
    expect(await problems(file, assigner)).toEqual(
      [2, 3, 4].map((line) => expect.stringMatching(new RegExp(`^${line} roles cannotGrant:`))),
    );
    expect(await stored()).toEqual(before);
  });

  test('cannot assign a role to a profile that is also at other locations', async () => {
    const held = [
      { id: 'USERS' as const, value: 'EDIT' as const },
      { id: 'ASSIGN-ROLES' as const, value: 'TRUE' as const },
    ];
    const name = `Reach ${id}`;
    const assigns = (await admin.call(roles.create, { body: { name, permissions: held } })).data.id;
    const self = await add({ ...at(north), username: `${id}.self`, roles: [assigns] });
    await appoint(`${id}.self`);
    const { id: both } = await add(at(north));
    await owner.query(
      `insert into profile_tag (tenant_id, profile_id, tag_definition_id, value_id)
       select tenant_id, $1, tag_definition_id, id from tag_value where tag_definition_id = $2 and name = $3`,
      [both, location, south],
    );
    expect(await problems(csv('profile id,roles', `${id},${name}`), await portal.signIn(self.id))).toEqual([
      '2 roles locationNotAllowed',
    ]);
  });
});

describe('rights that are withdrawn while a file is applied', () => {
  test.each([
    ['a role', 'profile_role'],
    ['a location', 'profile_tag'],
  ])('%s: the file is a plan again, and nothing is written', async (_, table) => {
    const { id: changed } = await add(at(north));
    const file = csv('profile id,name', `${id},After`, `${id}.new,New`);
    const made = (await manager.call(imports.plan, { file, query: update })).data;
    await manager.call(imports.apply, { params: { id: made.id }, body: { rows: 'all' } });
    const { rows: held } = await owner.query<{ row: object }>(
      `select to_jsonb(h) as row from ${table} h join profile p on p.id = h.profile_id
       where p.tenant_id = $1 and p.username = 'manager'`,
      [tenants.demo],
    );
    expect(held).toHaveLength(1);
    const lock = await owner.connect();
    try {
      await lock.query('begin');
      await lock.query('select from profile where id = $1 for update', [changed]);
      const working = work();
      const waiting = () =>
        owner.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
      await expect.poll(async () => (await waiting()).rowCount, { timeout: 15_000 }).toBe(1);
      await owner.query(
        `delete from ${table} where profile_id = (select id from profile where tenant_id = $1 and username = 'manager')`,
        [tenants.demo],
      );
      await lock.query('rollback');
      await working;
    } finally {
      lock.release();
      await owner.query(`insert into ${table} select (jsonb_populate_record(null::${table}, $1)).*`, [held[0]?.row]);
    }
    expect((await manager.call(imports.get, { params: { id: made.id } })).data).toMatchObject({
      state: 'ready',
      done: 0,
      refusal: { reason: 'forbidden' },
    });
    const { data } = await admin.call(profiles.list, { query: { search: id } });
    expect(data.map(({ username, name }) => [username, name])).toEqual([[id, 'Before']]);
  });
});
