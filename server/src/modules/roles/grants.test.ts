import { type Permissions, permissionCatalogue, permissionIds } from '@keyward/contract/permissions';
import { type Role, roles } from '@keyward/contract/roles';
import { expect, test } from 'vitest';
import { north, south } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { entriesOf, rolesOf } from './roles.testing.ts';

const portal = await openPortal();
const { admin } = portal.as;
const { newRole, get, setDisabled, newPerson } = rolesOf(portal);
const update = (role: Role, permissions: Permissions) => ({
  params: { id: role.id },
  body: { permissions: entriesOf(permissions) },
});

test('rights that the actor does not hold cannot be granted to any role', async () => {
  const own = await newRole({ ROLES: 'EDIT', DEVICES: 'READ' });
  const { as: editor } = await newPerson('Rita Roles', [own]);
  const empty = await newRole({});
  for (const id of permissionIds) {
    const wanted = permissionCatalogue[id].type === 'multi' ? 'EDIT' : 'TRUE';
    if (id === 'ROLES') continue;
    const refusal = { status: 403, code: 'cannotGrant' };
    const body = { name: 'Mine', permissions: [{ id, value: wanted } as const] };
    expect(await editor.refused(roles.create, { body }), id).toMatchObject(refusal);
    for (const role of [own, empty])
      for (const call of [roles.update, roles.impact])
        expect(await editor.refused(call, update(role, { [id]: wanted })), id).toMatchObject(refusal);
  }
  expect([await get(own.id), await get(empty.id)]).toEqual([{ ...own, profiles: 1 }, empty]);
  // permissions that the actor holds can be granted, up to their level
  const { data } = await editor.call(roles.create, {
    body: { name: 'Fine', permissions: entriesOf({ DEVICES: 'READ' }) },
  });
  expect(await editor.refused(roles.update, update(data, { DEVICES: 'EDIT' }))).toMatchObject({
    detail: 'You do not hold these permissions yourself: DEVICES.',
    params: { permissions: 'DEVICES', ids: 'DEVICES' },
  });
});

test('a role with more rights than the actor’s cannot be renamed, reduced or deleted', async () => {
  const { as: editor } = await newPerson('Rolf Roles', [await newRole({ ROLES: 'EDIT', USERS: 'READ' })]);
  const more = await newRole({ USERS: 'READ', TAGS: 'READ' });
  const refusal = { status: 403, code: 'cannotGrant', params: { ids: 'TAGS' } };
  expect(await editor.refused(roles.update, update(more, { TAGS: 'NONE' }))).toMatchObject(refusal);
  const renamed = { params: { id: more.id }, body: { name: 'Harmless' } };
  expect(await editor.refused(roles.update, renamed)).toMatchObject(refusal);
  expect(await editor.refused(roles.remove, { params: { id: more.id } })).toMatchObject(refusal);
  expect(await get(more.id)).toEqual(more);
});

test('two role editors cannot escalate each other’s rights', async () => {
  const [roleA, roleB] = [
    await newRole({ ROLES: 'EDIT', USERS: 'READ' }),
    await newRole({ ROLES: 'EDIT', TAGS: 'READ' }),
  ];
  const people = [await newPerson('Ann', [roleA]), await newPerson('Ben', [roleB])];
  const wishes: Permissions[] = [{ USERS: 'EDIT' }, { TAGS: 'READ' }, { USERS: 'READ' }, { 'ALL-DATA-ACCESS': 'TRUE' }];
  // in turns, in any order, each role gets at most the permissions of both
  for (let depth = 0; depth < 3; depth++)
    for (const { as } of people)
      for (const role of [roleA, roleB]) for (const wish of wishes) await as.request(roles.update, update(role, wish));
  expect([(await get(roleA.id))?.permissions, (await get(roleB.id))?.permissions]).toEqual([
    roleA.permissions,
    roleB.permissions,
  ]);
});

test('an enabled role editor always remains', async () => {
  const own = await newRole({ ROLES: 'EDIT', DEVICES: 'READ' });
  const { as: editor, id } = await newPerson('Lena Last', [own]);
  await editor.call(roles.impact, update(own, { ROLES: 'READ' }));
  await setOthers(true, [id]);
  try {
    const refusal = { status: 409, code: 'lastRolesEditor' };
    expect(await editor.refused(roles.update, update(own, { ROLES: 'READ' }))).toMatchObject(refusal);
    expect(await editor.refused(roles.update, update(own, { ROLES: 'NONE' }))).toMatchObject(refusal);
    expect(await editor.refused(roles.impact, update(own, { ROLES: 'READ' }))).toMatchObject(refusal);
    // other changes of that role are allowed, and so is removal with a second editor
    await editor.call(roles.update, update(own, { DEVICES: 'NONE' }));
    const second = await newPerson('Sam Second', [await editor.call(roles.create, newEditor()).then((r) => r.data)]);
    await setDisabled(second.username, true);
    expect(await editor.refused(roles.update, update(own, { ROLES: 'READ' }))).toMatchObject(refusal);
    await setDisabled(second.username, false);
    await editor.call(roles.update, update(own, { ROLES: 'READ' }));
  } finally {
    await setOthers(false, []);
  }
});
let made = 0;
const newEditor = () => ({ body: { name: `Editor ${++made}`, permissions: entriesOf({ ROLES: 'EDIT' }) } });

test('when two editors give up editing concurrently, one remains', async () => {
  for (let round = 0; round < 8; round++) {
    const pair = [await newRole({ ROLES: 'EDIT' }), await newRole({ ROLES: 'EDIT' })] as const;
    const people = [await newPerson('Left', [pair[0]]), await newPerson('Right', [pair[1]])] as const;
    await setOthers(
      true,
      people.map((p) => p.id),
    );
    const answers = await Promise.all(
      people.map(({ as }, i) => as.request(roles.update, update(pair[i === 0 ? 0 : 1], { ROLES: 'NONE' }))),
    );
    await setOthers(
      false,
      people.map((p) => p.id),
    );
    expect(answers.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  }
});
const setOthers = (disabled: boolean, except: string[]) =>
  portal.database.system.query(`update profile set disabled = $1 where username <> 'gone' and id <> all($2::uuid[])`, [
    disabled,
    except,
  ]);

test('the preview shows gained and lost permissions, all roles combined', async () => {
  const role = await newRole({ DEVICES: 'READ', 'EVENT-STORE': 'READ' });
  const more = await newRole({ DEVICES: 'EDIT' });
  const plain = await newPerson('Paula Plain', [role], [north]);
  const rich = await newPerson('Richard Rich', [role, more], [south]);
  const off = await newPerson('Otto Off', [role], [south]);
  await setDisabled(off.username, true);
  const change = { DEVICES: 'EDIT', 'EVENT-STORE': 'NONE' } as const;
  const gains = { id: 'DEVICES', before: 'READ', after: 'EDIT', gained: true };
  const loses = { id: 'EVENT-STORE', before: 'READ', after: 'NONE', gained: false };
  const { data } = await admin.call(roles.impact, update(role, change));
  expect(data).toEqual({
    gaining: 2,
    losing: 3,
    total: 3,
    seen: 3,
    people: [
      {
        id: off.id,
        name: 'Otto Off',
        disabled: true,
        changes: [gains, loses],
      },
      {
        id: plain.id,
        name: 'Paula Plain',
        disabled: false,
        changes: [gains, loses],
      },
      {
        id: rich.id,
        name: 'Richard Rich',
        disabled: false,
        changes: [loses],
      },
    ],
  });
  expect(await get(role.id)).toMatchObject({ version: role.version, permissions: role.permissions });
  const unchanged = await admin.call(roles.impact, update(role, { DEVICES: 'READ' }));
  expect(unchanged.data).toEqual({ gaining: 0, losing: 0, total: 0, seen: 0, people: [] });

  // names only within the actor’s locations and with the permission to read profiles; counts cover the tenant
  const rights = { ROLES: 'EDIT', DEVICES: 'EDIT', 'EVENT-STORE': 'READ' } as const;
  const near = await newPerson('Nina Near', [await newRole({ ...rights, USERS: 'READ' })], [north]);
  const seen = (await near.as.call(roles.impact, update(role, change))).data;
  expect(seen).toMatchObject({ gaining: 2, losing: 3, total: 3, seen: 1 });
  expect(seen.people.map((p) => p.name)).toEqual(['Paula Plain']);
  const blind = await newPerson('Bela Blind', [await newRole(rights)], [north]);
  const unseen = (await blind.as.call(roles.impact, update(role, change))).data;
  expect(unseen).toMatchObject({ gaining: 2, losing: 3, total: 3, seen: 0, people: [] });
});

test('the preview names at most a hundred profiles and counts them all', async () => {
  const role = await newRole({ TAGS: 'READ' });
  await portal.database.system.query(
    `with made as (insert into profile (tenant_id, name, username)
       select r.tenant_id, 'Crowd ' || n, 'crowd' || n from role r, generate_series(1, 120) n where r.id = $1 returning tenant_id, id)
     insert into profile_role select tenant_id, id, $1 from made`,
    [role.id],
  );
  const { data } = await admin.call(roles.impact, update(role, { TAGS: 'EDIT' }));
  expect(data).toMatchObject({ gaining: 120, losing: 0, total: 120, seen: 120 });
  expect(data.people).toHaveLength(100);
  expect(data.people.slice(0, 2).map((p) => p.name)).toEqual(['Crowd 1', 'Crowd 2']);
});
