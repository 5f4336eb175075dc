import { auth } from '@keyward/contract/auth';
import { activity } from '@keyward/contract/activity';
import { groups } from '@keyward/contract/groups';
import { passwords } from '@keyward/contract/password';
import { type Profile, profiles } from '@keyward/contract/profiles';
import { roles } from '@keyward/contract/roles';
import { beforeEach, describe, expect, test } from 'vitest';
import { issuePasswordToken } from '#core/auth/password-token.ts';
import { north, south, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin, manager, clerk, editor, harborAdmin, anonymous } = portal.as;
const owner = portal.database.system;

const { data: definitions } = await admin.call(groups.definitions, {});
const location = definitions.find((d) => d.is_location)?.id ?? '';
const at = (...values: string[]) => ({ tagId: location, values });
const roleIds = new Map((await admin.call(roles.list, {})).data.map((role) => [role.name, role.id]));
const roleId = (name: string) => roleIds.get(name) ?? '';
const idOf = async (username: string, who = admin) => {
  const { data } = await who.call(profiles.list, { query: { search: username } });
  return data.find((p) => p.username === username)?.id ?? '';
};

const mailsTo = async (recipient: string) =>
  (await owner.query<{ kind: string }>('select kind from mail where recipient = $1', [recipient])).rows;

let made = 0;
const newPerson = () => ({ name: 'New Person', username: `new.person.${made++}` });
async function add(more: object = {}, who = admin) {
  return (await who.call(profiles.create, { body: { ...newPerson(), ...more } })).data;
}

describe('changing', () => {
  let person: Profile;
  beforeEach(async () => {
    person = await add({ email: `p${made}@example.com`, tags: [at(north)] });
  });
  const params = () => ({ id: person.id });

  test('fields missing from the body keep their values; changes are recorded', async () => {
    const { data } = await admin.call(profiles.update, { params: params(), body: { name: 'Other Name' } });
    expect(data).toMatchObject({ name: 'Other Name', username: person.username, locationTagValue: north, version: 2 });
    const { data: events } = await admin.call(activity.list, { query: { entity_id: person.id, event: 'MODIFY_USER' } });
    expect(events[0]?.description.changes).toEqual([
      { attribute: 'name', oldValue: 'New Person', newValue: 'Other Name' },
    ]);
    await admin.call(profiles.update, { params: params(), body: { name: 'Other Name' } });
    const after = await admin.call(activity.list, { query: { entity_id: person.id, event: 'MODIFY_USER' } });
    expect(after.data).toHaveLength(1);
  });

  test('a concurrent change by another profile is not overwritten', async () => {
    await admin.call(profiles.update, { params: params(), body: { name: 'First' }, ifMatch: person.version });
    const late = { params: params(), body: { name: 'Second' }, ifMatch: person.version };
    const refused = await admin.refused(profiles.update, late);
    expect(refused).toMatchObject({ status: 412, code: 'conflict', params: { by: 'Ada Admin' } });
  });

  test('a conflict with a person who set a password names that person', async () => {
    const token = await portal.inTenant('demo', (db) => issuePasswordToken(db, person.id, 'reset'));
    const password = 'Chosen-password-1';
    await anonymous.call(passwords.set, { body: { token, password, confirmationPassword: password } });
    const late = { params: params(), body: { name: 'Second' }, ifMatch: person.version };
    const refused = await admin.refused(profiles.update, late);
    expect(refused).toMatchObject({ status: 412, code: 'conflict', params: { by: 'New Person' } });
  });

  test('a new password ends the profile’s sessions, excludes earlier ones, and sends a mail', async () => {
    await admin.call(profiles.update, { params: params(), body: { password: 'Temporary-1' } });
    const refused = await admin.refused(profiles.update, { params: params(), body: { password: 'Temporary-1' } });
    expect(refused).toMatchObject({ status: 400, code: 'passwordUsedBefore', constraint: 'password' });
    expect(await mailsTo(person.email ?? '')).toEqual([{ kind: 'passwordChanged' }]);
    const body = JSON.stringify(
      (await admin.call(activity.list, { query: { entity_id: person.id, event: 'MODIFY_USER' } })).data,
    );
    expect(body).not.toContain('Temporary-1');
  });

  test('a change of password and address is announced by mail to the former address as well', async () => {
    const former = person.email ?? '';
    const other = `other.${former}`;
    const counts = async () => (await Promise.all([former, other].map(mailsTo))).map((mails) => mails.length);
    const change = (body: object) => admin.call(profiles.update, { params: params(), body });
    await change({ email: other, password: 'Temporary-1' });
    expect(await mailsTo(former)).toEqual([{ kind: 'passwordChanged' }]);
    expect(await counts()).toEqual([1, 1]);
    // one mailbox gets one mail
    await change({ email: other.toUpperCase(), password: 'Temporary-2' });
    expect([await counts(), (await mailsTo(other.toUpperCase())).length]).toEqual([[1, 1], 1]);
    await change({ email: null, password: 'Temporary-3' });
    expect((await mailsTo(other.toUpperCase())).length).toBe(2);
  });

  test('unchanged roles and groups need no permission, changed ones do', async () => {
    await manager.call(profiles.update, { params: params(), body: { roles: [], tags: [at(north)] } });
    const gives = await manager.refused(profiles.update, {
      params: params(),
      body: { roles: [roleId('Store clerk')] },
    });
    expect(gives).toMatchObject({ status: 403, code: 'cannotAssignRoles' });
  });

  test('moving a profile out of the actor’s own locations is refused', async () => {
    const out = await manager.refused(profiles.update, { params: params(), body: { tags: [at(south)] } });
    expect(out).toMatchObject({ status: 403, code: 'locationNotAllowed' });
    const nowhere = await manager.refused(profiles.update, { params: params(), body: { tags: [at()] } });
    expect(nowhere).toMatchObject({ status: 403, code: 'locationNotAllowed' });
  });

  test('changing the identity of a profile with more rights is refused', async () => {
    const id = await idOf('admin');
    const bodies = [{ name: 'X' }, { email: 'x@example.com' }, { password: 'Taken-over-1' }, { username: 'taken' }];
    for (const body of bodies) {
      expect(await editor.refused(profiles.update, { params: { id }, body })).toMatchObject({
        status: 403,
        code: 'cannotGrant',
      });
    }
    const link = { sendPasswordResetEmail: true };
    expect(await editor.refused(profiles.update, { params: { id }, body: link })).toMatchObject({ status: 403 });
    expect(await editor.refused(profiles.remove, { params: { id } })).toMatchObject({
      status: 403,
      code: 'cannotGrant',
    });
  });

  test('changing the identity of a profile with more locations is refused', async () => {
    await owner.query(
      'insert into profile_tag (tenant_id, profile_id, tag_definition_id, value_id) values ($1, $2, $3, $4)',
      [
        tenants.demo,
        person.id,
        location,
        definitions.find((d) => d.is_location)?.values.find((v) => v.name === south)?.id,
      ],
    );
    const refused = await manager.refused(profiles.update, { params: params(), body: { password: 'Taken-over-1' } });
    expect(refused).toMatchObject({ status: 403, code: 'locationNotAllowed' });
  });

  test('two locations stay when a form sends them unchanged; one can be removed, but two cannot be assigned', async () => {
    const two = { tags: [at(north, south)] };
    expect(await admin.refused(profiles.update, { params: params(), body: two })).toMatchObject({
      code: 'oneLocation',
    });
    await owner.query(
      `insert into profile_tag (tenant_id, profile_id, tag_definition_id, value_id)
       select tenant_id, $1, tag_definition_id, id from tag_value
       where tag_definition_id = $2 and name = any($3) on conflict do nothing`,
      [person.id, location, [north, south]],
    );
    const located = async (body: object) =>
      (await admin.call(profiles.update, { params: params(), body })).data.tags.find(({ tagId }) => tagId === location);
    expect((await located({ name: 'Two Stores', ...two }))?.values).toEqual([north, south]);
    expect((await located({ tags: [at(south)] }))?.values).toEqual([south]);
    expect(await admin.refused(profiles.update, { params: params(), body: two })).toMatchObject({
      code: 'oneLocation',
    });
  });

  test('assigning roles is refused for roles with more rights, and for profiles beyond the actor’s locations', async () => {
    const held = [
      { id: 'USERS' as const, value: 'EDIT' as const },
      { id: 'ASSIGN-ROLES' as const, value: 'TRUE' as const },
    ];
    const role = (await admin.call(roles.create, { body: { name: `Assigner ${made}`, permissions: held } })).data.id;
    const { id: self } = await add({ roles: [role], tags: [at(north)] });
    const assigner = await portal.signIn(self);
    const taken = { params: params(), body: { roles: [] } };
    await admin.call(profiles.update, { params: params(), body: { roles: [roleId('Store clerk')] } });
    expect(await assigner.refused(profiles.update, taken)).toMatchObject({ status: 403, code: 'cannotGrant' });
    await admin.call(profiles.update, { params: params(), body: { roles: [role] } });
    expect((await assigner.call(profiles.update, taken)).data.roles).toEqual([]);
    await owner.query(
      'insert into profile_tag (tenant_id, profile_id, tag_definition_id, value_id) values ($1, $2, $3, $4)',
      [
        tenants.demo,
        person.id,
        location,
        definitions.find((d) => d.is_location)?.values.find((v) => v.name === south)?.id,
      ],
    );
    const given = { params: params(), body: { roles: [role] } };
    expect(await assigner.refused(profiles.update, given)).toMatchObject({ status: 403, code: 'locationNotAllowed' });
  });

  test('profiles outside the actor’s locations do not exist', async () => {
    const id = await idOf('admin');
    const never = '00000000-0000-4000-8000-000000000000';
    for (const target of [id, await idOf('admin', harborAdmin), never]) {
      expect((await manager.request(profiles.get, { params: { id: target } })).status).toBe(404);
      expect((await manager.request(profiles.update, { params: { id: target }, body: { name: 'X' } })).status).toBe(
        404,
      );
      expect((await manager.request(profiles.remove, { params: { id: target } })).status).toBe(404);
    }
    expect((await clerk.request(profiles.update, { params: params(), body: { name: 'X' } })).status).toBe(403);
  });

  test('only the in-product admin disables a profile, which ends its sessions at once', async () => {
    const off = { params: params(), body: { disabled: true } };
    expect(await admin.refused(profiles.update, off)).toMatchObject({ status: 403, code: 'activeNotAllowed' });
    await asKeywardAdmin(async () => {
      const { data } = await admin.call(profiles.update, off);
      expect(data.disabled).toBe(true);
      const self = { params: { id: await idOf('admin') }, body: { disabled: true } };
      expect(await admin.refused(profiles.update, self)).toMatchObject({ status: 409, code: 'cannotDisableSelf' });
      const clerkId = await idOf('clerk');
      await admin.call(profiles.update, { params: { id: clerkId }, body: { disabled: true } });
      expect((await clerk.request(auth.me)).status).toBe(401);
      const { data: events } = await admin.call(activity.list, { query: { entity_id: clerkId } });
      expect(events.map((e) => e.event)).toEqual(expect.arrayContaining(['REVOKE_SESSION', 'MODIFY_USER']));
    });
  });

  test('an in-product admin with fewer rights does not disable a profile', async () => {
    const boss = await add({ roles: [roleId('Admin')] });
    await asKeywardAdmin(async () => {
      const off = { params: { id: boss.id }, body: { disabled: true } };
      expect(await editor.refused(profiles.update, off)).toMatchObject({ status: 403, code: 'cannotGrant' });
    }, 'editor');
    expect((await admin.call(profiles.get, { params: { id: boss.id } })).data.disabled).toBe(false);
    await admin.call(profiles.remove, { params: { id: boss.id } });
  });

  test('the last holder of a locked role is not disabled', async () => {
    const name = `Kept ${made}`;
    const kept = (await admin.call(roles.create, { body: { name, permissions: [] } })).data.id;
    await owner.query('update role set locked = true where id = $1', [kept]);
    const [first, last] = [await add({ roles: [kept] }), await add({ roles: [kept] })];
    await asKeywardAdmin(async () => {
      const off = (id: string) => ({ params: { id }, body: { disabled: true } });
      await admin.call(profiles.update, off(first.id));
      expect(await admin.refused(profiles.update, off(last.id))).toMatchObject({
        status: 409,
        code: 'lastHolder',
        params: { role: name },
      });
    });
    expect((await admin.call(profiles.get, { params: { id: last.id } })).data.disabled).toBe(false);
  });

  test('a profile without a PIN has one as soon as it is enabled', async () => {
    const { rows } = await owner.query<{ id: string }>(
      'insert into profile (tenant_id, name, username, disabled) values ($1, $2, $2, true) returning id',
      [tenants.demo, `no.pin.${made}`],
    );
    const id = rows[0]?.id ?? '';
    await admin.call(profiles.update, { params: { id }, body: { name: 'Still Off' } });
    expect((await admin.call(profiles.get, { params: { id } })).data.pin_set_at).toBeNull();
    await asKeywardAdmin(async () => {
      const { data } = await admin.call(profiles.update, { params: { id }, body: { disabled: false } });
      expect(data).toMatchObject({ disabled: false, pin_set_at: expect.any(String) });
    });
  });
});

async function asKeywardAdmin(work: () => Promise<void>, username = 'admin'): Promise<void> {
  const set = (on: boolean) =>
    owner.query(`update profile set is_keyward_admin = $2 where tenant_id = $1 and username = $3`, [
      tenants.demo,
      on,
      username,
    ]);
  await set(true);
  try {
    await work();
  } finally {
    await set(false);
  }
}

describe('deleting', () => {
  test('is permanent, keeps the events, and frees the profile ID', async () => {
    const person = await add({ username: 'short.lived', roles: [roleId('Store clerk')] });
    await admin.call(profiles.remove, { params: { id: person.id } });
    expect((await admin.request(profiles.get, { params: { id: person.id } })).status).toBe(404);
    const { data: events } = await admin.call(activity.list, { query: { entity_id: person.id } });
    expect(events.map((e) => e.event)).toEqual(['DELETE_USER', 'ADD_USER']);
    expect(events[0]?.description.entityName).toBe('New Person');
    await add({ username: 'short.lived' });
  });

  test('one’s own profile is refused', async () => {
    const refused = await admin.refused(profiles.remove, { params: { id: await idOf('admin') } });
    expect(refused).toMatchObject({ status: 409, code: 'cannotDeleteSelf' });
  });

  test('a locked role keeps an enabled holder when its last two delete each other', async () => {
    const second = await add({ roles: [roleId('Admin')] });
    const secondAdmin = await portal.signIn(second.id);
    const first = await idOf('admin');
    const answers = await Promise.all([
      admin.request(profiles.remove, { params: { id: second.id } }),
      secondAdmin.request(profiles.update, { params: { id: first }, body: { roles: [] } }),
    ]);
    expect(answers.map((a) => a.status).filter((s) => s < 300)).toHaveLength(1);
    const held = await owner.query(
      `select p.id from profile p join profile_role pr on pr.tenant_id = p.tenant_id and pr.profile_id = p.id
       where p.tenant_id = $1 and pr.role_id = $2 and not p.disabled`,
      [tenants.demo, roleId('Admin')],
    );
    expect(held.rows.length).toBeGreaterThan(0);
  });

  test('the last holder of a locked role is not deleted', async () => {
    const holders = await owner.query<{ id: string }>(
      `select p.id from profile p join profile_role pr on pr.tenant_id = p.tenant_id and pr.profile_id = p.id
       where p.tenant_id = $1 and pr.role_id = $2 and not p.disabled`,
      [tenants.demo, roleId('Admin')],
    );
    expect(holders.rows).toHaveLength(1);
    const id = holders.rows[0]?.id ?? '';
    const self = await portal.signIn(id);
    const refused = await self.refused(profiles.update, { params: { id }, body: { roles: [] } });
    expect(refused).toMatchObject({ status: 409, code: 'lastHolder', params: { role: 'Admin', builtIn: 'admin' } });
  });
});
