// An identity provider on loopback, a tenant that uses it, and the browser's part of the flow.
import { randomUUID, sign } from 'node:crypto';
import http from 'node:http';
import type net from 'node:net';
import { auth, signIn } from '@keyward/contract/auth';
import { startIdentityProvider } from '#cli/identity-provider.ts';
import { clientSecretContext } from '#core/auth/single-sign-on.ts';
import { onTeardown } from './teardown.ts';
import { tenants } from './people.ts';
import { type Answer, Caller, type Portal, portalBase } from './portal.ts';

const clientId = 'keyward';
const clientSecret = 'a-secret-of-the-portal';
const claimsOf = (username: string) => ({
  preferred_username: username,
  name: username,
  email: `${username}@demo.example`,
  email_verified: true,
});

type Claims = Record<string, unknown>;

export async function openSso(portal: Portal) {
  const fault: {
    claims?: (claims: Claims) => Claims;
    signature: boolean;
    unsigned: boolean;
    more?: { path: string; fields: Claims };
  } = { signature: false, unsigned: false };
  const names = ['clerk', 'manager', 'gone', 'nobody', 'editor', 'stranger'];
  const redirectUri = `${portalBase}/sso`;
  const idp = await startIdentityProvider({
    port: 0,
    clientId,
    clientSecret,
    redirectUris: [redirectUri],
    accounts: [
      ...names.map((name) => ({
        subject: `subject-of-${name}`,
        claims: claimsOf(name),
      })),
      {
        subject: 'second-clerk',
        claims: claimsOf('clerk'),
      },
      {
        subject: 'no-name',
        claims: { name: 'x' },
      },
      {
        subject: 'unverified',
        claims: {
          ...claimsOf('editor'),
          email_verified: false,
        },
      },
    ],
    tamper: (path, sent) => {
      const answer =
        fault.more?.path === path
          ? {
              ...sent,
              ...fault.more.fields,
            }
          : sent;
      const token = answer['id_token'];
      if (typeof token !== 'string') return answer;
      const [head = '', body = ''] = token.split('.');
      if (fault.unsigned) {
        const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
        return {
          ...answer,
          id_token: `${none}.${body}.`,
        };
      }
      if (!fault.claims) return answer;
      const claims = fault.claims(JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Claims);
      const text = `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
      const signature = sign('sha256', Buffer.from(text), idp.privateKey).toString('base64url');
      return {
        ...answer,
        id_token: `${text}.${fault.signature ? [...signature].toReversed().join('') : signature}`,
      };
    },
  });
  onTeardown(() => idp.stop());

  async function configure(
    change: { issuer?: string; secret?: string; claim?: string; domains?: string[]; password?: string[] } = {},
  ) {
    const secret = portal.vault.seal(change.secret ?? clientSecret, clientSecretContext(tenants.demo));
    await portal.database.system.query('delete from sso_provider where tenant_id = $1', [tenants.demo]);
    await portal.database.system.query(
      `insert into sso_provider (tenant_id, issuer, client_id, client_secret, profile_claim, domains, password_names)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [
        tenants.demo,
        change.issuer ?? idp.issuer,
        clientId,
        secret,
        change.claim ?? 'preferred_username',
        change.domains ?? [],
        change.password ?? [],
      ],
    );
  }

  /** Starts the flow: the provider's address, and the browser's sealed cookie. */
  async function begin(username = 'clerk') {
    const caller = new Caller(portal.app, 'localhost', {});
    const answer = await caller.request(auth.loginSso, { query: { username } });
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    return { answer, cookie, url: (answer.body as { data?: { url: string } }).data?.url ?? '' };
  }

  const visit = (url: string, subject: string) => visitProvider(url, subject, redirectUri);
  const finish = (cookie: string, body: Record<string, string>): Promise<Answer> =>
    new Caller(portal.app, 'localhost', cookie ? { cookie } : {}).request(signIn.sso, { body });

  return {
    issuer: idp.issuer,
    configure,
    begin,
    visit,
    finish,
    /** Runs the complete flow. */
    async signIn(subject: string, username = 'clerk') {
      const { cookie, url } = await begin(username);
      return finish(cookie, await visit(url, subject));
    },
    unsign: (on: boolean) => void (fault.unsigned = on),
    breakSignature: (broken: boolean) => void (fault.signature = broken),
    /** Adds fields to the response at a path, until it is called without arguments. */
    add: (path?: string, fields: Claims = {}) => {
      if (path === undefined) delete fault.more;
      else fault.more = { path, fields };
    },
    /** Alters the claims of ID tokens, which are signed afterwards, until it is called without arguments. */
    alter: (claims?: (claims: Claims) => Claims) => {
      if (claims) fault.claims = claims;
      else delete fault.claims;
    },
  };
}

/** A provider that serves only metadata, with the given changes. `requests` counts; `fault` cuts or replaces its answers. */
export async function openIssuer(change: Record<string, string> = {}) {
  const seen: { requests: number; fault?: 'cut' | 'gateway' | undefined } = { requests: 0 };
  const server = http.createServer((request, response) => {
    seen.requests++;
    if (seen.fault === 'cut') return void request.socket.destroy();
    if (seen.fault === 'gateway') return void response.writeHead(503).end('no server is available');
    const description = {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      ...change,
    };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(description));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  // metadata is cached by issuer, and another provider may have used the same port
  const issuer = `http://localhost:${(server.address() as net.AddressInfo).port}/${randomUUID()}`;
  return {
    issuer,
    seen,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Signs in at the provider as a browser does; returns the parameters that it sends back to `redirectUri`. */
export async function visitProvider(
  url: string,
  subject: string,
  redirectUri: string,
): Promise<Record<string, string>> {
  const jar = new Map<string, string>();
  let at = new URL(url);
  let form: URLSearchParams | undefined;
  for (let hop = 0; hop < 12; hop++) {
    const response = await fetch(at, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { method: 'POST', body: form } : {}),
    });
    form = undefined;
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split(/=(.*)/s) ?? [];
      jar.set(name, value);
    }
    const location = response.headers.get('location');
    await response.text();
    if (!location) {
      if (!at.pathname.startsWith('/interaction/'))
        throw new Error(`the provider answered ${response.status} at ${at.href}`);
      form = new URLSearchParams({ account: subject });
      continue;
    }
    at = new URL(location, at);
    if (at.href.startsWith(redirectUri)) return Object.fromEntries(at.searchParams);
  }
  throw new Error('the provider sends the browser round in circles');
}
