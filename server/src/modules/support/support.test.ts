import fs from 'node:fs';
import { activity } from '@keyward/contract/activity';
import { auth, signIn } from '@keyward/contract/auth';
import { deletions } from '@keyward/contract/deletions';
import { devices } from '@keyward/contract/devices';
import { passkeys } from '@keyward/contract/passkeys';
import { passwords } from '@keyward/contract/password';
import { profiles } from '@keyward/contract/profiles';
import { settings } from '@keyward/contract/settings';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startIdentityProvider } from '#cli/identity-provider.ts';
import { keyward } from '#cli/keyward.ts';
import { demoPassword } from '#core/auth/demo.ts';
import { temporaryFolder } from '#testing/folder.ts';
import { openOutbox } from '#testing/outbox.ts';
import { tenants } from '#testing/people.ts';
import { type Answer, Caller, openPortal, portalBase } from '#testing/portal.ts';
import { visitProvider } from '#testing/sso.ts';
import { clientSecretContext } from '#core/auth/single-sign-on.ts';

const client = { clientId: 'keyward-support', clientSecret: 'of-the-vendor' };
const redirectUri = `${portalBase}/sso/staff`;
const idp = await startIdentityProvider({
  ...client,
  port: 0,
  redirectUris: [redirectUri],
  accounts: [
    {
      subject: 'jane',
      claims: {
        name: 'Jane Doe',
        email: 'jane@vendor.example',
        email_verified: true,
      },
    },
    {
      subject: 'long',
      claims: {
        name: 'é'.repeat(60),
        email: 'long@vendor.example',
        email_verified: true,
      },
    },
    {
      subject: 'unverified',
      claims: {
        name: 'X',
        email: 'x@vendor.example',
        email_verified: false,
      },
    },
    {
      subject: 'worded',
      claims: {
        name: 'Z',
        email: 'z@vendor.example',
        email_verified: 'false',
      },
    },
    {
      subject: 'no-mail',
      claims: { name: 'Y' },
    },
  ],
});
afterAll(() => idp.stop());
const portal = await openPortal({ supportProvider: { ...client, name: 'staff', issuer: idp.issuer } });
const { system } = portal.database;
const staff = { provider: 'staff' };

const support = (on: boolean) =>
  system.query('update tenant set support_access = $2 where id = $1', [tenants.demo, on]);
const folder = temporaryFolder();
afterAll(() => fs.rmSync(folder, { recursive: true }));
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
/** Runs the operator's command with --on or --off. */
async function switchSupport(how: string): Promise<void> {
  const environment = {
    DATABASE_URL: portal.database.url,
    KEYWARD_DATA: folder,
    KEYWARD_TEST: '1',
    LOG_LEVEL: 'silent',
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  vi.spyOn(console, 'log').mockImplementation(() => {});
  expect(await keyward(['tenant', 'support', '--tenant', 'demo', how])).toBe(0);
}
const codeOf = ({ body }: Answer) => (body as { errors?: { code: string }[] }).errors?.[0]?.code;

async function begin() {
  const answer = await portal.as.anonymous.request(signIn.startSsoInternal, { params: staff });
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
  return { answer, cookie, url: (answer.body as { data?: { url: string } }).data?.url ?? '' };
}
const finish = (cookie: string, body: Record<string, string>) =>
  new Caller(portal.app, 'localhost', { cookie }).request(signIn.ssoInternal, { params: staff, body });
async function comeIn(subject: string): Promise<Answer> {
  const { cookie, url } = await begin();
  return finish(cookie, await visitProvider(url, subject, redirectUri));
}
const sessionOf = (answer: Answer) =>
  /keyward=[0-9a-f]{64}/.exec(String(answer.headers['set-cookie']))?.[0] ?? 'no session';
const as = (answer: Answer) => new Caller(portal.app, 'localhost', { cookie: sessionOf(answer) });

type EventRow = { event: string; result: string; body: { raw?: unknown } };
const newest = async () => {
  const { rows } = await system.query<EventRow>(
    'select event, result, body from event where tenant_id = $1 order by received_at desc, id desc limit 1',
    [tenants.demo],
  );
  return rows[0];
};

beforeEach(() => support(true));

describe('a support session', () => {
  test('starts at the vendor’s own provider, and records the staff member’s name and address', async () => {
    const { answer, url } = await begin();
    const params = new URL(url).searchParams;
    expect([answer.status, url.startsWith(idp.issuer), params.get('redirect_uri')]).toEqual([200, true, redirectUri]);
    expect(params.get('login_hint')).toBeNull();
    const done = await comeIn('jane');
    expect([done.status, done.body]).toEqual([200, { data: { isAuthenticated: true } }]);
    const { data: me } = await as(done).call(auth.me);
    expect(me).toMatchObject({
      name: 'Jane Doe',
      email: 'jane@vendor.example',
      isKeywardAdmin: false,
      support: true,
    });
    const [event] = (await portal.as.admin.call(activity.list, {})).data;
    expect(event).toMatchObject({ event: 'LOGIN', result: 'success', operator: 'jane@vendor.example' });
    expect(event?.description).toMatchObject({ agentName: 'Jane Doe', agentEmail: 'jane@vendor.example' });
    expect(JSON.parse(event?.rawDescription ?? '')).toMatchObject({ by: 'support', subject: 'jane', minutes: 60 });
    // one profile per staff member, however often they sign in
    await comeIn('jane');
    const { rows } = await system.query(`select from profile where username like 'support/%' and name = 'Jane Doe'`);
    expect(rows).toHaveLength(1);
  });

  test('sees what an administrator sees, and changes nothing', async () => {
    const jane = as(await comeIn('jane'));
    const list = await jane.call(devices.list, {});
    expect(list.total_results).toBe((await portal.as.admin.call(devices.list, {})).total_results);
    const { data: me } = await jane.call(auth.me);
    const held = me.roles
      .flatMap(({ permissions }) => permissions)
      .filter(({ value }) => /^(READ|EDIT|TRUE)$/.test(value));
    expect(held.filter(({ value }) => value === 'EDIT')).toEqual([]);
    expect(held.filter(({ value }) => value === 'TRUE').map(({ id }) => id)).toEqual([
      'VIEW-DASHBOARD',
      'ALL-DATA-ACCESS',
    ]);
    const params = { id: list.data[0]?.id ?? '' };
    expect((await jane.refused(devices.update, { params, body: { name: 'Theirs' } })).status).toBe(403);
    expect((await jane.refused(devices.remove, { params })).status).toBe(403);
    expect((await jane.refused(devices.list, { query: { results_per_page: '5000' } })).code).toBe('exportNotAllowed');
    // it does not become a known browser either
    const body = { password: demoPassword };
    expect((await jane.refused(passkeys.options, { body })).code).toBe('supportReadOnly');
  });

  test('records that address in every later event', async () => {
    await as(await comeIn('jane')).call(auth.logout);
    const [event] = (await portal.as.admin.call(activity.list, {})).data;
    expect(event).toMatchObject({ event: 'LOGOUT', system: 'portal', operator: 'jane@vendor.example' });
  });

  test('ends after an hour, and at once when the tenant revokes access', async () => {
    const done = await comeIn('jane');
    const { data } = await as(done).call(settings.sessions);
    const own = data.find(({ current }) => current);
    const minutes = (Date.parse(own?.expires_at ?? '') - Date.parse(own?.created_at ?? '')) / 60_000;
    expect(minutes).toBe(60);
    await system.query(`update session set expires_at = now() where support_email is not null and id = $1`, [own?.id]);
    expect((await as(done).request(auth.me)).status).toBe(401);
    const next = as(await comeIn('jane'));
    expect((await next.request(auth.me)).status).toBe(200);
    await support(false);
    expect((await next.request(auth.me)).status).toBe(401);
  });

  test('ends when the operator switches support off, and stays ended after it is on again', async () => {
    await system.query('delete from session where support_email is not null');
    const sessions = [as(await comeIn('jane')), as(await comeIn('jane')), as(await comeIn('long'))];
    await switchSupport('--off');
    await switchSupport('--on');
    for (const session of sessions) expect((await session.request(auth.me)).status).toBe(401);
    const { data } = await portal.as.admin.call(activity.list, { query: { event: 'REVOKE_SESSION' } });
    const ended = data.map(({ description, system: by, rawDescription }) => [
      description.entityName,
      by,
      JSON.parse(rawDescription).sessions,
    ]);
    expect(ended).toHaveLength(2);
    expect(ended).toContainEqual(['Jane Doe', 'commandLine', 2]);
    expect(ended).toContainEqual(['é'.repeat(35), 'commandLine', 1]);
  });

  test('leaves a profile that cannot sign in', async () => {
    await comeIn('jane');
    const { rows } = await system.query<{ username: string; disabled: boolean }>(
      `select username, disabled, password_hash, email from profile where tenant_id = $1 and name = 'Jane Doe'`,
      [tenants.demo],
    );
    expect(rows).toEqual([
      { username: expect.stringMatching(/^support\/[0-9a-f]{12}$/), disabled: true, password_hash: null, email: null },
    ]);
    const username = rows[0]?.username ?? '';
    const outbox = openOutbox(portal);
    await portal.as.anonymous.call(passwords.sendReset, { body: { username } });
    await outbox.work();
    expect(outbox.messages).toEqual([]);
    const guess = await portal.as.anonymous.refused(auth.login, { body: { username, password: demoPassword } });
    expect(guess.code).toBe('invalidCredentials');
  });

  test('leaves a profile without a snapshot when it is deleted, so that its owner can come in again', async () => {
    await comeIn('jane');
    const find = async () => (await portal.as.admin.call(profiles.list, { query: { search: 'Jane Doe' } })).data[0];
    const id = (await find())?.id ?? '';
    await portal.as.admin.call(profiles.remove, { params: { id } });
    expect((await portal.as.admin.call(deletions.users, { query: { id } })).data).toEqual([]);
    const restore = await portal.as.admin.request(deletions.restoreUser, { params: { id } });
    expect([restore.status, codeOf(restore)]).toEqual([404, 'notFound']);
    expect((await comeIn('jane')).status).toBe(200);
    const again = (await find())?.id ?? '';
    expect(await portal.as.admin.call(profiles.removeMany, { body: { ids: [again] } })).toEqual({ deleted: 1 });
    expect((await portal.as.admin.call(deletions.users, { query: { id: again } })).data).toEqual([]);
  });

  test('accepts a name as long as a profile’s', async () => {
    const { data: me } = await as(await comeIn('long')).call(auth.me);
    expect(me.name).toBe('é'.repeat(35));
  });
});

describe('access is refused', () => {
  test('where the tenant does not allow it, or for an unknown provider', async () => {
    const { cookie, url } = await begin();
    const back = await visitProvider(url, 'jane', redirectUri);
    await support(false);
    const closed = [await finish(cookie, back), (await begin()).answer];
    await support(true);
    const params = { provider: 'other' };
    const body = { code: 'x', state: 'y' };
    const other = [
      await portal.as.anonymous.request(signIn.startSsoInternal, { params }),
      await portal.as.anonymous.request(signIn.ssoInternal, { params, body }),
      // the other tenant has not allowed access
      await portal.as.harborAdmin.request(signIn.startSsoInternal, { params: staff }),
    ];
    for (const answer of [...closed, ...other]) expect([answer.status, codeOf(answer)]).toEqual([404, 'notFound']);
  });

  test('for an address that the provider has not verified, which is recorded', async () => {
    for (const subject of ['unverified', 'worded', 'no-mail']) {
      const answer = await comeIn(subject);
      expect([answer.status, codeOf(answer)]).toEqual([403, 'ssoIdentity001']);
      expect(await newest()).toMatchObject({ event: 'FAILED_LOGIN', result: 'failure' });
    }
  });

  test('with a response for another browser, an old one, or none', async () => {
    const mine = await begin();
    const back = await visitProvider(mine.url, 'jane', redirectUri);
    expect(codeOf(await finish('', back))).toBe('ssoAuth001');
    expect(codeOf(await finish((await begin()).cookie, back))).toBe('ssoAuth002');
    expect((await finish(mine.cookie, back)).status).toBe(200);
    expect(codeOf(await finish(mine.cookie, back))).toBe('ssoAuth004');
  });
});

test('access is refused with a state cookie of the tenant’s own single sign-on', async () => {
  const secret = portal.vault.seal(client.clientSecret, clientSecretContext(tenants.demo));
  await system.query(
    `insert into sso_provider (tenant_id, issuer, client_id, client_secret, profile_claim) values ($1, $2, $3, $4, 'email')`,
    [tenants.demo, idp.issuer, client.clientId, secret],
  );
  const left = await portal.as.anonymous.request(auth.loginSso, { query: { username: 'clerk' } });
  await system.query('delete from sso_provider');
  const note = String(left.headers['set-cookie']).split(';')[0] ?? '';
  expect(note).toMatch(/^keyward-sso=./);
  const body = {
    code: 'x',
    state: new URL((left.body as { data: { url: string } }).data.url).searchParams.get('state') ?? '',
  };
  expect(codeOf(await finish(note.replace('keyward-sso', 'keyward-support'), body))).toBe('ssoAuth001');
});

test('access is refused in a portal without such a provider', async () => {
  const plain = await openPortal();
  await plain.database.system.query('update tenant set support_access = true');
  expect((await plain.as.anonymous.request(signIn.startSsoInternal, { params: staff })).status).toBe(404);
});
