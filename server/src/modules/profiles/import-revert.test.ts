import { activity } from '@keyward/contract/activity';
import { groups } from '@keyward/contract/groups';
import { imports, type RevertAction } from '@keyward/contract/imports';
import { profiles } from '@keyward/contract/profiles';
import { roles } from '@keyward/contract/roles';
import { beforeEach, describe, expect, test } from 'vitest';
import { openOutbox } from '#testing/outbox.ts';
import { serials, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { openRow, sealRow } from './import-sealed.ts';

const portal = await openPortal();
const { work } = openOutbox(portal);
const { admin } = portal.as;
const owner = portal.database.system;
const flag = (username: string, on: boolean) =>
  owner.query(`update profile set is_keyward_admin = $3 where tenant_id = $1 and username = $2`, [
    tenants.demo,
    username,
    on,
  ]);
await flag('admin', true);
const { data: definitions } = await admin.call(groups.definitions, {});
const department = definitions.find(({ label }) => label === 'Department')?.id ?? '';
const { data: shift } = await admin.call(groups.create, {
  body: { label: 'Shift', type: 1, values: ['Early', 'Late', 'Spare'], objects: [{ type: 'users' }] },
});
const roleIds = new Map((await admin.call(roles.list, {})).data.map((role) => [role.name, role.id]));
const roleId = (name: string) => roleIds.get(name) ?? '';

const csv = (...lines: string[]) => new TextEncoder().encode(lines.join('\n'));
const at = (id: string) => ({ params: { id } });
const get = async (id: string) => (await admin.call(imports.get, at(id))).data;
/** Plans and applies a file; returns the import's id. */
async function applied(lines: string[], query = {}): Promise<string> {
  const { data } = await admin.call(imports.plan, { file: csv(...lines), query: { name: 'staff.csv', ...query } });
  await work();
  await admin.call(imports.apply, { ...at(data.id), body: { rows: 'all' } });
  await work();
  expect(await get(data.id)).toMatchObject({ state: 'applied', refusal: null });
  return data.id;
}
const preview = (id: string, only?: RevertAction) =>
  admin.call(imports.revertPlan, { ...at(id), ...(only ? { query: { only } } : {}) });
async function revert(id: string) {
  const started = (await admin.call(imports.revert, at(id))).data;
  await work();
  return { started, done: await get(id) };
}
const find = async (username: string) => (await admin.call(profiles.list, { query: { username } })).data[0];
const idOf = async (username: string) => (await find(username))?.id ?? '';
const outcomes = async (id: string) =>
  Object.fromEntries(
    (await admin.call(imports.rows, at(id))).data.map(({ username, outcome, kept, errors }) => [
      username,
      kept?.reason ?? errors[0]?.message ?? outcome,
    ]),
  );
const eventsOf = async (entity: string) =>
  (await admin.call(activity.list, { query: { entity_id: entity, sort: 'event_time:desc' } })).data;
let count = 0;
let id = '';
beforeEach(() => void (id = `r.${count++}`));

describe('reverting', () => {
  test('deletes what the file added and restores what it changed, with one event each', async () => {
    const body = {
      name: 'Before',
      username: id,
      email: `${id}@demo.example`,
      valid_until: '2100-01-01T10:00:00.000Z',
      roles: [roleId('OKM user')],
      tags: [{ tagId: department, values: ['Toys'] }],
    };
    const { data: old } = await admin.call(profiles.create, { body });
    const made = await applied(
      [
        'profile id,name,email address,roles,department,valid from,valid until',
        `${id},After,,Store clerk,Shoes,2099-01-01 08:00,2099-06-01 08:00`,
        `${id}.new,New,,,,,`,
      ],
      { update: 'true', clear: 'true' },
    );
    expect(await find(id)).toMatchObject({ name: 'After', email: null, valid_until: '2099-06-01T08:00:00.000Z' });
    const added = await idOf(`${id}.new`);

    const plan = await preview(made);
    expect(plan.counts).toEqual({ delete: 1, restore: 1, keep: 0, fail: 0 });
    expect(plan.data[0]?.changes).toContainEqual({ attribute: 'name', oldValue: 'After', newValue: 'Before' });
    expect((await preview(made, 'delete')).data.map(({ username }) => username)).toEqual([`${id}.new`]);
    expect((await find(`${id}.new`))?.id).toBe(added);

    const { started, done } = await revert(made);
    expect(started.state).toBe('reverting');
    expect(done).toMatchObject({ state: 'reverted', counts: { created: 1, updated: 1, deleted: 1, restored: 1 } });
    expect(done.revertedAt).not.toBeNull();
    expect(await find(`${id}.new`)).toBeUndefined();
    const { data: now } = await admin.call(profiles.get, at(old.id));
    const { version: _version, updated_at: _changed, pin_at_okms: _pin, ...rest } = old;
    expect(now).toMatchObject(rest);
    expect((await eventsOf(added)).map(({ event }) => event)).toEqual(['DELETE_USER', 'IMPORT_USERS']);
    const [last, ...earlier] = await eventsOf(old.id);
    expect([last?.event, ...earlier.map(({ event }) => event)]).toEqual(['MODIFY_USER', 'IMPORT_USERS', 'ADD_USER']);
    expect(last?.description.changes).toContainEqual({ attribute: 'name', oldValue: 'After', newValue: 'Before' });
    expect(JSON.parse(last?.rawDescription ?? '')).toMatchObject({ file: 'staff.csv', line: 2, reverted: made });
  });

  describe('groups that the file has in one column', () => {
    const file = (name = 'P') => ['profile id,name,groups', `${id},${name},Shoes; Late`];
    const add = async () => {
      const tags = [
        { tagId: department, values: ['Toys'] },
        { tagId: shift.id, values: ['Early'] },
      ];
      return (await admin.call(profiles.create, { body: { name: 'P', username: id, tags } })).data;
    };
    const valuesOf = async () => (await find(id))?.tagValues;

    test('are restored, alone and with other fields', async () => {
      await add();
      for (const name of ['P', 'Other']) {
        const made = await applied(file(name), { update: 'true' });
        expect(await valuesOf()).toEqual(['Shoes', 'Late']);
        const { counts, data } = await preview(made);
        expect(counts).toMatchObject({ restore: 1, keep: 0, fail: 0 });
        expect(data[0]?.changes).toEqual(
          expect.arrayContaining([
            { attribute: 'tags.Department', oldValue: 'Shoes', newValue: 'Toys' },
            { attribute: 'tags.Shift', oldValue: 'Late', newValue: 'Early' },
          ]),
        );
        await revert(made);
        expect([await valuesOf(), (await find(id))?.name]).toEqual([['Toys', 'Early'], 'P']);
      }
    });

    test('are restored even if they were applied before their ids were stored', async () => {
      await add();
      const made = await applied(file(), { update: 'true' });
      const { rows } = await owner.query<{ sealed: Buffer }>(
        'select sealed from profile_import_row where import_id = $1',
        [made],
      );
      const key = { tenantId: tenants.demo, importId: made, line: 2 };
      const { changedTags, ...older } = openRow(portal.vault, key, rows[0]?.sealed ?? Buffer.alloc(0));
      expect(changedTags).toEqual([department, shift.id]);
      await owner.query('update profile_import_row set sealed = $2 where import_id = $1', [
        made,
        sealRow(portal.vault, key, older),
      ]);
      await revert(made);
      expect(await valuesOf()).toEqual(['Toys', 'Early']);
    });

    test('are restored to their former values when the group was renamed', async () => {
      await add();
      const made = await applied(file(), { update: 'true' });
      const rename = (label: string) => admin.call(groups.update, { params: { id: shift.id }, body: { label } });
      await rename('Hours');
      await revert(made);
      await rename('Shift');
      expect(await valuesOf()).toEqual(['Toys', 'Early']);
    });

    test('stay when they have changed since, as other values do', async () => {
      const { id: profile } = await add();
      const made = await applied(file(), { update: 'true' });
      const tags = [{ tagId: shift.id, values: ['*'] }];
      await admin.call(profiles.update, { params: { id: profile }, body: { tags } });
      await revert(made);
      expect(await outcomes(made)).toEqual({ [id]: 'edited' });
      expect(await valuesOf()).toEqual(['Shoes', '*']);
    });

    test('stay where the file does not change them, even after one of their values was deleted', async () => {
      const { id: profile } = await add();
      const tags = [{ tagId: shift.id, values: ['Early', 'Spare'] }];
      await admin.call(profiles.update, { params: { id: profile }, body: { tags } });
      const made = await applied(['profile id,groups', `${id},Shoes; Early; Spare`], { update: 'true' });
      const values = [{ oldValue: 'Spare', newValue: null }];
      await admin.call(groups.editValues, { params: { id: shift.id }, body: { values } });
      await revert(made);
      expect([await outcomes(made), await valuesOf()]).toEqual([{ [id]: 'restored' }, ['Toys', 'Early']]);
    });
  });

  test('a repeated call, at once or later, changes nothing', async () => {
    const made = await applied(['name,profile id', `A,${id}`]);
    const added = await idOf(id);
    const clicks = await Promise.all([1, 2, 3].map(() => admin.request(imports.revert, at(made))));
    expect(clicks.map(({ status }) => status)).toEqual([200, 200, 200]);
    await work();
    const again = await revert(made);
    expect(again.done).toEqual(again.started);
    expect(await eventsOf(added)).toHaveLength(2);
    expect(await admin.refused(imports.revertPlan, at(made))).toMatchObject({ status: 409, code: 'importNotApplied' });
  });

  test('works for a file that was imported in one call', async () => {
    const { data } = await admin.call(imports.file, { file: csv('name,profile id', `A,${id}`) });
    expect((await revert(data.id)).done.counts).toMatchObject({ deleted: 1 });
    expect(await find(id)).toBeUndefined();
  });

  test('keeps the rows that have changed since, with the reason and the author', async () => {
    const names = ['same', 'edited', 'used', 'okm', 'holder', 'reset', 'gone', 'again', 'password'];
    await admin.call(profiles.create, { body: { name: 'P', username: `${id}.password` } });
    const made = await applied(
      [
        'name,profile id,temporary password',
        ...names.map((n) => `P,${id}.${n},${n === 'password' ? 'Other-one-1' : ''}`),
      ],
      { update: 'true' },
    );
    const of = async (name: string) => idOf(`${id}.${name}`);
    await admin.call(profiles.update, { params: { id: await of('edited') }, body: { name: 'By hand' } });
    await owner.query(`update profile set portal_active_at = now() where id = $1`, [await of('used')]);
    await owner.query(`update profile set okm_active_at = now() where id = $1`, [await of('okm')]);
    await owner.query(
      `insert into key_custody (tenant_id, device_id, profile_id, checked_out_at)
       select $1, id, $2, now() from device where tenant_id = $1 and serial_number = $3`,
      [tenants.demo, await of('holder'), serials.northPadlock],
    );
    await admin.raw('GET', `/api/v1/users/${await of('reset')}/pin/reset`);
    await admin.call(profiles.remove, { params: { id: await of('gone') } });
    await applied(['profile id,name', `${id}.again,Later`], { update: 'true' });

    const plan = await preview(made, 'keep');
    expect(plan.counts).toEqual({ delete: 1, restore: 0, keep: 8, fail: 0 });
    const editor = (await find('admin'))?.name;
    expect(plan.data.find(({ username }) => username.endsWith('edited'))?.kept).toMatchObject({
      reason: 'edited',
      by: editor,
      at: expect.any(String),
    });
    await revert(made);
    expect(await outcomes(made)).toEqual({
      [`${id}.same`]: 'deleted',
      [`${id}.edited`]: 'edited',
      [`${id}.used`]: 'signedIn',
      [`${id}.okm`]: 'usedAtOkm',
      [`${id}.holder`]: 'holdsKey',
      [`${id}.reset`]: 'edited',
      [`${id}.gone`]: 'gone',
      [`${id}.again`]: 'imported',
      [`${id}.password`]: 'nothingLeft',
    });
    expect([await find(`${id}.same`), (await find(`${id}.again`))?.name]).toEqual([undefined, 'Later']);
  });

  test('leaves the rows that must not be deleted or changed, and says why', async () => {
    const { data: role } = await admin.call(roles.create, { body: { name: `Short ${id}`, permissions: [] } });
    const email = `${id}@demo.example`;
    await admin.call(profiles.create, { body: { name: 'P', username: id, email } });
    await admin.call(profiles.create, { body: { name: 'P', username: `${id}.role`, roles: [role.id] } });
    const tags = [{ tagId: department, values: ['Toys'] }];
    await admin.call(profiles.create, { body: { name: 'P', username: `${id}.tag`, tags } });
    const rows = [`${id},P,other.${email},,`, `${id}.role,P,,OKM user,`, `${id}.tag,P,,,Shoes`];
    const made = await applied(['profile id,name,email address,roles,department', ...rows], { update: 'true' });
    await admin.call(groups.editValues, {
      params: { id: department },
      body: { values: [{ oldValue: 'Toys', newValue: null }] },
    });
    await admin.call(profiles.create, { body: { name: 'Q', username: `${id}.q`, email } });
    await admin.call(roles.remove, { params: { id: role.id } });
    await revert(made);
    expect(await outcomes(made)).toEqual({
      [id]: 'emailTaken',
      [`${id}.role`]: `unknownRole:Short ${id}`,
      [`${id}.tag`]: 'unknownTagValue:Toys',
    });
    expect((await find(id))?.email).toBe(`other.${email}`);
  });

  test('never takes a locked role from its last holder', async () => {
    const made = await applied(['name,profile id,roles', `Only admin,${id},Admin`, `Second,${id}.2,Admin`], {
      activate: 'true',
    });
    const admins = `select id from profile where tenant_id = $1 and not username like $2 and exists
      (select from profile_role where profile_id = profile.id and role_id = $3)`;
    const held = await owner.query<{ id: string }>(admins, [tenants.demo, `${id}%`, roleId('Admin')]);
    const others = held.rows.map((row) => row.id);
    await owner.query(`update profile set valid_until = '2100-01-01' where id = any($1)`, [others]);
    expect((await preview(made)).counts).toEqual({ delete: 0, restore: 0, keep: 0, fail: 2 });
    await revert(made);
    await owner.query(`update profile set valid_until = null where id = any($1)`, [others]);
    expect(await outcomes(made)).toEqual({ [id]: 'lastHolder:Admin', [`${id}.2`]: 'lastHolder:Admin' });
  });

  test('depends on the current rights', async () => {
    const made = await applied(['name,profile id,roles', `P,${id},Store clerk`]);
    await admin.call(imports.revert, at(made));
    await flag('admin', false);
    await work();
    await flag('admin', true);
    expect(await get(made)).toMatchObject({ state: 'applied', refusal: { reason: 'importNotAllowed' } });
    expect(await find(id)).toBeDefined();
    expect((await revert(made)).done).toMatchObject({ state: 'reverted', refusal: null, counts: { deleted: 1 } });
  });

  test('is possible only for applied files, within their time, and by those who may import', async () => {
    const { data: plan } = await admin.call(imports.plan, { file: csv('name,profile id', `P,${id}`) });
    expect(await admin.refused(imports.revert, at(plan.id))).toMatchObject({ status: 409, code: 'importNotApplied' });
    const made = await applied(['name,profile id', `P,${id}`]);
    for (const call of [imports.revertPlan, imports.revert]) {
      expect((await portal.as.editor.request(call, at(made))).status).toBe(404);
      expect((await portal.as.harborAdmin.request(call, at(made))).status).toBe(404);
      expect((await portal.as.clerk.request(call, at(made))).status).toBe(403);
    }
    await owner.query(`update profile_import set expires_at = now() - interval '1 second' where id = $1`, [made]);
    expect((await admin.request(imports.revert, at(made))).status).toBe(404);
  });
});
