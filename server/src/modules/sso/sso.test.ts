import net from 'node:net';
import { auth, signIn } from '@keyward/contract/auth';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildApp } from '#app.ts';
import { clock } from '#core/clock.ts';
import { demoPassword } from '#core/auth/demo.ts';
import { issuePasswordToken } from '#core/auth/password-token.ts';
import { secretHash } from '#core/auth/secrets.ts';
import { openOutbox } from '#testing/outbox.ts';
import { passwords } from '@keyward/contract/password';
import { tenants } from '#testing/people.ts';
import { type Answer, Caller, openPortal, portalBase } from '#testing/portal.ts';
import { openSso } from '#testing/sso.ts';
import { stateOf } from '#testing/state.ts';

const portal = await openPortal();
const sso = await openSso(portal);
const { system } = portal.database;
const realNow = clock.now;
const codeOf = ({ body }: Answer) => (body as { errors?: { code: string; detail: string }[] }).errors?.[0]?.code;
const bind = () => system.query('delete from federated_identity');

beforeEach(async () => {
  await sso.configure();
  await bind();
});
afterEach(() => {
  clock.now = realNow;
  sso.alter();
});

describe('single sign-on', () => {
  test('signs in through the provider; the profile is bound to the account', async () => {
    const { answer, cookie, url } = await sso.begin('clerk');
    expect(answer.status).toBe(200);
    const params = new URL(url).searchParams;
    expect(url.startsWith(sso.issuer)).toBe(true);
    expect(params.get('code_challenge_method')).toBe('S256');
    expect(params.get('redirect_uri')).toBe(`${portalBase}/sso`);
    for (const name of ['state', 'nonce', 'code_challenge']) expect(params.get(name)?.length).toBeGreaterThan(20);
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^keyward-sso=.*Max-Age=600; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const back = await sso.visit(url, 'subject-of-clerk');
    const done = await sso.finish(cookie, back);
    expect([done.status, done.body]).toEqual([200, { data: { isAuthenticated: true } }]);
    const cookies = [done.headers['set-cookie']].flat().map(String);
    expect(cookies.some((c) => c.startsWith('keyward-sso=;'))).toBe(true);
    const session = cookies.find((c) => c.startsWith('keyward='))?.split(';')[0] ?? '';
    expect((await new Caller(portal.app, 'localhost', { cookie: session }).call(auth.me)).data.username).toBe('clerk');
    // from then on the name in the claims is ignored
    sso.alter((claims) => ({ ...claims, preferred_username: 'manager' }));
    expect((await sso.signIn('subject-of-clerk')).status).toBe(200);
    const { rows: bound } = await system.query<{ subject: string }>('select subject from federated_identity');
    expect(bound).toEqual([{ ...bound[0], subject: 'subject-of-clerk' }]);
  });

  test('over https the state cookie is bound to the host and to https', async () => {
    const app = await buildApp({
      pool: portal.database.app,
      demo: false,
      vault: portal.vault,
      trustProxy: ['127.0.0.1'],
    });
    const proxied = new Caller(app, 'localhost', { 'x-forwarded-proto': 'https' });
    const answer = await proxied.request(auth.loginSso, { query: { username: 'x' } });
    await app.close();
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^__Host-keyward-sso=.*; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
  });

  test('the look-up stores nothing, and depends only on the policy', async () => {
    const but = { except: ['sso_provider'] };
    const before = await stateOf(portal.database, but);
    for (const name of ['clerk', 'gone', 'not-there', "' or 1=1 --"])
      expect((await sso.begin(name)).answer.status).toBe(200);
    await sso.configure({ domains: ['shop.example'], password: ['boss@shop.example'] });
    const status = async (name: string) => (await sso.begin(name)).answer.status;
    expect(await status('anybody@shop.example')).toBe(200);
    expect(await status('ANYBODY@SHOP.example')).toBe(200);
    // only the end of the profile ID counts
    expect(await status('a@x@shop.example')).toBe(200);
    const others = ['clerk', 'shop.example', 'x@other.example', 'x@shop.example@other.example', 'boss@shop.example'];
    for (const name of [...others, 'Boss@shop.example']) expect([name, await status(name)]).toEqual([name, 404]);
    await sso.configure();
    expect(await stateOf(portal.database, but)).toEqual(before);
  });

  test('profiles of single sign-on have no password and get no link; exceptions keep theirs', async () => {
    const outbox = openOutbox(portal);
    const { anonymous } = portal.as;
    const body = { username: 'clerk', password: demoPassword };
    expect(await anonymous.refused(auth.login, { body })).toMatchObject({ code: 'invalidCredentials' });
    await anonymous.call(passwords.sendReset, { body: { username: 'clerk' } });
    await outbox.work();
    expect(outbox.messages).toEqual([]);
    // earlier links are invalid
    await sso.configure({ password: ['clerk'] });
    const { rows } = await system.query<{ id: string }>(
      `select id from profile where tenant_id = $1 and username = 'clerk'`,
      [tenants.demo],
    );
    const token = await portal.inTenant('demo', (db) => issuePasswordToken(db, rows[0]?.id ?? '', 'reset'));
    const isValid = async () => (await anonymous.call(passwords.verifyToken, { body: { token } })).data.isValid;
    expect(await isValid()).toBe(true);
    await sso.configure();
    expect(await isValid()).toBe(false);
    const wanted = { token, password: 'Not-now-1', confirmationPassword: 'Not-now-1' };
    expect(await anonymous.refused(passwords.set, { body: wanted })).toMatchObject({ code: 'linkNotValid' });
    await sso.configure({ password: ['clerk'] });
    expect((await anonymous.request(auth.login, { body })).status).toBe(200);
  });

  test('the other tenant has no provider', async () => {
    expect((await portal.as.harborAdmin.request(auth.loginSso, { query: { username: 'admin' } })).status).toBe(404);
    const body = { code: 'x', state: 'y' };
    expect((await portal.as.harborAdmin.request(signIn.sso, { body })).status).toBe(404);
  });

  test('binds the profile once when its first sign-in completes in two browsers at once, and lets both in', async () => {
    const browsers = await Promise.all([sso.begin(), sso.begin()]);
    const answers = await Promise.all(browsers.map(({ url }) => sso.visit(url, 'subject-of-clerk')));
    const holder = await system.connect();
    await holder.query('begin');
    await holder.query(`select from profile where tenant_id = $1 and username = 'clerk' for update`, [tenants.demo]);
    const finishing = browsers.map(({ cookie }, n) => sso.finish(cookie, answers[n] ?? {}));
    // each call has seen that the account is not bound
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await system.query(waiting)).rowCount, { timeout: 10_000 }).toBe(2);
    await holder.query('commit');
    holder.release();
    expect((await Promise.all(finishing)).map(({ status }) => status)).toEqual([200, 200]);
    const { rows } = await system.query<{ subject: string }>('select subject from federated_identity');
    expect(rows).toEqual([{ subject: 'subject-of-clerk' }]);
  });

  test('records LOGIN, and FAILED_LOGIN where a profile was refused', async () => {
    const events = async () =>
      (await system.query<{ event: string }>(`select event from event where tenant_id = $1`, [tenants.demo])).rows
        .length;
    const before = await events();
    await sso.signIn('subject-of-manager');
    await sso.signIn('subject-of-gone');
    expect(await events()).toBe(before + 2);
  });
});

describe('SSO-AUTH', () => {
  test('001: not started here, expired, or without a response', async () => {
    const { cookie, url } = await sso.begin();
    const back = await sso.visit(url, 'subject-of-clerk');
    expect(codeOf(await sso.finish('', back))).toBe('ssoAuth001');
    expect(codeOf(await sso.finish(`${cookie.slice(0, -4)}AAAA`, back))).toBe('ssoAuth001');
    expect(codeOf(await sso.finish(cookie, { code: back['code'] ?? '' }))).toBe('ssoAuth001');
    expect(codeOf(await sso.finish(cookie, { state: back['state'] ?? '' }))).toBe('ssoAuth001');
    // setting a clock back does not extend an attempt
    clock.now = () => new Date(realNow().getTime() - 60_000);
    expect(codeOf(await sso.finish(cookie, back))).toBe('ssoAuth001');
    clock.now = () => new Date(realNow().getTime() + 10 * 60_000 + 1000);
    const late = await sso.finish(cookie, back);
    expect([late.status, codeOf(late)]).toEqual([401, 'ssoAuth001']);
    expect(late.text).toContain('SSO-AUTH-001');
  });

  test('001 is not returned by a server whose clock is a little behind that of the previous one', async () => {
    const { cookie, url } = await sso.begin();
    const back = await sso.visit(url, 'subject-of-clerk');
    clock.now = () => new Date(realNow().getTime() - 20_000);
    expect((await sso.finish(cookie, back)).status).toBe(200);
  });

  test('002: a different state, or a response from another provider', async () => {
    const mine = await sso.begin();
    const other = await sso.begin();
    const back = await sso.visit(other.url, 'subject-of-clerk');
    expect(codeOf(await sso.finish(mine.cookie, back))).toBe('ssoAuth002');
    expect(codeOf(await sso.finish(other.cookie, { ...back, state: `${back['state']}x` }))).toBe('ssoAuth002');
    expect(codeOf(await sso.finish(other.cookie, { ...back, iss: 'https://evil.example' }))).toBe('ssoAuth002');
  });

  test('003: refused by the provider or the user', async () => {
    const { cookie, url } = await sso.begin();
    const back = await sso.visit(url, 'nobody at all');
    expect(back['error']).toBe('access_denied');
    expect(codeOf(await sso.finish(cookie, { error: back['error'] ?? '', state: back['state'] ?? '' }))).toBe(
      'ssoAuth003',
    );
  });

  test('004: used or unknown code; only one of ten concurrent uses signs in', async () => {
    const { cookie, url } = await sso.begin();
    const back = await sso.visit(url, 'subject-of-clerk');
    const answers = await Promise.all(Array.from({ length: 10 }, () => sso.finish(cookie, back)));
    expect(answers.filter((a) => a.status === 200)).toHaveLength(1);
    expect(new Set(answers.filter((a) => a.status !== 200).map(codeOf))).toEqual(new Set(['ssoAuth004']));
    expect(codeOf(await sso.finish(cookie, back))).toBe('ssoAuth004');
    expect(codeOf(await sso.finish(cookie, { ...back, code: 'invented' }))).toBe('ssoAuth004');
  });

  test('004: a state starts one session, even if the provider accepts more', async () => {
    const { cookie, url } = await sso.begin();
    const back = await sso.visit(url, 'subject-of-clerk');
    await system.query('insert into sso_state (tenant_id, state_hash) values ($1, $2)', [
      tenants.demo,
      secretHash(back['state'] ?? ''),
    ]);
    expect(codeOf(await sso.finish(cookie, back))).toBe('ssoAuth004');
  });
});

describe('SSO-TOKEN-001', () => {
  const now = () => Math.floor(Date.now() / 1000);
  test.each([
    ['another nonce', () => ({ nonce: 'another' })],
    ['no nonce', () => ({ nonce: undefined })],
    ['another audience', () => ({ aud: 'somebody-else' })],
    ['another authorised party', () => ({ aud: ['keyward', 'other'], azp: 'other' })],
    ['another issuer', () => ({ iss: 'https://evil.example' })],
    ['expired', () => ({ exp: now() - 3600, iat: now() - 7200 })],
    ['no expiry', () => ({ exp: undefined })],
    ['no time of issue', () => ({ iat: undefined })],
    ['no subject', () => ({ sub: undefined })],
    ['a subject longer than any', () => ({ sub: 's'.repeat(256) })],
    ['made 28 hours from now', () => ({ iat: now() + 28 * 3600, exp: now() + 30 * 3600 })],
  ])('%s', async (_what, wrong) => {
    sso.alter((claims) => ({ ...claims, ...wrong() }));
    const answer = await sso.signIn('subject-of-clerk');
    expect([answer.status, codeOf(answer)]).toEqual([401, 'ssoToken001']);
    expect(String(answer.headers['set-cookie'])).not.toContain('keyward=');
  });

  test('without signature', async () => {
    sso.unsign(true);
    const answer = await sso.signIn('subject-of-clerk');
    sso.unsign(false);
    expect(codeOf(answer)).toBe('ssoToken001');
  });

  test('with another signature', async () => {
    const { cookie, url } = await sso.begin();
    const back = await sso.visit(url, 'subject-of-clerk');
    sso.alter((claims) => claims);
    sso.breakSignature(true);
    const answer = await sso.finish(cookie, back);
    sso.breakSignature(false);
    expect(codeOf(answer)).toBe('ssoToken001');
  });
});

describe('SSO-IDENTITY', () => {
  test('001: unknown profile, no name in the claims, unverified e-mail address', async () => {
    for (const subject of ['subject-of-stranger', 'no-name'])
      expect(codeOf(await sso.signIn(subject))).toBe('ssoIdentity001');
    await system.query(
      `update profile set username = 'editor@demo.example' where tenant_id = $1 and username = 'editor'`,
      [tenants.demo],
    );
    await sso.configure({ claim: 'email' });
    expect(codeOf(await sso.signIn('unverified'))).toBe('ssoIdentity001');
    expect((await sso.signIn('subject-of-editor')).status).toBe(200);
  });

  test('002: disabled profile, even if already bound', async () => {
    expect(codeOf(await sso.signIn('subject-of-gone'))).toBe('ssoIdentity002');
    expect((await sso.signIn('subject-of-nobody')).status).toBe(200);
    const disable = (on: boolean) =>
      system.query(`update profile set disabled = $2 where tenant_id = $1 and username = 'nobody'`, [tenants.demo, on]);
    await disable(true);
    const answer = await sso.signIn('subject-of-nobody');
    await disable(false);
    expect([answer.status, codeOf(answer)]).toEqual([403, 'ssoIdentity002']);
  });

  test('003: the profile is bound to another account, or signs in with a password', async () => {
    expect((await sso.signIn('subject-of-clerk')).status).toBe(200);
    expect(codeOf(await sso.signIn('second-clerk'))).toBe('ssoIdentity003');
    await sso.configure({ password: ['manager'] });
    expect(codeOf(await sso.signIn('subject-of-manager'))).toBe('ssoIdentity003');
  });
});

describe('SSO-CONFIG-001', () => {
  const sockets = new Set<net.Socket>();
  const hole = net.createServer((socket) => sockets.add(socket.on('error', () => {})));
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    hole.close();
  });

  test('a provider that is down, silent or not the configured one fails within five seconds', async () => {
    await new Promise<void>((resolve) => hole.listen(0, '127.0.0.1', resolve));
    const { port } = hole.address() as net.AddressInfo;
    for (const [issuer, code] of [
      ['http://127.0.0.1:9', 'providerNoAnswer'],
      [`http://127.0.0.1:${port}`, 'providerNoAnswer'],
      [sso.issuer.replace('localhost', '127.0.0.1'), 'ssoConfig001'],
      ['http://idp.example', 'ssoConfig001'],
    ] as const) {
      await sso.configure({ issuer });
      const begun = performance.now();
      const { answer } = await sso.begin();
      expect([issuer, answer.status, codeOf(answer)]).toEqual([issuer, 424, code]);
      expect(answer.text).toContain('SSO-CONFIG-001');
      expect(performance.now() - begun).toBeLessThan(5000);
    }
    // other profiles are unaffected
    await sso.configure({ issuer: 'http://127.0.0.1:9', password: ['clerk'] });
    const body = { username: 'clerk', password: demoPassword };
    expect((await portal.as.anonymous.request(auth.login, { body })).status).toBe(200);
  });

  test('a wrong client secret, or one encrypted with another key', async () => {
    const { cookie, url } = await sso.begin();
    const back = await sso.visit(url, 'subject-of-clerk');
    await sso.configure({ secret: 'wrong' });
    expect(codeOf(await sso.finish(cookie, back))).toBe('ssoConfig001');
    await system.query(`update sso_provider set client_secret = '\\x00' || client_secret`);
    expect(codeOf((await sso.begin()).answer)).toBe('ssoConfig001');
  });

  test('the provider goes down while the user is signing in', async () => {
    const { cookie, url } = await sso.begin();
    const back = await sso.visit(url, 'subject-of-clerk');
    const issuer = 'http://127.0.0.1:9/not/asked/before';
    await sso.configure({ issuer });
    const begun = performance.now();
    expect(codeOf(await sso.finish(cookie, { ...back, iss: issuer }))).toBe('providerNoAnswer');
    expect(performance.now() - begun).toBeLessThan(5000);
  });
});
