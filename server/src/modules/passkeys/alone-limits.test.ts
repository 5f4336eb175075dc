import { auth } from '@keyward/contract/auth';
import { passkeySignIn } from '@keyward/contract/passkey-sign-in';
import { passkeys } from '@keyward/contract/passkeys';
import { beforeEach, describe, expect, test } from 'vitest';
import { demoPassword as password } from '#core/auth/demo.ts';
import { newAuthenticator } from '#testing/authenticator.ts';
import { addPasskey, beginAlone, letPasskeysBeAlone, signAlone, signInAlone } from '#testing/passkey-alone.ts';
import { tenants } from '#testing/people.ts';
import { type Answer, openPortal, portalBase } from '#testing/portal.ts';

const portal = await openPortal();
const { system } = portal.database;
const { clerk, anonymous } = portal.as;

beforeEach(async () => {
  for (const table of ['sign_in_attempt', 'known_way', 'recovery_code', 'passkey', 'sso_provider'])
    await system.query(`delete from ${table}`);
  await letPasskeysBeAlone(system, true);
});

const isIn = (answer: Answer) =>
  answer.status === 200 && [answer.headers['set-cookie']].flat().some((one) => String(one).startsWith('keyward='));

describe('attempts', () => {
  test('are counted with those of the password: a locked account stays locked', async () => {
    const key = await addPasskey(clerk);
    for (let i = 0; i < 10; i++)
      await anonymous.request(auth.login, { body: { username: 'clerk', password: `wrong ${i}` } });
    const answer = await signInAlone(key, anonymous);
    expect([answer.status, Number(answer.headers['retry-after']) > 0]).toEqual([429, true]);
    await system.query('update sign_in_attempt set blocked_until = null');
    expect(isIn(await signInAlone(key, anonymous))).toBe(true);
    expect((await system.query(`select from sign_in_attempt where key like 'both:%'`)).rows).toEqual([]);
  });

  test('lock the password as well', async () => {
    const key = await addPasskey(clerk);
    for (let i = 0; i < 10; i++) await signInAlone(key, anonymous, { verified: false });
    expect((await anonymous.request(auth.login, { body: { username: 'clerk', password } })).status).toBe(429);
  });

  test('with unknown passkeys are counted by address, and each is recorded', async () => {
    const failures = `select count(*)::int as n from event where tenant_id = $1 and event = 'FAILED_LOGIN'`;
    const count = async () => (await system.query<{ n: number }>(failures, [tenants.demo])).rows[0]?.n ?? 0;
    const before = await count();
    const unknown = { ...(await addPasskey(clerk)), key: newAuthenticator(portalBase) };
    await signInAlone(unknown, anonymous);
    expect(await count()).toBe(before + 1);
    await system.query(
      `update sign_in_attempt set failures = 100, blocked_until = now() + interval '1 minute' where key like 'address:%'`,
    );
    expect((await signInAlone({ ...unknown, key: newAuthenticator(portalBase) }, anonymous)).status).toBe(429);
  });
});

describe('where sign-in with a passkey alone is not offered', () => {
  test('no such passkey can be made or used, and existing ones stay a second factor', async () => {
    const key = await addPasskey(clerk);
    const { challenge, browser } = await beginAlone(anonymous);
    expect((await anonymous.call(auth.page)).data.passkeyAlone).toBe(true);
    expect((await clerk.call(passkeys.list)).may_be_alone).toBe(true);
    await letPasskeysBeAlone(system, false);
    expect((await anonymous.call(auth.page)).data.passkeyAlone).toBe(false);
    expect((await clerk.call(passkeys.list)).may_be_alone).toBe(false);
    const body = { response: signAlone(key, challenge) };
    expect(await browser.refused(passkeySignIn.signIn, { body })).toMatchObject({ code: 'passkeyNotAlone' });
    expect(await anonymous.refused(passkeySignIn.options)).toMatchObject({ status: 409, code: 'passkeyNotAlone' });
    const alone = { body: { password, alone: true } };
    expect(await clerk.refused(passkeys.options, alone)).toMatchObject({ code: 'passkeyNotAlone' });
    const { data } = await anonymous.call(auth.login, { body: { username: 'clerk', password } });
    expect(data.secondFactor).toMatch(/^[0-9a-f]{64}$/);
  });

  test('a person whom the tenant sends to its provider can make no such passkey', async () => {
    await system.query(
      `insert into sso_provider (tenant_id, issuer, client_id, client_secret, profile_claim, domains, password_names)
       values ($1, 'https://login.example', 'keyward', '', 'sub', '{}', '{}')`,
      [tenants.demo],
    );
    expect((await clerk.call(passkeys.list)).may_be_alone).toBe(false);
    const alone = { body: { password, alone: true } };
    expect(await clerk.refused(passkeys.options, alone)).toMatchObject({ code: 'passkeyNotAlone' });
  });

  test('a passkey serves only the purpose that was requested before it was made', async () => {
    const key = newAuthenticator(portalBase);
    const { data } = await clerk.call(passkeys.options, { body: { password } });
    const response = key.make(data.challenge, { counter: 0 });
    const body = { name: 'Key', alone: true, response };
    await clerk.call(passkeys.add, { body });
    expect((await clerk.call(passkeys.list)).data).toMatchObject([{ alone: false }]);
    const made = { key, id: response.id, handle: data.user.id, options: data, recoveryCodes: [] };
    expect(isIn(await signInAlone(made, anonymous))).toBe(false);
  });
});
