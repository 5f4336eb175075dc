import http from 'node:http';
import type net from 'node:net';
import { expect, describe, test } from 'vitest';
import { type Answer, openPortal, portalBase } from '#testing/portal.ts';
import { openSso } from '#testing/sso.ts';
import { probeProvider } from './oidc.ts';

const portal = await openPortal();
const sso = await openSso(portal);
const codeOf = ({ body }: Answer) => (body as { errors?: { code: string }[] }).errors?.[0]?.code;

/** A provider that describes itself as a test wants it. */
async function openDescribed(change: Record<string, string>, padding = 0) {
  const server = http.createServer((_request, response) => {
    const issuer = `http://localhost:${(server.address() as net.AddressInfo).port}`;
    const description = {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      padding: 'x'.repeat(padding),
      ...change,
    };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(description));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://localhost:${(server.address() as net.AddressInfo).port}`;
  return { issuer, stop: () => void server.close() };
}
const probe = (issuer: string) =>
  probeProvider({ issuer, clientId: 'x', clientSecret: 'x', redirectUri: `${portalBase}/sso` });

describe('what a provider says of itself', () => {
  test.each([
    ['authorization_endpoint', 'javascript:alert(1)'],
    ['authorization_endpoint', 'data:text/html,x'],
    ['authorization_endpoint', 'http://login.example/authorize'],
    ['authorization_endpoint', 'nothing'],
    ['token_endpoint', 'http://192.0.2.1/token'],
    ['jwks_uri', 'file:///etc/passwd'],
    ['userinfo_endpoint', 'ftp://login.example/me'],
  ])('%s %s is refused where it is configured, and leads nobody anywhere', async (name, address) => {
    const described = await openDescribed({ [name]: address });
    await expect(probe(described.issuer)).rejects.toMatchObject({ code: 'ssoConfig001' });
    await sso.configure({ issuer: described.issuer });
    const { answer } = await sso.begin();
    expect([answer.status, codeOf(answer)]).toEqual([424, 'ssoConfig001']);
    described.stop();
  });

  test('is read up to a mebibyte', async () => {
    const [fits, long] = [await openDescribed({}, 1_000_000), await openDescribed({}, 1_100_000)];
    await expect(probe(fits.issuer)).resolves.toBeUndefined();
    await expect(probe(long.issuer)).rejects.toMatchObject({ code: 'ssoConfig001' });
    fits.stop();
    long.stop();
  });
});
