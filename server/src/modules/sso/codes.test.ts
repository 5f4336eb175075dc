import { auth } from '@keyward/contract/auth';
import { beforeEach, describe, expect, test } from 'vitest';
import { demoPassword } from '#core/auth/demo.ts';
import { type Answer, openPortal } from '#testing/portal.ts';
import { openIssuer, openSso } from '#testing/sso.ts';

const portal = await openPortal();
const sso = await openSso(portal);
const { system } = portal.database;
const codeOf = ({ body }: Answer) => (body as { errors?: { code: string }[] }).errors?.[0]?.code;
const key = 'provider:127.0.0.1';
const invented = async () => {
  const { cookie, url } = await sso.begin();
  return { cookie, body: { code: 'invented', state: new URL(url).searchParams.get('state') ?? '' } };
};
const failures = async () =>
  (await system.query<{ failures: number }>('select failures from sign_in_attempt where key = $1', [key])).rows[0]
    ?.failures ?? 0;
const fail = (n: number) =>
  system.query('update sign_in_attempt set failures = $1, blocked_until = null, updated_at = now() where key = $2', [
    n,
    key,
  ]);
beforeEach(async () => {
  await sso.configure();
  await system.query('delete from federated_identity');
  await system.query('delete from sign_in_attempt');
});

describe('codes that lead to no identity', () => {
  test('are limited by address, even many at once, while a password still signs in', async () => {
    const { cookie, body } = await invented();
    expect(codeOf(await sso.finish(cookie, body))).toBe('ssoAuth004');
    expect(await failures()).toBe(1);
    await fail(120);
    const answers = await Promise.all(Array.from({ length: 10 }, () => sso.finish(cookie, body)));
    expect(answers.filter((answer) => codeOf(answer) === 'ssoAuth004')).toHaveLength(1);
    const blocked = answers.filter(({ status }) => status === 429);
    expect(blocked).toHaveLength(9);
    for (const answer of blocked) {
      expect(codeOf(answer)).toBe('tooManyAttempts');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await sso.signIn('subject-of-clerk')).status).toBe(429);
    await sso.configure({ password: ['clerk'] });
    const login = { body: { username: 'clerk', password: demoPassword } };
    expect((await portal.as.anonymous.request(auth.login, login)).status).toBe(200);
  });

  test('count as failures, and a sign-in does not', async () => {
    const { cookie, body } = await invented();
    for (let i = 0; i < 3; i++) await sso.finish(cookie, body);
    for (let i = 0; i < 5; i++) expect((await sso.signIn('subject-of-clerk')).status).toBe(200);
    expect(await failures()).toBe(3);
  });

  test('do not count while the provider does not answer', async () => {
    const provider = await openIssuer();
    await sso.configure({ issuer: provider.issuer });
    const { cookie, body } = await invented();
    provider.seen.fault = 'cut';
    expect(codeOf(await sso.finish(cookie, body))).toBe('providerNoAnswer');
    expect(await failures()).toBe(0);
    provider.stop();
  });
});
