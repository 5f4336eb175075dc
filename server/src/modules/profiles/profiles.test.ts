import { auth } from '@keyward/contract/auth';
import { activity } from '@keyward/contract/activity';
import { groups } from '@keyward/contract/groups';
import { limits } from '@keyward/contract/limits';
import { profiles } from '@keyward/contract/profiles';
import { roles } from '@keyward/contract/roles';
import { views } from '@keyward/contract/views';
import { describe, expect, test } from 'vitest';
import { north, south, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin, manager, editor, homeless, harborAdmin, anonymous } = portal.as;
const owner = portal.database.system;

const { data: definitions } = await admin.call(groups.definitions, {});
const location = definitions.find((d) => d.is_location)?.id ?? '';
const department = definitions.find((d) => d.label === 'Department')?.id ?? '';
const at = (...values: string[]) => ({ tagId: location, values });
const roleIds = new Map((await admin.call(roles.list, {})).data.map((role) => [role.name, role.id]));
const roleId = (name: string) => roleIds.get(name) ?? '';
const mailsTo = async (recipient: string) =>
  (await owner.query<{ kind: string }>('select kind from mail where recipient = $1', [recipient])).rows;

let made = 0;
const newPerson = () => ({ name: 'New Person', username: `new.person.${made++}` });
async function add(more: object = {}, who = admin) {
  return (await who.call(profiles.create, { body: { ...newPerson(), ...more } })).data;
}

describe('the list', () => {
  test('shows profiles at the actor’s locations, by name, with roles and location', async () => {
    const all = await admin.call(profiles.list, {});
    expect(all.data.map((p) => p.username).toSorted()).toEqual(
      ['admin', 'manager', 'clerk', 'nobody', 'editor', 'homeless', 'gone'].toSorted(),
    );
    expect(all.total_results).toBe(7);
    expect(all.data.map((p) => p.name)).toEqual(all.data.map((p) => p.name).toSorted());
    const seen = await manager.call(profiles.list, {});
    expect(seen.data.map((p) => p.username).toSorted()).toEqual(['clerk', 'manager']);
    expect(seen.total_results).toBe(2);
    expect(seen.data[0]).toMatchObject({ roles: [{ name: 'Store clerk' }], locationTagValue: north, disabled: false });
    expect((await homeless.call(profiles.list, {})).data).toEqual([]);
  });

  test('offers login type and enrollment date as columns', async () => {
    const { data, columns } = await admin.call(views.list, { query: { resource: 'user' } });
    expect(columns).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ accessorKey: 'login_type', type: 'label', format: 'profiles.loginTypes' }),
        expect.objectContaining({ accessorKey: 'created_at', header: 'enrolled', type: 'dateTime', sortable: true }),
      ]),
    );
    const shown = data[0]?.columns.map(({ accessorKey }) => accessorKey) ?? [];
    expect(shown.filter((key) => ['login_type', 'created_at'].includes(key))).toEqual([]);
    const { data: people } = await admin.call(profiles.list, {});
    expect(new Set(people.map((person) => person.login_type))).toEqual(new Set(['password']));
  });

  test('links a profile to the events that it caused, and a device to the events about it', async () => {
    // in a view of all events, not in the view that was last used
    const activityOf = async (resource: 'user' | 'device') => {
      const { data } = await admin.call(views.list, { query: { resource } });
      return new Set(data.map(({ actions }) => actions.single.find(({ id }) => id === 'showActivity')?.apiUrl));
    };
    expect([...(await activityOf('user'))]).toEqual(['/activity?custom_view=Overview&filter.agent_id={id}']);
    expect([...(await activityOf('device'))]).toEqual(['/activity?custom_view=Overview&filter.entity_id={id}']);
  });

  test('is searched by name, profile ID and e-mail, and filtered by role, location, group and state', async () => {
    const names = async (query: Record<string, string>) =>
      (await admin.call(profiles.list, { query })).data.map((p) => p.username).toSorted();
    expect(await names({ search: 'mona' })).toEqual(['manager']);
    expect(await names({ search: 'CLERK@demo' })).toEqual(['clerk']);
    expect(await names({ 'role.name': 'Store manager' })).toEqual(['homeless', 'manager']);
    expect(await names({ 'role.name': 'not:Store manager' })).not.toContain('manager');
    expect(await names({ roles: 'NOT_EXISTS' })).toEqual(['nobody']);
    expect(await names({ [`tags.${location}`]: north })).toEqual(['clerk', 'manager']);
    expect(await names({ [`tags.${location}`]: 'NOT_EXISTS' })).toHaveLength(5);
    expect(await names({ [`tags.${location}`]: `${south},NOT_EXISTS` })).toHaveLength(5);
    expect(await names({ disabled: 'true' })).toEqual(['gone']);
    await add({ username: 'toys', tags: [{ tagId: department, values: ['Toys'] }] });
    expect(await names({ [`tags.${department}`]: 'Toys' })).toEqual(['toys']);
  });

  test('offers the roles held by visible profiles', async () => {
    const offered = async (who: typeof admin) =>
      (await who.call(views.filterOptions, { params: { resource: 'user', column: 'role.name' } })).data;
    expect(await offered(admin)).toEqual(expect.arrayContaining(['Admin', 'Editor', 'OKM user', 'Store clerk']));
    expect(await offered(manager)).toEqual(['Store clerk', 'Store manager']);
    expect(await offered(homeless)).toEqual([]);
    const { data } = await admin.call(views.list, { query: { resource: 'user' } });
    const filters = data[0]?.filterSchema.filter(({ id }) => id.startsWith('role'));
    const one = { displayName: 'roles', filterType: 'multiSelect', format: 'roles.named', nullable: true };
    expect(filters).toEqual([{ ...one, id: 'role.name', disabled: false }]);
  });

  test('every sort works in both directions and pages without gaps', async () => {
    for (const column of ['name', 'username', 'email', 'last_activity', 'created_at']) {
      for (const way of ['asc', 'desc']) {
        const query = { sort: `${column}:${way}`, results_per_page: '3' };
        const seen: string[] = [];
        let page = await admin.call(profiles.list, { query });
        seen.push(...page.data.map((p) => p.id));
        for (let n = 2; page.next; n++) {
          page = await admin.call(profiles.list, { query: { ...query, page: String(n), cursor: page.next } });
          seen.push(...page.data.map((p) => p.id));
        }
        expect(new Set(seen).size, `${column} ${way}`).toBe(page.total_results);
        expect(seen).toHaveLength(page.total_results);
      }
    }
  });

  test('passwords and unknown names are not columns', async () => {
    for (const column of ['password_hash', 'pin', 'nothing']) {
      const refused = await admin.refused(profiles.list, { query: { [column]: 'like:1*' } });
      expect(refused).toMatchObject({ status: 400, code: 'unknownColumn' });
    }
  });
});

describe('adding', () => {
  test('stores the form’s values, and records them', async () => {
    const data = await add({
      username: 'Grace.H',
      email: 'grace@example.com',
      roles: [roleId('Store clerk')],
      tags: [at(south), { tagId: department, values: ['Toys', 'Shoes', 'Phones'] }],
    });
    expect(data).toMatchObject({
      name: 'New Person',
      username: 'Grace.H',
      email: 'grace@example.com',
      disabled: false,
      version: 1,
      roles: [{ name: 'Store clerk' }],
      locationTagValue: south,
      tagValues: ['*'],
      isPasswordTemporary: false,
    });
    const { data: events } = await admin.call(activity.list, { query: { entity_id: data.id } });
    expect(events.map((e) => e.event)).toEqual(['ADD_USER']);
    expect(events[0]?.description.changes).toContainEqual({
      attribute: 'roles',
      oldValue: null,
      newValue: 'Store clerk',
    });
  });

  test('profile IDs and e-mail addresses are unique regardless of case', async () => {
    await add({ username: 'unique.one', email: 'one@example.com' });
    expect(await admin.refused(profiles.create, { body: { ...newPerson(), username: 'UNIQUE.one' } })).toMatchObject({
      status: 409,
      code: 'usernameTaken',
      constraint: 'username',
      detail: 'This profile ID is already linked to an account.',
    });
    const second = { ...newPerson(), email: 'ONE@example.com' };
    expect(await admin.refused(profiles.create, { body: second })).toMatchObject({
      status: 409,
      code: 'emailTaken',
      constraint: 'email',
      detail: 'This email is already linked to an account.',
    });
    // each tenant has its own namespace
    await harborAdmin.call(profiles.create, { body: { ...newPerson(), username: 'unique.one' } });
  });

  test.each([
    ['name', '', 'required'],
    ['name', 'x'.repeat(36), 'profileNameTooLong'],
    ['username', '', 'required'],
    ['username', 'x'.repeat(61), 'profileIdTooLong'],
    ...[' ', "'", '"', '\\', ';', '%', '<', '>', '/', '&'].map((c) => [
      'username',
      `a${c}b`,
      'usernameCharsNotAllowed',
    ]),
    ...['=1', '+1', '-1', '@a', 'a|b', 'a$b', 'a`b'].map((id) => ['username', id, 'usernameChangedOnTheWay']),
    ['username', '*', 'reservedNameNotAllowed'],
    ['username', 'All', 'reservedNameNotAllowed'],
    ['email', 'nobody', 'emailInvalid'],
    ['email', 'a@b', 'emailInvalid'],
    ['email', 'a@b.c, d@e.f', 'emailInvalid'],
    ['email', `${'x'.repeat(250)}@a.bc`, 'emailTooLong'],
    ['password', 'short-1', 'passwordTooWeak'],
  ])('%s %j is refused: %s', async (field, value, reason) => {
    const refused = await admin.refused(profiles.create, { body: { ...newPerson(), [field]: value } });
    expect(refused).toMatchObject({ status: 400, constraint: field, params: { reason } });
  });

  test('keeps a stored profile ID that cannot be typed, but accepts no new one', async () => {
    const { id } = await add();
    await portal.database.system.query(`update profile set username = '+stored' where id = $1`, [id]);
    const change = (body: object) => ({ params: { id }, body });
    const { data } = await admin.call(profiles.update, change({ username: '+stored', name: 'Renamed' }));
    expect(data).toMatchObject({ username: '+stored', name: 'Renamed' });
    expect(await admin.refused(profiles.update, change({ username: '+other' }))).toMatchObject({
      status: 400,
      constraint: 'username',
      params: { reason: 'usernameChangedOnTheWay' },
    });
    expect((await admin.call(profiles.update, change({ username: 'typed' }))).data.username).toBe('typed');
  });

  test('accepts names, profile IDs and addresses of the maximum length, and none longer', async () => {
    const longest = {
      name: '🔑'.repeat(limits.profileName),
      username: `${'x'.repeat(limits.profileId - 1)}y`,
      email: `${'x'.repeat(limits.email - '@a.example'.length)}@a.example`,
    };
    expect([...longest.name, ...longest.username, ...longest.email]).toHaveLength(35 + 60 + 254);
    expect(await add(longest)).toMatchObject(longest);
    for (const [field, value] of Object.entries(longest)) {
      const body = { ...newPerson(), [field]: `x${value}` };
      expect(await admin.refused(profiles.create, { body })).toMatchObject({ status: 400, constraint: field });
    }
  });

  test('an empty e-mail address is stored as none', async () => {
    expect((await add({ email: '' })).email).toBeNull();
    expect((await add({ email: null })).email).toBeNull();
  });

  test('an actor with one location adds profiles there and nowhere else', async () => {
    expect((await add({}, manager)).locationTagValue).toBe(north);
    expect((await add({ tags: [at(north)] }, manager)).locationTagValue).toBe(north);
    for (const tags of [[at(south)]]) {
      const refused = await manager.refused(profiles.create, { body: { ...newPerson(), tags } });
      expect(refused).toMatchObject({ status: 403, code: 'locationNotAllowed' });
    }
    expect(await homeless.refused(profiles.create, { body: newPerson() })).toMatchObject({ status: 403 });
    // an actor with two locations has to name one
    const { id } = await add({ roles: [roleId('Store manager')], tags: [at(north)] });
    await owner.query(
      `insert into profile_tag (tenant_id, profile_id, tag_definition_id, value_id)
       select tenant_id, $1, tag_definition_id, id from tag_value where tag_definition_id = $2 and name = $3`,
      [id, location, south],
    );
    const both = await portal.signIn(id);
    expect(await both.refused(profiles.create, { body: newPerson() })).toMatchObject({ code: 'locationNotAllowed' });
    expect((await add({ tags: [at(south)] }, both)).locationTagValue).toBe(south);
  });

  test('assigning roles needs its permission and every right of the roles', async () => {
    const body = () => ({ ...newPerson(), roles: [roleId('Store clerk')] });
    expect(await manager.refused(profiles.create, { body: body() })).toMatchObject({ code: 'cannotAssignRoles' });
    const withRoles = await promote({ 'ASSIGN-ROLES': 'TRUE' });
    const refused = await withRoles.refused(profiles.create, { body: { ...body(), roles: [roleId('Admin')] } });
    expect(refused).toMatchObject({ status: 403, code: 'cannotGrant' });
    expect(String(refused.params?.['permissions'])).toContain('ROLES');
    await demote();
    const unknown = { ...newPerson(), roles: ['00000000-0000-4000-8000-000000000000'] };
    expect(await admin.refused(profiles.create, { body: unknown })).toMatchObject({ status: 400, code: 'unknownRole' });
  });

  test('groups need the permission to assign them', async () => {
    const body = { ...newPerson(), tags: [{ tagId: department, values: ['Toys'] }] };
    expect(await editor.refused(profiles.create, { body })).toMatchObject({ status: 403, code: 'cannotAssignGroups' });
    expect(await editor.refused(profiles.create, { body: { ...newPerson(), tags: [at(north)] } })).toMatchObject({
      code: 'cannotAssignGroups',
    });
  });

  test('a temporary password only allows setting a new one', async () => {
    const person = newPerson();
    await add({ ...person, password: 'Temporary-1', isPasswordTemporary: true });
    const answer = await anonymous.call(auth.login, { body: { username: person.username, password: 'Temporary-1' } });
    expect(answer.data.passwordResetToken).toMatch(/^[0-9a-f]{64}$/);
  });

  test('the welcome link is sent to the profile’s address and asks for a password', async () => {
    const refused = await admin.refused(profiles.create, { body: { ...newPerson(), sendPasswordResetEmail: true } });
    expect(refused).toMatchObject({ status: 400, code: 'emailRequired', constraint: 'email' });
    const email = 'first@example.com';
    await add({ email, sendPasswordResetEmail: true });
    expect(await mailsTo(email)).toEqual([{ kind: 'firstPassword' }]);
  });
});

/** Temporarily gives the editor’s role more permissions. */
async function promote(rights: Record<string, string>) {
  const id = roleId('Editor');
  for (const [permission, value] of Object.entries(rights))
    await owner.query('insert into role_permission values ($1, $2, $3, $4)', [tenants.demo, id, permission, value]);
  return editor;
}
const demote = () =>
  owner.query(`delete from role_permission where tenant_id = $1 and role_id = $2 and permission like 'ASSIGN-%'`, [
    tenants.demo,
    roleId('Editor'),
  ]);
