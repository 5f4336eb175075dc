import { auth } from '@keyward/contract/auth';
import { passkeys } from '@keyward/contract/passkeys';
import { secondFactor } from '@keyward/contract/second-factor';
import { beforeEach, describe, expect, test } from 'vitest';
import { demoPassword as password } from '#core/auth/demo.ts';
import { newAuthenticator } from '#testing/authenticator.ts';
import { openOutbox } from '#testing/outbox.ts';
import { tenants } from '#testing/people.ts';
import { type Caller, openPortal, portalBase } from '#testing/portal.ts';

const portal = await openPortal();
const { system } = portal.database;
const { clerk, anonymous, harborClerk } = portal.as;
const origin = portalBase;
type Authenticator = ReturnType<typeof newAuthenticator>;

beforeEach(async () => {
  for (const table of ['sign_in_attempt', 'second_factor', 'recovery_code', 'passkey'])
    await system.query(`delete from ${table}`);
});

async function addKey(key: Authenticator, who: Caller = clerk, name = 'Key'): Promise<string[]> {
  const { data } = await who.call(passkeys.options, { body: { password } });
  const made = await who.call(passkeys.add, { body: { name, response: key.make(data.challenge) } });
  return made.data.recoveryCodes ?? [];
}
async function tokenOf(username = 'clerk', who: Caller = anonymous): Promise<string> {
  const { data } = await who.call(auth.login, { body: { username, password } });
  return data.secondFactor ?? '';
}
const challengeFor = async (token: string, who: Caller = anonymous) =>
  (await who.call(secondFactor.options, { body: { token } })).data.challenge;
const statuses = (answers: { status: number }[]) => answers.map((a) => a.status).toSorted((a, b) => a - b);

describe('a passkey', () => {
  test('is requested after the password, and completes the sign-in', async () => {
    const key = newAuthenticator(origin);
    expect(await tokenOf()).toBe('');
    expect(await addKey(key)).toHaveLength(10);
    const login = await anonymous.request(auth.login, { body: { username: 'clerk', password } });
    expect(login.headers['set-cookie']).toBeUndefined();
    const token = await tokenOf();
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    const response = key.sign(await challengeFor(token));
    const answer = await anonymous.request(secondFactor.passkey, { body: { token, response } });
    expect([answer.status, String(answer.headers['set-cookie']).startsWith('keyward=')]).toEqual([200, true]);
    const { data } = await clerk.call(passkeys.list);
    expect(data).toMatchObject([{ name: 'Key', last_used_at: expect.any(String) }]);
    // a used token and challenge are invalid
    expect(await anonymous.refused(secondFactor.passkey, { body: { token, response } })).toMatchObject({
      code: 'secondFactorEnded',
    });
  });

  test('sends a mail with its name when added or removed', async () => {
    const outbox = openOutbox(portal);
    // discard the mails of previous tests
    await outbox.work();
    outbox.messages.length = 0;
    const key = newAuthenticator(origin);
    await addKey(key, clerk, 'My <b>key</b>');
    const [one] = (await clerk.call(passkeys.list)).data;
    const params = { id: one?.id ?? '' };
    await clerk.call(passkeys.rename, { params, body: { name: 'Work laptop' } });
    await clerk.refused(passkeys.remove, { params, body: { password: 'wrong' } });
    await clerk.call(passkeys.remove, { params, body: { password } });
    await outbox.work();
    // each mail is a separate job, in no fixed order
    const mails = outbox.messages.toSorted((a, b) => a.subject.localeCompare(b.subject));
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['clerk@demo.example', 'A passkey was added to your Northgate Retail profile'],
      ['clerk@demo.example', 'A passkey was removed from your Northgate Retail profile'],
    ]);
    expect(mails[0]?.html).toContain('“My &lt;b&gt;key&lt;/b&gt;”');
    expect(mails[1]?.text).toContain('“Work laptop”');
  });

  test('can be renamed only by its owner', async () => {
    await addKey(newAuthenticator(origin));
    const id = async () => (await clerk.call(passkeys.list)).data[0]?.id ?? '';
    const params = { id: await id() };
    await clerk.call(passkeys.rename, { params, body: { name: '  Phone  ' } });
    expect((await clerk.call(passkeys.list)).data).toMatchObject([{ id: params.id, name: 'Phone' }]);
    for (const name of ['', ' ', 'x'.repeat(65)])
      expect((await clerk.refused(passkeys.rename, { params, body: { name } })).status).toBe(400);
    for (const other of [portal.as.admin, harborClerk])
      expect((await other.refused(passkeys.rename, { params, body: { name: 'Mine' } })).status).toBe(404);
    expect((await clerk.call(passkeys.list)).data).toMatchObject([{ name: 'Phone' }]);
  });

  test('is refused for another page, site or challenge, without verification, or with a cloned counter', async () => {
    const key = newAuthenticator(origin);
    for (const forged of [
      { origin: 'https://localhost' },
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { rpId: 'harbor.localhost' },
      { challenge: 'AAAA' },
      { verified: false },
    ]) {
      const { data } = await clerk.call(passkeys.options, { body: { password } });
      const bad = { name: 'Bad', response: key.make(data.challenge, forged) };
      expect([forged, (await clerk.refused(passkeys.add, { body: bad })).code]).toEqual([forged, 'passkeyNotValid']);
      // the challenge is consumed, so the correct response is too late
      const late = { name: 'Late', response: key.make(data.challenge) };
      expect((await clerk.refused(passkeys.add, { body: late })).code).toBe('passkeyNotValid');
    }
    expect((await clerk.call(passkeys.list)).data).toEqual([]);
    await addKey(key);
    const first = await tokenOf();
    const signed = key.sign(await challengeFor(first));
    expect((await anonymous.request(secondFactor.passkey, { body: { token: first, response: signed } })).status).toBe(
      200,
    );
    for (const forged of [
      { origin: 'http://localhost:8443' },
      { rpId: 'harbor.localhost' },
      { challenge: 'AAAA' },
      { verified: false },
      { counter: 1 },
    ]) {
      const token = await tokenOf();
      const response = key.sign(await challengeFor(token), forged);
      const refused = await anonymous.refused(secondFactor.passkey, { body: { token, response } });
      expect([forged, refused.status, refused.code]).toEqual([forged, 400, 'passkeyNotValid']);
    }
  });

  test('of another profile or tenant is refused', async () => {
    await addKey(newAuthenticator(origin));
    const strange = newAuthenticator('https://harbor.localhost:8443');
    await addKey(strange, harborClerk);
    const token = await tokenOf();
    const response = strange.sign(await challengeFor(token), { origin, rpId: 'localhost' });
    expect((await anonymous.refused(secondFactor.passkey, { body: { token, response } })).code).toBe('passkeyNotValid');
    const others = newAuthenticator(origin);
    await addKey(others, portal.as.manager);
    const signed = others.sign(await challengeFor(token));
    expect((await anonymous.refused(secondFactor.passkey, { body: { token, response: signed } })).code).toBe(
      'passkeyNotValid',
    );
    // a token is valid only in its tenant
    const there = await harborClerk.refused(secondFactor.options, { body: { token } });
    expect(there.code).toBe('secondFactorEnded');
    const [own] = (await clerk.call(passkeys.list)).data;
    const params = { id: own?.id ?? '' };
    for (const who of [harborClerk, portal.as.manager])
      expect((await who.refused(passkeys.remove, { params, body: { password } })).status).toBe(404);
  });

  test('is added and removed only with the password, and each change is recorded', async () => {
    const wrong = await clerk.refused(passkeys.options, { body: { password: 'Wrong-1' } });
    expect([wrong.status, wrong.code, wrong.constraint]).toEqual([400, 'wrongPassword', 'password']);
    await addKey(newAuthenticator(origin));
    const [one] = (await clerk.call(passkeys.list)).data;
    const params = { id: one?.id ?? '' };
    expect((await clerk.refused(passkeys.remove, { params, body: { password: 'Wrong-1' } })).code).toBe(
      'wrongPassword',
    );
    await clerk.call(passkeys.remove, { params, body: { password } });
    expect(await clerk.call(passkeys.list)).toEqual({ data: [], recovery_codes: 0, may_be_alone: false });
    expect(await tokenOf()).toBe('');
    const events = await system.query<{ body: string }>(
      `select e::text as body from event e where tenant_id = $1 and e::text like '%Passkey%'`,
      [tenants.demo],
    );
    expect(events.rows.length).toBeGreaterThanOrEqual(2);
    const guesses = [];
    for (let i = 0; i < 12; i++) guesses.push(await clerk.request(passkeys.options, { body: { password: 'Wrong-1' } }));
    expect(guesses.at(-1)?.status).toBe(429);
  });

  test('expires after five minutes, five failures, or a password change', async () => {
    await addKey(newAuthenticator(origin));
    const expectEnded = async (change: string) => {
      const token = await tokenOf();
      await system.query(change);
      return (await anonymous.refused(secondFactor.options, { body: { token } })).code;
    };
    expect(await expectEnded(`update second_factor set expires_at = now()`)).toBe('secondFactorEnded');
    expect(
      await expectEnded(`update profile set password_version = password_version + 1 where username = 'clerk'`),
    ).toBe('secondFactorEnded');
    const token = await tokenOf();
    const codes = [];
    for (let i = 0; i < 6; i++)
      codes.push((await anonymous.refused(secondFactor.recoveryCode, { body: { token, code: `${i}` } })).code);
    expect(codes).toEqual([...Array.from({ length: 5 }, () => 'recoveryCodeNotValid'), 'secondFactorEnded']);
  });

  test('consumes its challenge with the first response, even a wrong one', async () => {
    const key = newAuthenticator(origin);
    await addKey(key);
    const token = await tokenOf();
    const challenge = await challengeFor(token);
    const answer = async (response: ReturnType<Authenticator['sign']>) =>
      (await anonymous.request(secondFactor.passkey, { body: { token, response } })).status;
    expect(await answer(newAuthenticator(origin).sign(challenge))).toBe(400);
    expect(await answer(key.sign(challenge))).toBe(400);
    expect(await answer(key.sign(await challengeFor(token)))).toBe(200);
  });

  test('is not accepted once the tenant switches to single sign-on', async () => {
    await addKey(newAuthenticator(origin));
    const token = await tokenOf();
    await system.query(
      `insert into sso_provider (tenant_id, issuer, client_id, client_secret, profile_claim, domains, password_names)
       values ($1, 'https://login.example', 'keyward', '', 'sub', '{}', '{}')`,
      [tenants.demo],
    );
    expect((await anonymous.refused(secondFactor.options, { body: { token } })).code).toBe('secondFactorEnded');
    await system.query('delete from sso_provider');
    expect(await challengeFor(token)).not.toBe('');
  });

  test('starts one session per challenge under concurrent requests', async () => {
    const key = newAuthenticator(origin);
    await addKey(key);
    const token = await tokenOf();
    const response = key.sign(await challengeFor(token));
    const all = await Promise.all(
      Array.from({ length: 6 }, () => anonymous.request(secondFactor.passkey, { body: { token, response } })),
    );
    expect(statuses(all)).toEqual([200, 401, 401, 401, 401, 401]);
  });
});

describe('a recovery code', () => {
  test('signs in once, in any spelling, and not after new codes are issued', async () => {
    const [first = '', second = ''] = await addKey(newAuthenticator(origin));
    expect(first).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    const use = async (code: string) => {
      const token = await tokenOf();
      return (await anonymous.request(secondFactor.recoveryCode, { body: { token, code } })).status;
    };
    expect(await use(` ${first.toLowerCase().replaceAll('-', ' ')}`)).toBe(200);
    expect(await use(first)).toBe(400);
    expect((await clerk.call(passkeys.list)).recovery_codes).toBe(9);
    const { data } = await clerk.call(passkeys.newRecoveryCodes, { body: { password } });
    expect(await use(second)).toBe(400);
    // full-width characters, as an input method enters them
    const fullWidth = (data.recoveryCodes[0] ?? '').replace(/\w/g, (one) =>
      String.fromCharCode(one.charCodeAt(0) + 0xfee0),
    );
    expect(await use(fullWidth)).toBe(200);
    const stored = await system.query<{ text: string }>('select r::text as text from recovery_code r');
    expect(stored.rows.some(({ text }) => text.includes(data.recoveryCodes[1] ?? ''))).toBe(false);
  });

  test('allows only one of several concurrent sign-ins', async () => {
    const [code = ''] = await addKey(newAuthenticator(origin));
    const tokens = [await tokenOf(), await tokenOf(), await tokenOf(), await tokenOf()];
    const all = await Promise.all(
      tokens.map((token) => anonymous.request(secondFactor.recoveryCode, { body: { token, code } })),
    );
    expect(statuses(all)).toEqual([200, 400, 400, 400]);
  });

  test('cannot be guessed across many sign-ins', async () => {
    await addKey(newAuthenticator(origin));
    let last = 0;
    for (let i = 0; i < 14 && last !== 429; i++) {
      const token = await tokenOf();
      last = (await anonymous.request(secondFactor.recoveryCode, { body: { token, code: `GUESS${i}` } })).status;
    }
    expect(last).toBe(429);
  });
});
