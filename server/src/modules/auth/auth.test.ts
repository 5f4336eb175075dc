import { activity, type Event } from '@keyward/contract/activity';
import { auth } from '@keyward/contract/auth';
import { permissionIds } from '@keyward/contract/permissions';
import { settings } from '@keyward/contract/settings';
import { describe, expect, test } from 'vitest';
import { demoAccounts, demoPassword } from '#core/auth/demo.ts';
import { north, tenants } from '#testing/people.ts';
import { Caller, openPortal } from '#testing/portal.ts';
import { cookieOf, openProxied } from '#testing/sign-in.ts';
import { stateOf } from '#testing/state.ts';

const portal = await openPortal();
const { anonymous, admin } = portal.as;
const owner = portal.database.system;
const { from, newAddress, signIn } = await openProxied(portal);
const change = (text: string, values: unknown[] = []) => owner.query(text, values);
const isIn = async (who: Caller) => (await who.call(auth.sessionCheck)).isAuthenticated;
async function lastEvent(): Promise<Event | undefined> {
  return (await admin.call(activity.list, {})).data[0];
}

describe('signing in', () => {
  test('sets a cookie that scripts and other sites cannot use, and records a LOGIN', async () => {
    const answer = await signIn('clerk', demoPassword);
    expect(answer).toMatchObject({ status: 200, body: { data: {} } });
    const [value, ...attributes] = cookieOf(answer).split('; ');
    expect(value).toMatch(/^keyward=[0-9a-f]{64}$/);
    expect(new Set(attributes)).toEqual(new Set(['Path=/', 'HttpOnly', 'SameSite=Strict']));
    expect(await lastEvent()).toMatchObject({
      event: 'LOGIN',
      result: 'success',
      description: { agentName: 'Carl Clerk', entityName: 'Carl Clerk', entityEmail: 'clerk@demo.example' },
    });
    const token = value?.slice('keyward='.length) ?? '';
    const { rows } = await owner.query<{ text: string }>('select s::text as text from session s');
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('over https the cookie is bound to the host and to https', async () => {
    const https = from(newAddress(), { 'x-forwarded-proto': 'https' });
    const answer = await https.request(auth.login, { body: { username: 'clerk', password: demoPassword } });
    const [value, ...attributes] = cookieOf(answer).split('; ');
    expect(value).toMatch(/^__Host-keyward=[0-9a-f]{64}$/);
    expect(new Set(attributes)).toEqual(new Set(['Path=/', 'HttpOnly', 'SameSite=Strict', 'Secure']));
    // over https the unprefixed name is ignored, or another host could have set it
    const renamed = value?.replace('__Host-', '') ?? '';
    const seen = (cookie: string) =>
      from('198.51.100.1', { 'x-forwarded-proto': 'https', cookie }).call(auth.sessionCheck);
    expect(await seen(value ?? '')).toEqual({ isAuthenticated: true });
    expect(await seen(renamed)).toEqual({ isAuthenticated: false });
  });

  test('uses the proxy’s address when the forwarded one is invalid', async () => {
    const cookie = cookieOf(await signIn('clerk', demoPassword, 'unknown')).split('; ')[0] ?? '';
    const { data } = await new Caller(portal.app, 'localhost', { cookie }).call(settings.sessions);
    expect(data.find(({ current }) => current)?.address).toBe('127.0.0.1');
  });

  test('each sign-in gets a new secret, regardless of the request’s cookie', async () => {
    const planted = `keyward=${'a'.repeat(64)}`;
    const answer = await from(newAddress(), { cookie: planted }).request(auth.login, {
      body: { username: 'clerk', password: demoPassword },
    });
    expect(cookieOf(answer)).not.toContain('a'.repeat(64));
    expect(await isIn(new Caller(portal.app, 'localhost', { cookie: planted }))).toBe(false);
  });

  test('the profile ID matches in any case and width; the password must be exact', async () => {
    for (const username of ['CLERK', 'ｃｌｅｒｋ']) expect((await signIn(username, demoPassword)).status).toBe(200);
    for (const password of [
      ` ${demoPassword}`,
      `${demoPassword} `,
      demoPassword.toLowerCase(),
      `${demoPassword}\u0000`,
    ])
      expect((await signIn('clerk', password)).status, password).not.toBe(200);
  });

  test('sign-ins that are unknown, disabled, passwordless, suspended or wrong get byte-identical responses', async () => {
    await change(`update profile set password_hash = null where tenant_id = $1 and username = 'nobody'`, [
      tenants.demo,
    ]);
    const answers = await Promise.all([
      signIn('clerk', 'wrong'),
      signIn('nobody-there', demoPassword),
      signIn('gone', demoPassword),
      signIn('nobody', demoPassword),
      signIn('', demoPassword),
      signIn("' or 1=1 --", demoPassword),
      signIn('%', demoPassword),
    ]);
    await change('update tenant set suspended_at = now() where id = $1', [tenants.demo]);
    answers.push(await signIn('clerk', demoPassword));
    await change('update tenant set suspended_at = null where id = $1', [tenants.demo]);
    const steady = answers.map(({ status, text, headers }) => ({
      status,
      text,
      names: Object.keys(headers).filter((name) => name !== 'date'),
      cookie: headers['set-cookie'],
    }));
    for (const answer of steady) expect(answer).toEqual(steady[0]);
    expect(steady[0]).toMatchObject({ status: 401, cookie: undefined });
    expect(answers[0]?.body).toEqual({
      errors: [{ detail: 'Invalid Profile ID or Password', code: 'invalidCredentials' }],
    });
  });

  test('a failure is recorded, without the typed name unless a profile has it', async () => {
    await signIn('Clerk', 'wrong');
    expect(await lastEvent()).toMatchObject({
      event: 'FAILED_LOGIN',
      result: 'failure',
      description: { entityName: 'Carl Clerk' },
    });
    const typed = 'My-Secret-Passw0rd!';
    await signIn(typed, typed);
    const event = await lastEvent();
    expect(event).toMatchObject({ event: 'FAILED_LOGIN', agent_id: null, entity_id: null });
    const { rows } = await owner.query<{ text: string }>(
      'select e::text as text from event e union all select p::text from event_party p union all select a::text from sign_in_attempt a',
    );
    expect(JSON.stringify(rows)).not.toContain(typed);
  });

  test('a password of 1,024 characters is checked; a longer one is refused before hashing', async () => {
    expect((await signIn('clerk', 'é'.repeat(1024))).status).toBe(401);
    const before = await stateOf(portal.database);
    for (const password of ['é'.repeat(1025), '', '\ud800'])
      expect((await signIn('clerk', password)).status, password.slice(0, 5)).toBe(400);
    expect(await stateOf(portal.database)).toEqual(before);
  });
});

test('/me returns the profile, with every permission of every role', async () => {
  const { data } = await portal.as.manager.call(auth.me);
  expect(data).toMatchObject({
    name: 'Mona Manager',
    username: 'manager',
    email: 'manager@demo.example',
    customerName: 'Northgate Retail',
    isKeywardAdmin: false,
    support: false,
    enabledFeatures: ['secureKey'],
    softwareVersion: '1.26.25',
  });
  expect(data.locations).toHaveLength(1);
  expect(data.hasLocations).toBe(true);
  expect(data.roles.map((r) => [r.name, r.locked])).toEqual([['Store manager', false]]);
  const held = new Map(data.roles[0]?.permissions.map((p) => [p.id, p]));
  expect([...held.keys()]).toEqual(permissionIds);
  expect(held.get('DEVICES')).toEqual({
    id: 'DEVICES',
    name: 'DEVICES',
    category: 'devices',
    value: 'EDIT',
    type: 'multi',
  });
  expect(held.get('ROLES')).toMatchObject({ value: 'NONE', type: 'multi' });
  expect(held.get('ALL-DATA-ACCESS')).toMatchObject({ value: 'FALSE', type: 'boolean' });
  expect(held.get('CAN-EXPORT-CSV-DEVICES')).toMatchObject({ name: 'CAN-EXPORT-CSV', value: 'TRUE', type: 'csv' });
  expect((await portal.as.nobody.call(auth.me)).data).toMatchObject({ roles: [], locations: [] });
});

test('single sign-on depends on the tenant only, so every name gets the same response', async () => {
  const lookUp = (username: string) => anonymous.request(auth.loginSso, { query: { username } });
  const [known, unknown] = [await lookUp('admin'), await lookUp('nobody-there')];
  expect(known.status).toBe(404);
  expect(known.text).toBe(unknown.text);
});

test('the demo accounts are listed only in demo mode, and work', async () => {
  expect((await anonymous.call(auth.demoAccounts)).data).toEqual([]);
  expect((await from(newAddress()).call(auth.demoAccounts)).data).toEqual(demoAccounts);
  for (const { username, password } of demoAccounts.filter((a) => a.username !== 'nobody'))
    expect((await signIn(username, password)).status, username).toBe(200);
});

test('the response contains a profile’s location as the id of its value', async () => {
  const { rows } = await owner.query<{ id: string }>('select id from tag_value where tenant_id = $1 and name = $2', [
    tenants.demo,
    north,
  ]);
  expect((await portal.as.manager.call(auth.me)).data.locations).toEqual(rows.map((r) => r.id));
});

test('the response says when the organization has no locations', async () => {
  const tag = 'update tag_definition set is_location = $2 where tenant_id = $1 and is_location <> $2 and label = $3';
  await owner.query(tag, [tenants.demo, false, 'Location']);
  expect((await portal.as.manager.call(auth.me)).data.hasLocations).toBe(false);
  await owner.query(tag, [tenants.demo, true, 'Location']);
  expect((await portal.as.manager.call(auth.me)).data.hasLocations).toBe(true);
});
