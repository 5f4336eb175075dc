import { groups } from '@keyward/contract/groups';
import { profiles } from '@keyward/contract/profiles';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { namesWithoutPassword } from '#core/auth/sso-policy.ts';
import { north, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin, manager } = portal.as;
const owner = portal.database.system;

beforeAll(async () => {
  await owner.query(
    `insert into sso_provider (tenant_id, issuer, client_id, client_secret, profile_claim, domains, password_names)
     values ($1, 'https://login.example', 'keyward', '\\x00', 'email', '{shop.example}', '{boss@shop.example}')`,
    [tenants.demo],
  );
});
afterAll(() => owner.query('delete from sso_provider'));

const location = (await admin.call(groups.definitions, {})).data.find((d) => d.is_location)?.id ?? '';
let made = 0;
const add = async (username: string, more: object = {}) => {
  const body = { name: 'Somebody', username, email: `p${made++}@mail.example`, ...more };
  return (await admin.call(profiles.create, { body })).data;
};
const state = async (id: string) =>
  (
    await owner.query<{ password_hash: string | null; version: number; links: string }>(
      `select password_hash, version, (select count(*) from mail) as links from profile where id = $1`,
      [id],
    )
  ).rows[0];

test('the list shows how each profile signs in', async () => {
  const usernames = [
    'lia@shop.example',
    'boss@shop.example',
    'lia@other.example',
    'lia@home@shop.example',
    'lia@shop.example@home',
    'shop.example',
  ];
  const people = await Promise.all(usernames.map((username) => add(username)));
  const { data } = await admin.call(profiles.list, { query: { q: `username:${usernames.join(',')}` } });
  const types = Object.fromEntries(data.map((person) => [person.username, person.login_type]));
  expect(types).toEqual({
    'lia@shop.example': 'singleSignOn',
    'boss@shop.example': 'password',
    'lia@other.example': 'password',
    'lia@home@shop.example': 'singleSignOn',
    'lia@shop.example@home': 'password',
    'shop.example': 'password',
  });
  // files follow the same rule
  const usesProvider = await portal.inTenant('demo', namesWithoutPassword);
  for (const username of usernames)
    expect([username, usesProvider(username)]).toEqual([username, types[username] === 'singleSignOn']);
  for (const { username, login_type: type } of people) expect(type).toBe(types[username]);
  for (const { id } of people) await admin.call(profiles.remove, { params: { id } });
});

test('profiles of single sign-on get neither passwords nor links', async () => {
  const person = await add('Ann@Shop.example', { tags: [{ tagId: location, values: [north] }] });
  expect(person.singleSignOn).toBe(true);
  const before = await state(person.id);
  for (const [field, body] of [
    ['password', { password: 'Temporary-1', name: 'Not saved' }],
    ['sendPasswordResetEmail', { sendPasswordResetEmail: true, name: 'Not saved' }],
    ['password', { password: 'Temporary-1', sendPasswordResetEmail: true }],
  ] as const) {
    const refusal = { status: 409, code: 'noPasswordHere', constraint: field };
    expect(await admin.refused(profiles.update, { params: { id: person.id }, body })).toMatchObject(refusal);
    const another = { name: 'Bea', username: `bea.${field}@shop.example`, email: 'bea@mail.example', ...body };
    expect(await manager.refused(profiles.create, { body: another })).toMatchObject(refusal);
  }
  expect(await state(person.id)).toEqual(before);
  // other fields can still be changed
  const { data } = await admin.call(profiles.update, {
    params: { id: person.id },
    body: { name: 'Saved', sendPasswordResetEmail: false },
  });
  expect(data).toMatchObject({ name: 'Saved', singleSignOn: true });
});

test('exceptions and profiles of other domains keep a password', async () => {
  for (const username of ['boss@shop.example', 'cleo@other.example', 'plain']) {
    const person = await add(username, { password: 'Temporary-1', sendPasswordResetEmail: true });
    expect(person).toMatchObject({ singleSignOn: false, isPasswordTemporary: true });
    // an address gets one link a minute
    await owner.query('delete from reset_request');
    const body = { password: 'Temporary-2', sendPasswordResetEmail: true };
    await admin.call(profiles.update, { params: { id: person.id }, body });
  }
});

test('the policy applies to the profile ID after the change', async () => {
  const person = await add('dora@other.example');
  const params = { id: person.id };
  const away = { username: 'dora@shop.example', password: 'Temporary-1' };
  expect(await admin.refused(profiles.update, { params, body: away })).toMatchObject({ code: 'noPasswordHere' });
  await admin.call(profiles.update, { params, body: { username: 'dora@shop.example' } });
  const back = { username: 'dora@other.example', sendPasswordResetEmail: true };
  expect((await admin.call(profiles.update, { params, body: back })).data.singleSignOn).toBe(false);
});
