import { activity } from '@keyward/contract/activity';
import { auth } from '@keyward/contract/auth';
import { passkeySignIn } from '@keyward/contract/passkey-sign-in';
import { passkeys } from '@keyward/contract/passkeys';
import { secondFactor } from '@keyward/contract/second-factor';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { demoPassword as password } from '#core/auth/demo.ts';
import { clock } from '#core/clock.ts';
import { newAuthenticator } from '#testing/authenticator.ts';
import { openOutbox } from '#testing/outbox.ts';
import {
  type AddedPasskey,
  addPasskey,
  beginAlone,
  letPasskeysBeAlone,
  signAlone,
  signInAlone,
} from '#testing/passkey-alone.ts';
import { tenants } from '#testing/people.ts';
import { type Answer, Caller, openPortal, portalBase } from '#testing/portal.ts';

const portal = await openPortal();
const { system } = portal.database;
const { admin, clerk, manager, anonymous, harborClerk } = portal.as;
const harborBase = 'https://harbor.localhost:8443';
const harbor = new Caller(portal.app, 'harbor.localhost', {});
type Forged = Parameters<typeof signAlone>[2];

const turn = (on: boolean) => letPasskeysBeAlone(system, on);
const change = (columns: string, username = 'clerk') =>
  system.query(`update profile set ${columns} where tenant_id = $1 and username = $2`, [tenants.demo, username]);
const { rows } = await system.query<{ hash: string }>(
  `select password_hash as hash from profile where tenant_id = $1 and username = 'clerk'`,
  [tenants.demo],
);
const hash = rows[0]?.hash ?? '';

beforeEach(async () => {
  for (const table of ['sign_in_attempt', 'known_way', 'recovery_code', 'passkey', 'sso_provider'])
    await system.query(`delete from ${table}`);
  await turn(true);
});
afterEach(() => vi.restoreAllMocks());

const begin = (who = anonymous) => beginAlone(who);
const signIn = (key: AddedPasskey, forged: Forged = {}, who = anonymous) => signInAlone(key, who, forged);
const cookiesOf = ({ headers }: Answer) => [headers['set-cookie']].flat().map(String);
const sessionOf = (answer: Answer) => cookiesOf(answer).find((one) => one.startsWith('keyward='));
const isIn = (answer: Answer) => answer.status === 200 && sessionOf(answer) !== undefined;
/** The parts of a refusal by which a caller could tell it from another. */
const shape = (answer: Answer) => ({
  status: answer.status,
  text: answer.text,
  names: Object.keys(answer.headers).filter((name) => name !== 'date'),
  cookies: cookiesOf(answer).map((one) => one.split('=')[0]),
});

describe('a passkey that was made to sign in alone', () => {
  test('signs in without profile ID and password, and identifies its profile', async () => {
    const key = await addPasskey(clerk);
    const answer = await signIn(key);
    const session = new Caller(portal.app, 'localhost', { cookie: sessionOf(answer)?.split(';')[0] ?? '' });
    expect((await session.call(auth.me)).data.username).toBe('clerk');
    const { data: events } = await admin.call(activity.list, { query: { sort: 'event_time:desc' } });
    expect(events[0]).toMatchObject({ event: 'LOGIN', rawDescription: expect.stringContaining('passkey alone') });
    expect((await clerk.call(passkeys.list)).data).toMatchObject([{ alone: true, last_used_at: expect.any(String) }]);
  });

  test('needs an authenticator that can discover it and verifies its user', async () => {
    const { options } = await addPasskey(clerk);
    expect(options).toMatchObject({
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    const { options: second } = await addPasskey(clerk, { alone: false });
    expect(second).toMatchObject({ authenticatorSelection: { residentKey: 'discouraged' } });
    expect(second['excludeCredentials']).toHaveLength(1);
  });

  test('is requested after the password like any other', async () => {
    const key = await addPasskey(clerk);
    const { data } = await anonymous.call(auth.login, { body: { username: 'clerk', password } });
    const token = data.secondFactor ?? '';
    const asked = await anonymous.call(secondFactor.options, { body: { token } });
    const response = signAlone(key, asked.data.challenge);
    expect((await anonymous.request(secondFactor.passkey, { body: { token, response } })).status).toBe(200);
  });

  test('is announced by a mail of its own, which says where to remove it', async () => {
    const outbox = openOutbox(portal);
    await outbox.work();
    outbox.messages.length = 0;
    await addPasskey(clerk);
    await outbox.work();
    expect(outbox.messages.map(({ to }) => to)).toEqual(['clerk@demo.example']);
    expect(outbox.messages[0]?.text).toContain('signs you in without your password');
    expect(outbox.messages[0]?.text).toContain('Settings > Passkeys');
  });

  test('leads to a new password when the password is temporary', async () => {
    const key = await addPasskey(clerk);
    await change('password_temporary = true');
    const answer = await signIn(key);
    expect([answer.status, sessionOf(answer)]).toEqual([200, undefined]);
    expect(answer.body).toEqual({ data: { passwordResetToken: expect.stringMatching(/^[0-9a-f]{64}$/) } });
    await change('password_temporary = false');
  });
});

describe('the challenge', () => {
  test('names no credential, is the same for everybody, and stores nothing', async () => {
    await addPasskey(clerk);
    const tables = `select (select count(*) from used_challenge) + (select count(*) from sign_in_attempt) as n`;
    const before = await system.query(tables);
    const { answer } = await begin();
    const { data } = answer.body as { data: { challenge: string; allowCredentials: unknown } };
    expect(data.allowCredentials).toEqual([]);
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^keyward-passkey=[\w-]+; Max-Age=300; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    await system.query('delete from passkey');
    const { answer: without } = await begin();
    const steady = (one: Answer) => one.text.replace(/"challenge":"[\w-]+"/, '');
    expect(steady(without)).toBe(steady(answer));
    expect((await system.query(tables)).rows).toEqual(before.rows);
  });

  test('works only once: a replayed response is refused, even if the authenticator does not count', async () => {
    const key = await addPasskey(clerk);
    const { challenge, browser } = await begin();
    const body = { response: signAlone(key, challenge) };
    expect(isIn(await browser.request(passkeySignIn.signIn, { body }))).toBe(true);
    expect((await browser.request(passkeySignIn.signIn, { body })).text).toContain('passkeyNotValid');
    const again = { response: signAlone(key, challenge) };
    expect(isIn(await browser.request(passkeySignIn.signIn, { body: again }))).toBe(false);
  });

  test('starts only one session under concurrent responses', async () => {
    const key = await addPasskey(clerk);
    const { challenge, browser } = await begin();
    const body = { response: signAlone(key, challenge) };
    const answers = await Promise.all(Array.from({ length: 8 }, () => browser.request(passkeySignIn.signIn, { body })));
    expect(answers.filter(isIn)).toHaveLength(1);
  });

  test('is refused without its cookie, with that of another challenge, changed, and after five minutes', async () => {
    const key = await addPasskey(clerk);
    const one = await begin();
    const other = await begin();
    const send = async (browser: Caller, challenge: string) =>
      isIn(await browser.request(passkeySignIn.signIn, { body: { response: signAlone(key, challenge) } }));
    expect(await send(anonymous, one.challenge)).toBe(false);
    expect(await send(anonymous.withCookie('keyward-passkey=AAAA'), one.challenge)).toBe(false);
    expect(await send(other.browser, one.challenge)).toBe(false);
    const late = await begin();
    const now = clock.now().getTime();
    vi.spyOn(clock, 'now').mockImplementation(() => new Date(now + 301_000));
    expect(await send(late.browser, late.challenge)).toBe(false);
    vi.restoreAllMocks();
    expect(await send(one.browser, one.challenge)).toBe(true);
  });

  test('is accepted by any server, even one whose clock is a little behind', async () => {
    const key = await addPasskey(clerk);
    const { challenge, browser } = await begin();
    const now = clock.now().getTime();
    vi.spyOn(clock, 'now').mockImplementation(() => new Date(now - 20_000));
    const body = { response: signAlone(key, challenge) };
    expect(isIn(await browser.request(passkeySignIn.signIn, { body }))).toBe(true);
  });
});

describe('a response is refused', () => {
  test.each<[string, Forged]>([
    ['without user verification', { verified: false }],
    ['of another site', { origin: 'https://evil.example' }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['of another tenant’s page', { origin: harborBase, rpId: 'harbor.localhost' }],
    ['without the handle', { handle: '' }],
    ['with the handle of another profile', { handle: 'AAAAAAAAAAAAAAAAAAAAAA' }],
  ])('%s', async (_, forged) => {
    const key = await addPasskey(clerk);
    expect((await signIn(key, forged)).status).toBe(400);
    expect(isIn(await signIn(key))).toBe(true);
  });

  test('of a copied authenticator', async () => {
    const key = await addPasskey(clerk);
    expect(isIn(await signIn(key, { counter: 5 }))).toBe(true);
    expect(isIn(await signIn(key, { counter: 5 }))).toBe(false);
    expect(isIn(await signIn(key, { counter: 6 }))).toBe(true);
  });

  test('in the same words and with the same headers, whatever is wrong', async () => {
    const key = await addPasskey(clerk);
    const older = await addPasskey(manager, { alone: false });
    const unknown = { ...key, key: newAuthenticator(portalBase) };
    const sameId: AddedPasskey = {
      ...key,
      key: {
        ...key.key,
        sign: (...given) => ({ ...unknown.key.sign(...given), id: key.id, rawId: key.id }),
      },
    };
    const answers: [string, Answer][] = [
      ['unknown', await signIn(unknown)],
      ['made as a second factor', await signIn(older)],
      ['signed by another authenticator', await signIn(sameId)],
      ['without verification', await signIn(key, { verified: false })],
      ['of another profile', await signIn({ ...key, handle: older.handle })],
    ];
    const bars: [string, string, string][] = [
      ['disabled', 'disabled = true', 'disabled = false'],
      ['validity over', `valid_until = now() - interval '1 second'`, 'valid_until = null'],
      ['not valid yet', `valid_from = now() + interval '1 hour'`, 'valid_from = null'],
      ['without a password', 'password_hash = null', `password_hash = '${hash}'`],
    ];
    for (const [name, bar, undo] of bars) {
      await change(bar);
      answers.push([name, await signIn(key)]);
      await change(undo);
    }
    await system.query('update tenant set suspended_at = now() where id = $1', [tenants.demo]);
    answers.push(['suspended', await signIn(key)]);
    await system.query('update tenant set suspended_at = null where id = $1', [tenants.demo]);
    await system.query(
      `insert into sso_provider (tenant_id, issuer, client_id, client_secret, profile_claim, domains, password_names)
       values ($1, 'https://login.example', 'keyward', '', 'sub', '{}', '{}')`,
      [tenants.demo],
    );
    answers.push(['single sign-on', await signIn(key)]);
    await system.query(`update sso_provider set password_names = '{clerk}'`);
    expect(isIn(await signIn(key))).toBe(true);
    await system.query('delete from sso_provider');
    const [first] = answers;
    expect(first?.[1].status).toBe(400);
    for (const [name, answer] of answers) expect([name, shape(answer)]).toEqual([name, first && shape(first[1])]);
  });

  test('of a deleted profile', async () => {
    const made = await system.query<{ id: string }>(
      `insert into profile (tenant_id, name, username, password_hash) values ($1, 'Short', 'short.lived', $2) returning id`,
      [tenants.demo, hash],
    );
    const id = made.rows[0]?.id ?? '';
    const key = await addPasskey(await portal.signIn(id));
    expect(isIn(await signIn(key))).toBe(true);
    const { challenge, browser } = await begin();
    await system.query('delete from profile where tenant_id = $1 and id = $2', [tenants.demo, id]);
    const answer = await browser.request(passkeySignIn.signIn, { body: { response: signAlone(key, challenge) } });
    expect([answer.status, isIn(answer)]).toEqual([400, false]);
  });

  test('at another tenant, even with a challenge of the own tenant', async () => {
    const key = await addPasskey(clerk);
    const { challenge, cookie } = await begin();
    const there = await begin(harbor);
    const forged = { origin: harborBase, rpId: 'harbor.localhost' };
    expect(isIn(await signIn(key, forged, harbor))).toBe(false);
    for (const response of [signAlone(key, challenge), signAlone(key, challenge, forged)])
      expect((await harbor.withCookie(cookie).request(passkeySignIn.signIn, { body: { response } })).status).toBe(400);
    // a passkey of that tenant does not sign in here, nor there with a challenge from here
    const theirs = await addPasskey(harborClerk, { base: harborBase });
    const here = await begin();
    const foreign = { response: signAlone(theirs, here.challenge) };
    expect((await harbor.withCookie(here.cookie).request(passkeySignIn.signIn, { body: foreign })).status).toBe(400);
    expect(isIn(await signIn(theirs, { origin: portalBase, rpId: 'localhost' }))).toBe(false);
    const response = signAlone(theirs, there.challenge);
    expect(isIn(await there.browser.request(passkeySignIn.signIn, { body: { response } }))).toBe(true);
  });
});
