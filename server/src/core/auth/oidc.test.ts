import { describe, expect, test } from 'vitest';
import { type Answer, openPortal, portalBase } from '#testing/portal.ts';
import { openIssuer, openSso } from '#testing/sso.ts';
import { probeProvider } from './oidc.ts';

const portal = await openPortal();
const sso = await openSso(portal);
const codeOf = ({ body }: Answer) => (body as { errors?: { code: string }[] }).errors?.[0]?.code;

const probe = (issuer: string) =>
  probeProvider({ issuer, clientId: 'x', clientSecret: 'x', redirectUri: `${portalBase}/sso` });

describe('provider metadata', () => {
  test.each([
    ['authorization_endpoint', 'javascript:alert(1)'],
    ['authorization_endpoint', 'data:text/html,x'],
    ['authorization_endpoint', 'http://login.example/authorize'],
    ['authorization_endpoint', 'nothing'],
    ['token_endpoint', 'http://192.0.2.1/token'],
    ['jwks_uri', 'file:///etc/passwd'],
    ['userinfo_endpoint', 'ftp://login.example/me'],
  ])('rejects %s %s on configuration and on sign-in', async (name, address) => {
    const described = await openIssuer({ [name]: address });
    await expect(probe(described.issuer)).rejects.toMatchObject({ code: 'ssoConfig001' });
    await sso.configure({ issuer: described.issuer });
    const { answer } = await sso.begin();
    expect([answer.status, codeOf(answer)]).toEqual([424, 'ssoConfig001']);
    described.stop();
  });

  test('is rejected above 1 MiB', async () => {
    const padded = (bytes: number) => openIssuer({ padding: 'x'.repeat(bytes) });
    const [fits, long] = [await padded(1_000_000), await padded(1_100_000)];
    await expect(probe(fits.issuer)).resolves.toBeUndefined();
    await expect(probe(long.issuer)).rejects.toMatchObject({ code: 'ssoConfig001' });
    fits.stop();
    long.stop();
  });
});

// the keys first, because they are cached afterwards
test.each(['/jwks', '/token', '/me'])('rejects a response of %s above 1 MiB', async (path) => {
  // a claim that only the user info endpoint returns
  await sso.configure(path === '/me' ? { claim: 'picked' } : {});
  const answered = async (bytes: number) => {
    sso.add(path, { picked: 'clerk', padding: 'x'.repeat(bytes) });
    const answer = await sso.signIn('subject-of-clerk');
    return [answer.status, codeOf(answer)];
  };
  expect(await answered(1_100_000)).toEqual([424, 'ssoConfig001']);
  expect(await answered(1_000_000)).toEqual([200, undefined]);
  sso.add();
});
