import { createHash } from 'node:crypto';
import * as oidc from 'openid-client';
import type { ErrorCode } from '@keyward/contract/errors';
import { clock } from '#core/clock.ts';

/** What the tenant's operator configured; `redirectUri` is registered with the provider. */
export type OidcSettings = { issuer: string; clientId: string; clientSecret: string; redirectUri: string };
/** What the browser keeps, sealed, between leaving for the provider and coming back. */
export type Attempt = { state: string; nonce: string; verifier: string };
export type Identity = { issuer: string; subject: string; claims: Readonly<Record<string, unknown>> };

/** A failed single sign-on; `cause` is for the log alone. */
export class SsoError extends Error {
  readonly code: ErrorCode;
  constructor(code: ErrorCode, cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

/** One request to the provider, and all that one call of ours makes together. */
const requestSeconds = 4;
const wholeMs = 4500;
const keepMs = 10 * 60_000;
/** How far the provider's clock may be ahead. */
const clockSkewSeconds = 300;
const scope = 'openid profile email';

const isLoopback = ({ hostname }: URL) => /^(localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);

async function within<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new SsoError('ssoConfig001', 'no answer in time')), wholeMs);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

const known = new Map<string, { found: Promise<oidc.Configuration>; until: number }>();

/** In bytes: a description, keys and tokens have some thousand. */
const answerBytes = 1024 * 1024;

/** `fetch` for what the provider answers, which is read up to a bound. */
const boundedFetch: oidc.CustomFetch = async (url, { body: sent, method, headers: asked, redirect, signal }) => {
  const response = await fetch(url, {
    method,
    headers: asked,
    redirect,
    ...(sent === undefined ? {} : { body: sent }),
    ...(signal ? { signal } : {}),
  });
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    // leaving the loop hangs up
    if (bytes > answerBytes) throw new SsoError('ssoConfig001', `an answer of more than ${answerBytes} bytes`);
    parts.push(part);
  }
  const { status, statusText, headers } = response;
  const body = [204, 205, 304].includes(status) ? null : Buffer.concat(parts);
  return new Response(body, { status, statusText, headers });
};

/** Where a provider sends people and where the server asks: https, or http on loopback for a provider that is there. */
function checkEndpoints(issuer: URL, metadata: oidc.ServerMetadata) {
  const { authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint } = metadata;
  for (const [name, address] of Object.entries({
    authorization_endpoint,
    token_endpoint,
    jwks_uri,
    userinfo_endpoint,
  })) {
    if (address === undefined && name === 'userinfo_endpoint') continue;
    const url = URL.parse(address ?? '');
    const safe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url) && isLoopback(issuer));
    if (!safe) throw new SsoError('ssoConfig001', `its ${name} is no https address`);
  }
}

async function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<oidc.Configuration> {
  const url = new URL(issuer);
  const execute = [oidc.enableNonRepudiationChecks, ...(isLoopback(url) ? [oidc.allowInsecureRequests] : [])];
  const options = { timeout: requestSeconds, execute, [oidc.customFetch]: boundedFetch };
  const found = await oidc.discovery(url, clientId, undefined, oidc.ClientSecretBasic(clientSecret), options);
  checkEndpoints(url, found.serverMetadata());
  const ways = found.serverMetadata().token_endpoint_auth_methods_supported;
  if (!ways || ways.includes('client_secret_basic')) return found;
  const posting = new oidc.Configuration(found.serverMetadata(), clientId, {}, oidc.ClientSecretPost(clientSecret));
  posting.timeout = requestSeconds;
  posting[oidc.customFetch] = boundedFetch;
  for (const prepare of execute) prepare(posting);
  return posting;
}

/** The provider's own description of itself, kept for ten minutes. Throws SsoError ssoConfig001. */
async function configurationOf(settings: OidcSettings): Promise<oidc.Configuration> {
  const key = createHash('sha256')
    .update(JSON.stringify([settings.issuer, settings.clientId, settings.clientSecret]))
    .digest('hex');
  const kept = known.get(key);
  const fresh = !kept || kept.until < performance.now();
  const found = fresh ? discover(settings) : kept.found;
  if (fresh) known.set(key, { found, until: performance.now() + keepMs });
  try {
    return await found;
  } catch (error) {
    known.delete(key);
    throw error instanceof SsoError ? error : new SsoError('ssoConfig001', error);
  }
}

/** Does the provider answer, and is it the one it is said to be? Throws SsoError ssoConfig001. */
export const probeProvider = async (settings: OidcSettings): Promise<void> =>
  void (await within(configurationOf(settings)));

/** The provider's address for one sign-in, and what has to be remembered of it. Throws SsoError ssoConfig001. */
export async function beginSignIn(settings: OidcSettings, username?: string): Promise<Attempt & { url: string }> {
  const configuration = await within(configurationOf(settings));
  const attempt = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() };
  const url = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: settings.redirectUri,
    scope,
    ...(username === undefined ? {} : { login_hint: username }),
    code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
    state: attempt.state,
    nonce: attempt.nonce,
  });
  return { ...attempt, url: url.href };
}

/** The provider refused the code; its answer is not acceptable; or it cannot be spoken to. */
function codeOf(error: unknown): ErrorCode {
  if (error instanceof oidc.ResponseBodyError) return error.error === 'invalid_grant' ? 'ssoAuth004' : 'ssoConfig001';
  const code = error instanceof oidc.ClientError ? (error.code ?? '') : '';
  const notAcceptable =
    /^OAUTH_(JWT_|INVALID_RESPONSE|KEY_SELECTION_FAILED|UNSUPPORTED_OPERATION|PARSE_ERROR|JSON_ATTRIBUTE)/;
  return notAcceptable.test(code) ? 'ssoToken001' : 'ssoConfig001';
}

/**
 * Who came back: exchanges the code and judges the ID token (signature, issuer, audience, nonce, times). `claim` is asked
 * of the provider's user information when the token does not carry it. Throws SsoError.
 */
export async function endSignIn(
  settings: OidcSettings,
  attempt: Attempt,
  answer: { code: string; iss: string | undefined },
  claim: string,
): Promise<Identity> {
  return within(
    (async () => {
      const configuration = await configurationOf(settings);
      const { issuer } = configuration.serverMetadata();
      const current = new URL(settings.redirectUri);
      // one provider a tenant, so that an answer without `iss` can only be its own
      const query = { code: answer.code, state: attempt.state, iss: answer.iss ?? issuer };
      current.search = new URLSearchParams(query).toString();
      try {
        const tokens = await oidc.authorizationCodeGrant(configuration, current, {
          pkceCodeVerifier: attempt.verifier,
          expectedState: attempt.state,
          expectedNonce: attempt.nonce,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        // OpenID Connect Core, section 2: a subject has at most 255 ASCII characters, and a token was made before now
        const made = clock.now().getTime() / 1000 + clockSkewSeconds;
        if (!claims || claims.sub.length > 255 || claims.iat > made) throw new SsoError('ssoToken001');
        const asked =
          claims[claim] === undefined && configuration.serverMetadata().userinfo_endpoint
            ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)
            : {};
        return { issuer: claims.iss, subject: claims.sub, claims: { ...asked, ...claims } };
      } catch (error) {
        throw error instanceof SsoError ? error : new SsoError(codeOf(error), error);
      }
    })(),
  );
}
