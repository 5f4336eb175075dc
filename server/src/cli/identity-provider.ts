// A real OpenID Connect provider, for manual trials and tests of single sign-on. Its accounts have no password.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { StartError, errorCode } from '#db/start-error.ts';

export type Account = { subject: string; claims: Record<string, unknown> };
export type ProviderOptions = {
  /** 0: any free port. */
  port: number;
  clientId: string;
  clientSecret: string;
  redirectUris: string[];
  accounts: readonly Account[];
  /** Lets tests falsify responses: maps the response of /token, /jwks and /me. */
  tamper?: (path: string, answer: Record<string, unknown>) => Record<string, unknown>;
};

const page = (accounts: readonly Account[], hint: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<link rel="icon" href="data:,"><title>Demo identity provider</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:24rem;margin:15vh auto;padding:0 1rem}
button{display:block;width:100%;padding:.8rem;margin:.5rem 0;font:inherit;border:1px solid #888;border-radius:.5rem;background:#fff;text-align:left}
button:focus-visible{outline:3px solid #1971c2}</style></head>
<body><h1>Demo identity provider</h1><p>Who is signing in?</p>
<form method="post">${accounts
  .toSorted((a, b) => Number(b.subject === hint) - Number(a.subject === hint))
  .map(
    ({ subject }) =>
      `<button name="account" value="${encodeURIComponent(subject)}">${subject.replace(/[^\w@.+ -]/g, '')}</button>`,
  )
  .join('')}<button name="account" value="">Cancel</button></form></body></html>`;

async function bodyOf(request: http.IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > 4096) break;
  }
  return new URLSearchParams(text);
}

/** Imported on demand, because it is a development dependency. */
async function loadLibrary() {
  try {
    return (await import('oidc-provider')).default;
  } catch (cause) {
    throw new StartError('The demo identity provider needs the development packages: run npm ci.', { cause });
  }
}

/** @throws StartError when the port is taken. */
export async function startIdentityProvider(options: ProviderOptions) {
  const Provider = await loadLibrary();
  const server = http.createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port, '127.0.0.1', resolve);
  }).catch((cause: unknown) => {
    const taken = errorCode(cause) === 'EADDRINUSE';
    throw taken ? new StartError(`Port ${options.port} is in use: choose another with --port.`, { cause }) : cause;
  });
  const address: AddressInfo | string | null = server.address();
  const issuer = `http://localhost:${typeof address === 'object' && address ? address.port : options.port}`;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const accounts = new Map(options.accounts.map((account) => [account.subject, account]));

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: options.clientId,
        client_secret: options.clientSecret,
        redirect_uris: options.redirectUris,
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kty: 'RSA', kid: 'demo', use: 'sig', alg: 'RS256' }] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'preferred_username'] },
    conformIdTokenClaims: false,
    cookies: { keys: [randomBytes(32).toString('hex')] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    ttl: { Session: 600, Interaction: 600, Grant: 600, AuthorizationCode: 60, AccessToken: 60, IdToken: 300 },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, id) => {
      const account = accounts.get(id);
      return account && { accountId: id, claims: () => ({ sub: id, ...account.claims }) };
    },
    // grants consent to everything
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({ clientId: options.clientId, accountId: oidc.session?.accountId ?? '' });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  provider.use(async (context, next) => {
    await next();
    const body: unknown = context.body;
    const answered = ['/token', '/jwks', '/me'].includes(context.path) && typeof body === 'object' && body !== null;
    if (options.tamper && answered) context.body = options.tamper(context.path, { ...body });
  });
  const serve = provider.callback();
  server.on('request', (request: http.IncomingMessage, response: http.ServerResponse) => {
    if (!request.url?.startsWith('/interaction/')) return void serve(request, response);
    interact(request, response).catch(() => response.writeHead(400).end('This sign-in has expired.'));
  });
  async function interact(request: http.IncomingMessage, response: http.ServerResponse) {
    const { params } = await provider.interactionDetails(request, response);
    if (request.method !== 'POST') {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(page(options.accounts, String(params['login_hint'])));
      return;
    }
    const accountId = decodeURIComponent((await bodyOf(request)).get('account') ?? '');
    const result = accounts.has(accountId)
      ? { login: { accountId } }
      : { error: 'access_denied', error_description: 'cancelled' };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }
  return {
    issuer,
    /** The signing key, for tests that sign tokens themselves. */
    privateKey,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
