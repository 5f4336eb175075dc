import fs from 'node:fs';
import path from 'node:path';
import { auth, signIn } from '@keyward/contract/auth';
import { passwords } from '@keyward/contract/password';
import { settings } from '@keyward/contract/settings';
import { afterAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '#testing/folder.ts';
import { Caller, openPortal } from '#testing/portal.ts';
import { openIssuer } from '#testing/sso.ts';
import { runCommand, type Said, spawnCommand } from './command.testing.ts';
import { startIdentityProvider } from './identity-provider.ts';

const portal = await openPortal();
const folder = temporaryFolder();
afterAll(() => fs.rmSync(folder, { recursive: true }));

const environment = {
  DATABASE_URL: portal.database.url,
  KEYWARD_TEST: '1',
  KEYWARD_DATA: folder,
  PUBLIC_URL: 'https://keyward.example',
  LOG_LEVEL: 'silent',
};
/** Runs a command on the test's database. */
const keyward = (...args: string[]): Promise<Said> => runCommand(environment, ...args);

/** The same in a process of its own, as the operator runs it. */
const spawned = (...args: string[]): Promise<Said> => spawnCommand(environment, ...args);
const tokenIn = (text: string) => /token=([0-9a-f]{64})/.exec(text)?.[1] ?? '';
const created = ['tenant', 'create', '--slug', 'acme', '--name', 'Acme', '--host', 'acme.example', '--admin', 'boss'];

const other = created.map((word) => (word === 'acme' ? 'other' : word));

describe('as a process', () => {
  test('help lists the commands', async () => {
    const { code, out, err } = await spawned('help');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/ {2}tenant +\w/);
  });

  test('an error is printed as a sentence, with exit code 1', async () => {
    const { code, out, err } = await spawned('user', 'link', '--tenant', 'demo', '--profile', 'gone');
    expect([code, out, err]).toEqual([1, '', 'The profile gone is disabled.\n']);
    expect(await spawned('nonsense')).toEqual({
      code: 1,
      out: '',
      err: 'There is no command nonsense. npm run keyward -- help lists them.\n',
    });
  });
});

describe('tenant create', () => {
  test('creates a tenant whose administrator sets a password by the printed link', async () => {
    const { code, out } = await spawned(...created, '--language', 'ja', '--time-zone', 'Asia/Calcutta');
    expect([code, out.includes('https://acme.example/set-password?token=')]).toEqual([0, true]);
    const caller = new Caller(portal.app, 'acme.example', {});
    const password = 'First-passw0rd';
    const body = { token: tokenIn(out), password, confirmationPassword: password };
    await caller.call(passwords.set, { body });
    const answer = await caller.request(auth.login, { body: { username: 'boss', password } });
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    const boss = new Caller(portal.app, 'acme.example', { cookie });
    const { data: me } = await boss.call(auth.me);
    expect(me).toMatchObject({ customerName: 'Acme', username: 'boss', roles: [{ name: 'Admin', locked: true }] });
    const { data: defaults } = await boss.call(settings.defaults);
    expect(Object.fromEntries(defaults.map((s) => [s.name, s.value]))).toMatchObject({
      Locale: 'ja',
      Timezone: 'Asia/Kolkata',
    });
  });

  test('sets language and time zone only when given; otherwise the browser’s apply', async () => {
    const args = ['--slug', 'plain', '--name', 'Plain', '--host', 'plain.example', '--admin', 'boss'];
    const { code } = await keyward('tenant', 'create', ...args);
    const { rows } = await portal.database.system.query<{ name: string }>(
      `select s.name from setting s join tenant t on t.id = s.tenant_id
       where t.slug = 'plain' and s.profile_id is null order by s.name`,
    );
    expect([code, rows.map(({ name }) => name)]).toEqual([0, ['DashboardMetrics']]);
  });

  test.each<[string[], RegExp]>([
    [[...created, '--host', 'acme-2.example'], /^A tenant acme already exists/],
    [[...other, '--host', 'other.example'], /^Another tenant is served at acme\.example: /],
    [['tenant', 'create', '--slug', 'Not ok'], /--slug takes/],
    [created.slice(0, 6), /--host or --url is missing/],
    [[...created, '--url', 'https://a.example/path'], /--url takes/],
    [[...created, '--time-zone', 'Mars'], /--time-zone takes/],
    [[...created, '--language', 'de'], /--language takes/],
    [[...created.slice(0, -1), 'two words'], /--admin takes/],
    [[...created.slice(0, -1), '+boss'], /--admin takes/],
    [[...created.slice(0, -1), 'bo$s'], /--admin takes/],
    [[...created, '--admin-email', 'a@b.example, c@d.example'], /--admin-email takes/],
    [['tenant', 'destroy'], /tenant create or config or feature or sso or support or suspend or resume:/],
  ])('refuses invalid arguments with a sentence: %j', async (args, said) => {
    const { code, err } = await keyward(...args);
    expect([code, err]).toEqual([1, expect.stringMatching(said)]);
    expect(err).not.toContain('    at ');
  });
});

test('tenant create says which server sends the mail with the link', async () => {
  const args = ['--slug', 'mailed', '--name', 'Mailed', '--host', 'mailed.example', '--admin', 'boss'];
  const { out } = await keyward('tenant', 'create', ...args, '--admin-email', 'boss@mailed.example');
  const { rows } = await portal.database.system.query(`select state from mail where recipient = 'boss@mailed.example'`);
  expect(rows).toEqual([{ state: 'waiting' }]);
  expect(out.split('\n').at(-2)).toBe(
    'A mail to boss@mailed.example with the same link waits for a server that runs with the key of this command; one with another key sets it aside.',
  );
});

describe('demo data', () => {
  test('seed is refused outside demo mode', async () => {
    const { code, err } = await keyward('seed');
    expect([code, err]).toEqual([1, expect.stringContaining('Set KEYWARD_DEMO=1')]);
  });

  test('a simulation of every tenant is refused outside demo mode, one of a named tenant is not', async () => {
    const tokens = () =>
      portal.database.system.query(`select from controller_token where created_by like 'Simulation%'`);
    const every = await keyward('simulate', '--minutes', '0.0001');
    expect([every.code, every.err]).toEqual([1, expect.stringContaining('--tenant')]);
    expect((await tokens()).rowCount).toBe(0);
    const one = await keyward('simulate', '--minutes', '0.0001', '--tenant', 'demo', '--url', 'http://127.0.0.1:1');
    expect([one.code, one.out]).toEqual([0, expect.stringContaining('Sending about 5 events')]);
  });
});

describe('user', () => {
  test('link signs in once; password sets a password', async () => {
    const clerk = ['--tenant', 'demo', '--profile', 'CLERK'];
    const { out: link } = await keyward('user', 'link', ...clerk);
    expect(link).toContain('https://localhost/username?token=');
    const use = () => portal.as.anonymous.request(signIn.token, { body: { token: tokenIn(link) } });
    expect([(await use()).status, (await use()).status]).toEqual([200, 400]);
    const { out: reset } = await keyward('user', 'password', ...clerk);
    const { data } = await portal.as.anonymous.call(passwords.verifyToken, { body: { token: tokenIn(reset) } });
    expect(data).toMatchObject({ isValid: true, username: 'clerk' });
    const gone = await keyward('user', 'link', '--tenant', 'demo', '--profile', 'gone');
    expect([gone.code, gone.err]).toEqual([1, 'The profile gone is disabled.\n']);
  });
});

describe('tenant sso', () => {
  test('probes the provider first, accepts only domains, prints the redirect address, and can be switched off', async () => {
    const secret = path.join(folder, 'client-secret');
    fs.writeFileSync(secret, 'a-secret-of-the-portal\n');
    const idp = await startIdentityProvider({
      port: 0,
      clientId: 'keyward',
      clientSecret: 'a-secret-of-the-portal',
      accounts: [],
      redirectUris: ['https://harbor.localhost/sso'],
    });
    const status = async () =>
      (await portal.as.harborAdmin.request(auth.loginSso, { query: { username: 'admin' } })).text.includes('notFound');
    const configure = (issuer: string, ...more: string[]) =>
      keyward(
        'tenant',
        'sso',
        '--tenant',
        'harbor',
        '--issuer',
        issuer,
        '--client-id',
        'keyward',
        '--secret-file',
        secret,
        ...more,
      );
    const refused = await configure('http://127.0.0.1:9');
    expect([refused.code, await status()]).toEqual([1, true]);
    const misled = await openIssuer({ authorization_endpoint: 'javascript:alert(1)' });
    const rejected = await configure(misled.issuer);
    misled.stop();
    expect([rejected.code, rejected.err, await status()]).toEqual([
      1,
      `${misled.issuer} does not serve the OpenID configuration of that issuer (its authorization_endpoint is not an https address). Nothing was changed.\n`,
      true,
    ]);
    const domains = async () => (await portal.database.system.query('select domains from sso_provider')).rows;
    for (const domain of ['', '@', 'a.example, b.example', 'sam@a.example', 'a..example', 'a.example.', '*.example']) {
      const wrong = await configure(idp.issuer, '--domain', 'a.example', '--domain', domain);
      expect([wrong.code, wrong.err]).toEqual([
        1,
        `--domain takes a domain such as example.com, not "${domain}". For several domains, repeat the option.\n`,
      ]);
    }
    expect(await domains()).toEqual([]);
    const limited = await configure(idp.issuer, '--domain', '@A.example', '--domain', 'bücher.example');
    expect(limited.out).toContain(
      `Profile IDs of harbor at A.example and bücher.example sign in through ${idp.issuer}.\n`,
    );
    expect(await domains()).toEqual([{ domains: ['a.example', 'bücher.example'] }]);
    const some = await configure(idp.issuer, '--password-for', 'boss', '--password-for', 'kim');
    expect(some.out).toContain(`All profile IDs of harbor, except boss and kim, sign in through ${idp.issuer}.\n`);
    const { code, out } = await configure(idp.issuer);
    await idp.stop();
    expect(out).toContain(`All profile IDs of harbor sign in through ${idp.issuer}.\n`);
    expect([code, await status()]).toEqual([0, false]);
    expect(out).toContain('https://harbor.localhost/sso');
    const stored = await portal.database.system.query('select client_secret from sso_provider');
    expect(JSON.stringify(stored.rows)).not.toContain(Buffer.from('a-secret').toJSON().data.join());
    expect(fs.statSync(path.join(folder, 'secret.key')).mode & 0o777).toBe(0o600);
    await keyward('tenant', 'sso', '--tenant', 'harbor', '--off');
    expect(await status()).toBe(true);
  });
});

describe('tenant support', () => {
  test('allows and revokes access for the vendor’s staff', async () => {
    const allowed = async () =>
      (await portal.database.system.query(`select support_access as on from tenant where slug = 'demo'`)).rows[0];
    const support = (...args: string[]) => keyward('tenant', 'support', '--tenant', 'demo', ...args);
    expect(await allowed()).toEqual({ on: false });
    expect((await support('--on')).out).toContain('can be opened in demo');
    expect(await allowed()).toEqual({ on: true });
    expect((await support('--off')).out).toContain('have ended');
    expect(await allowed()).toEqual({ on: false });
    for (const args of [[], ['--on', '--off']])
      expect((await support(...args)).err).toBe('Pass either --on or --off.\n');
  });
});

describe('tenant config', () => {
  test('shows the values and sets one within its limits', async () => {
    const shown = await keyward('tenant', 'config', 'harbor');
    expect(shown).toMatchObject({ code: 0, err: '' });
    expect(shown.out.split('\n').map((line) => line.split(/\s+/).slice(0, 2))).toEqual([
      ['name', 'Harbor'],
      ['timeZone', 'UTC'],
      ['opensAt', '09:00'],
      ['closesAt', '20:00'],
      ['autoLogoutTimeoutMins', '15'],
      ['passkeyAlone', 'off'],
      ['inactiveUserDays', '90'],
      ['endInactiveAfterDays', 'none'],
      ['ledgerNotices', 'on'],
      ['offlineOkmMinutes', '15'],
      ['offlineHours', '24'],
      ['keyDueSoonMinutes', '60'],
      ['closingDelayMinutes', '15'],
      ['closingAlertTo', 'none'],
      ['closingEscalateTo', 'none'],
      ['closingEscalationMinutes', '30'],
      ['unsecuredLockHours', '8'],
      ['remoteUnlock', 'off'],
      ['remoteUnlockSeconds', '60'],
      ['unauthorizedAttemptsDays', '7'],
      ['multipleOnekeyDays', '7'],
      ['mailedReportFiles', 'off'],
      ['csvDownloadRecordsLimit', '100000'],
      ['csvUploadRecordsLimit', '1000'],
      [''],
    ]);
    const { out } = await keyward('tenant', 'config', 'harbor', 'csvDownloadRecordsLimit', '-1');
    expect(out).toMatch(/csvDownloadRecordsLimit +-1 /);
    const value = async (caller: Caller) =>
      (await caller.call(settings.tenantConfig, { params: { name: 'csvDownloadRecordsLimit' } })).data;
    expect([await value(portal.as.harborAdmin), await value(portal.as.admin)]).toEqual([-1, 100_000]);
  });

  test.each<[string[], RegExp]>([
    [['harbor', 'csvDownloadRecordsLimit'], /shows the settings/],
    [['harbor', 'slug', '1'], /There is no setting slug/],
    [['harbor', 'autoLogoutTimeoutMins', '721'], /from 0 to 720, not "721"/],
    [['harbor', 'csvUploadRecordsLimit', '1e3'], /takes a whole number/],
    [['harbor', 'csvUploadRecordsLimit', 'none'], /takes a whole number/],
    [['harbor', 'timeZone', 'Mars/Olympus'], /a name such as Europe\/London, not "Mars\/Olympus"/],
    [['harbor', 'opensAt', '24:00'], /takes a time such as 09:30, not "24:00"/],
    [['harbor', 'name', ' '], /one line of at most 60/],
    [['nowhere'], /There is no tenant nowhere/],
    [[], /shows the settings/],
  ])('refuses %j with a sentence', async (args, said) => {
    expect(await keyward('tenant', 'config', ...args)).toMatchObject({ code: 1, err: expect.stringMatching(said) });
  });
});

describe('tenant feature', () => {
  test('switches features; package protection cannot be switched off', async () => {
    const enabled = async () => (await portal.as.harborAdmin.call(auth.me)).data.enabledFeatures;
    const feature = (...args: string[]) => keyward('tenant', 'feature', 'harbor', ...args);
    expect(await enabled()).toEqual(['secureKey']);
    expect((await feature('secureKey', 'off')).out).toBe('secureKey is off in harbor.\n');
    expect(await enabled()).toEqual([]);
    for (let i = 0; i < 2; i++) await feature('packageProtection', 'on');
    await feature('secureKey', 'on');
    expect(await enabled()).toEqual(['packageProtection', 'secureKey']);
    const refused = { code: 1, err: 'Package protection cannot be switched off once it is on.\n' };
    expect(await feature('packageProtection', 'off')).toMatchObject(refused);
    await expect(
      portal.database.system.query(`update tenant set features = '{}' where slug = 'harbor'`),
    ).rejects.toThrow('cannot be switched off');
    expect(await enabled()).toEqual(['packageProtection', 'secureKey']);
  });

  test.each([
    [['dashboards', 'on'], /There is no feature dashboards/],
    [['secureKey'], /on or off/],
  ])('refuses %j with a sentence', async (args, said) => {
    expect(await keyward('tenant', 'feature', 'harbor', ...args)).toMatchObject({
      code: 1,
      err: expect.stringMatching(said),
    });
  });
});
