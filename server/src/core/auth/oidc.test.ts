import { afterEach, describe, expect, test, vi } from 'vitest';
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
  ])('with %s %s is rejected on configuration and on sign-in', async (name, address) => {
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

describe('a provider that does not answer', () => {
  afterEach(() => vi.restoreAllMocks());
  const laterBy = (ms: number) => {
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + ms);
  };
  const outcome = ({ answer }: { answer: Answer }) => [answer.status, codeOf(answer)];
  const refused = [424, 'providerNoAnswer'];

  test.each(['cut', 'gateway'] as const)(
    'is not asked again for ten seconds, in which each sign-in is refused at once: %s',
    async (fault) => {
      const provider = await openIssuer();
      await sso.configure({ issuer: provider.issuer });
      provider.seen.fault = fault;
      const many = await Promise.all(Array.from({ length: 5 }, () => sso.begin()));
      expect(many.map(outcome)).toEqual(Array.from({ length: 5 }, () => refused));
      provider.seen.fault = undefined;
      expect(outcome(await sso.begin())).toEqual(refused);
      expect(provider.seen.requests).toBe(1);
      laterBy(10_001);
      expect((await sso.begin()).answer.status).toBe(200);
      expect(provider.seen.requests).toBe(2);
      provider.stop();
    },
  );

  test('when a code is exchanged is not asked about the next code either', async () => {
    const provider = await openIssuer();
    await sso.configure({ issuer: provider.issuer });
    const { cookie, url } = await sso.begin();
    const back = { code: 'x', state: new URL(url).searchParams.get('state') ?? '' };
    provider.seen.fault = 'cut';
    const answers = [await sso.finish(cookie, back), await sso.finish(cookie, back), (await sso.begin()).answer];
    expect(answers.map((answer) => outcome({ answer }))).toEqual([refused, refused, refused]);
    expect(provider.seen.requests).toBe(2);
    provider.seen.fault = undefined;
    laterBy(10_001);
    expect((await sso.begin()).answer.status).toBe(200);
    provider.stop();
  });

  test('with valid metadata is asked once in ten seconds as well', async () => {
    const provider = await openIssuer({ jwks_uri: 'nothing' });
    await sso.configure({ issuer: provider.issuer });
    for (let i = 0; i < 3; i++) expect(outcome(await sso.begin())).toEqual([424, 'ssoConfig001']);
    expect(provider.seen.requests).toBe(1);
    provider.stop();
  });
});

// the keys come first, because they are cached afterwards
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
