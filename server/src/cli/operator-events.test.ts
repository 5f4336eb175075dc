import fs from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { activity } from '@keyward/contract/activity';
import { auth } from '@keyward/contract/auth';
import { profiles } from '@keyward/contract/profiles';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { temporaryFolder } from '#testing/folder.ts';
import { openPortal } from '#testing/portal.ts';
import { startIdentityProvider } from './identity-provider.ts';
import { keyward } from './keyward.ts';

const portal = await openPortal();
const { admin } = portal.as;
const folder = temporaryFolder();
afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  fs.rmSync(folder, { recursive: true });
});
beforeEach(() => {
  const environment: Record<string, string | undefined> = {
    DATABASE_URL: portal.database.url,
    KEYWARD_TEST: '1',
    KEYWARD_DATA: folder,
    LOG_LEVEL: 'silent',
    SUDO_USER: undefined,
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  vi.spyOn(console, 'log').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

/** The events of the commands that the tenant's administrator sees, oldest first. */
async function eventsOf(...commands: string[][]) {
  const ids = async () => new Map((await admin.call(activity.list, {})).data.map((event) => [event.id, event]));
  const before = await ids();
  for (const command of commands) expect(await keyward(command)).toBe(0);
  const fresh = [...(await ids()).values()].filter(({ id }) => !before.has(id)).toReversed();
  const by = { system: 'commandLine', operator: userInfo().username };
  for (const event of fresh)
    expect(event).toMatchObject({ agent_domain: 'operator', agent_id: null, result: 'success', ...by });
  return fresh.map(({ event, entity_domain, description }) => ({
    event,
    entity_domain,
    who: description.entityName,
    changes: description.changes.map(({ attribute, oldValue, newValue }) => [attribute, oldValue, newValue].join(' ')),
  }));
}
const tenant = { event: 'MODIFY_TENANT', entity_domain: 'tenant', who: 'Northgate Retail' };

test('changes of a tenant’s value, feature and support access record one event each; unchanged ones record none', async () => {
  const config = ['tenant', 'config', 'demo', 'autoLogoutTimeoutMins', '30'];
  const feature = ['tenant', 'feature', 'demo', 'secureKey', 'off'];
  const support = ['tenant', 'support', '--tenant', 'demo', '--on'];
  const commands = [config, feature, support];
  expect(await eventsOf(...commands, ...commands, ['tenant', 'config', 'demo'])).toEqual([
    { ...tenant, changes: ['autoLogoutTimeoutMins 15 30'] },
    { ...tenant, changes: ['secureKey true false'] },
    { ...tenant, changes: ['supportAccess false true'] },
  ]);
});

test('a refused change records no event', async () => {
  await eventsOf(['tenant', 'feature', 'demo', 'packageProtection', 'on']);
  const before = (await admin.call(activity.list, {})).total_results;
  expect(await keyward(['tenant', 'feature', 'demo', 'packageProtection', 'off'])).toBe(1);
  expect((await admin.call(activity.list, {})).total_results).toBe(before);
});

test('single sign-on is recorded without the secret', async () => {
  const secret = path.join(folder, 'client-secret');
  fs.writeFileSync(secret, 'a-secret-of-the-portal');
  const idp = await startIdentityProvider({
    port: 0,
    clientId: 'keyward',
    clientSecret: 'a-secret-of-the-portal',
    accounts: [],
    redirectUris: ['https://localhost/sso'],
  });
  const sso = ['tenant', 'sso', '--tenant', 'demo'];
  const on = [
    ...sso,
    '--issuer',
    idp.issuer,
    '--client-id',
    'keyward',
    '--secret-file',
    secret,
    '--domain',
    'a.example',
  ];
  const events = await eventsOf(on, [...sso, '--off'], [...sso, '--off']);
  await idp.stop();
  expect(events.map(({ changes }) => changes)).toEqual([
    [
      `issuer  ${idp.issuer}`,
      'clientId  keyward',
      'claim  preferred_username',
      'domains  a.example',
      'localProfiles  ',
    ],
    [
      `issuer ${idp.issuer} `,
      'clientId keyward ',
      'claim preferred_username ',
      'domains a.example ',
      'localProfiles  ',
    ],
  ]);
  expect(JSON.stringify(events)).not.toContain('a-secret');
});

test('links for a profile are recorded without the token', async () => {
  const clerk = ['--tenant', 'demo', '--profile', 'clerk'];
  const profile = { entity_domain: 'profile', who: 'Carl Clerk', changes: [] };
  expect(await eventsOf(['user', 'link', ...clerk], ['user', 'password', ...clerk])).toEqual([
    { event: 'ISSUE_SIGN_IN_LINK', ...profile },
    { event: 'ISSUE_PASSWORD_LINK', ...profile },
  ]);
});

test('only the operator can make a profile an in-product administrator or undo it', async () => {
  const switchTo = (state: string) => ['user', 'admin', '--tenant', 'demo', '--profile', 'admin', state];
  const is = async () => (await admin.call(auth.me)).data.isKeywardAdmin;
  const clerk = (await admin.call(profiles.list, { query: { username: 'clerk' } })).data[0];
  const params = { id: clerk?.id ?? '' };
  const disable = () => admin.request(profiles.update, { params, body: { disabled: true } });
  expect([await is(), (await disable()).status]).toEqual([false, 403]);
  const own = { params: { id: (await admin.call(auth.me)).data.id } };
  const read = (await admin.call(profiles.get, own)).data;
  const change = (values: string) => ({
    event: 'MODIFY_USER',
    entity_domain: 'profile',
    who: 'Ada Admin',
    changes: [`isKeywardAdmin ${values}`],
  });
  expect(await eventsOf(switchTo('on'), switchTo('on'))).toEqual([change('false true')]);
  expect([await is(), (await disable()).status]).toEqual([true, 200]);
  const late = { ...own, body: { name: 'Ada' }, ifMatch: read.version };
  expect(await admin.refused(profiles.update, late)).toMatchObject({ code: 'conflict', params: { by: 'Operator' } });
  expect(await eventsOf(switchTo('off'))).toEqual([change('true false')]);
  expect(await is()).toBe(false);
  // no call of the contract sets it, not even with every other permission
  const me = (await admin.call(auth.me)).data;
  await admin.raw('PUT', `/api/v1/users/${me.id}`, { name: me.name, isKeywardAdmin: true });
  expect(await is()).toBe(false);
  const made = { name: 'New', username: 'new.admin', roles: [], tags: [], isKeywardAdmin: true };
  await admin.raw('POST', '/api/v1/users', made);
  const { rows } = await portal.database.system.query('select username from profile where is_keyward_admin');
  expect(rows).toEqual([]);
});

test.each([
  [['user', 'admin', '--tenant', 'demo', '--profile', 'admin']],
  [['user', 'admin', '--tenant', 'demo', '--profile', 'nowhere', 'on']],
])('refuses %j', async (command) => {
  expect(await keyward(command)).toBe(1);
});
