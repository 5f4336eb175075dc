import { createHash } from 'node:crypto';
import * as oidc from 'openid-client';
import { confirmState } from '@keyward/contract/confirm-acts';
import type { ErrorCode } from '@keyward/contract/errors';
import { clock } from '#core/clock.ts';

/** The provider's settings for a tenant; `redirectUri` is registered with the provider. */
export type OidcSettings = { issuer: string; clientId: string; clientSecret: string; redirectUri: string };
/** Kept sealed in the browser between the redirect to the provider and its callback. */
export type Attempt = { state: string; nonce: string; verifier: string };
export type Identity = {
  issuer: string;
  subject: string;
  claims: Readonly<Record<string, unknown>>;
  /** By the provider's clock, in seconds: when the ID token was issued, and when the person last signed in there. */
  issuedAt: number;
  authenticatedAt: number | undefined;
};

/** A failed single sign-on; `cause` is only logged. */
export class SsoError extends Error {
  readonly code: ErrorCode;
  constructor(code: ErrorCode, cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

/** No connection, a time-out, or a gateway without the provider behind it. */
class NoAnswer extends oidc.ClientError {}
const gatewayFailures = [502, 503, 504];

function throwAs(code: ErrorCode, error: unknown): never {
  if (error instanceof SsoError) throw error;
  throw new SsoError(error instanceof NoAnswer ? 'providerNoAnswer' : code, error);
}
const notUsable = (error: unknown) => throwAs('ssoConfig001', error);

/** Timeouts of one request to the provider, in seconds, and of all requests of one call, in ms. */
const requestSeconds = 4;
const totalMs = 4500;
const cacheMs = 10 * 60_000;
/** Time in ms for which a provider that did not answer, or could not be used, is not asked again. */
const restMs = 10_000;
/** Maximum lead of the provider's clock, in seconds. */
const clockSkewSeconds = 300;
const scope = 'openid profile email';

const isLoopback = ({ hostname }: URL) => /^(localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new SsoError('providerNoAnswer', 'no response in time')), totalMs);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Response limit in bytes; metadata, keys and tokens are a few thousand. */
const maxResponseBytes = 1024 * 1024;

/** `fetch` with a limit on the response body. Throws NoAnswer. */
const boundedFetch: oidc.CustomFetch = async (
  url,
  { body: requestBody, method, headers: requestHeaders, redirect, signal },
) => {
  const noAnswer = (cause: unknown): never => {
    throw new NoAnswer(cause instanceof Error ? cause.message : String(cause), { cause });
  };
  const response = await fetch(url, {
    method,
    headers: requestHeaders,
    redirect,
    ...(requestBody === undefined ? {} : { body: requestBody }),
    ...(signal ? { signal } : {}),
  }).catch(noAnswer);
  const { status, statusText, headers } = response;
  const body = await bodyOf(response).catch((cause: unknown) => {
    throw cause instanceof SsoError ? cause : noAnswer(cause);
  });
  if (gatewayFailures.includes(status)) noAnswer(`status ${status}`);
  return new Response([204, 205, 304].includes(status) ? null : body, { status, statusText, headers });
};

async function bodyOf(response: Response): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    // leaving the loop closes the connection
    if (bytes > maxResponseBytes)
      throw new SsoError('ssoConfig001', `a response of more than ${maxResponseBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** All endpoints of a provider must be https, or http on loopback if the issuer is on loopback too. */
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
    if (!safe) throw new SsoError('ssoConfig001', `its ${name} is not an https address`);
  }
}

async function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<oidc.Configuration> {
  const url = new URL(issuer);
  const execute = [oidc.enableNonRepudiationChecks, ...(isLoopback(url) ? [oidc.allowInsecureRequests] : [])];
  const options = { timeout: requestSeconds, execute, [oidc.customFetch]: boundedFetch };
  const configuration = await oidc.discovery(url, clientId, undefined, oidc.ClientSecretBasic(clientSecret), options);
  checkEndpoints(url, configuration.serverMetadata());
  const methods = configuration.serverMetadata().token_endpoint_auth_methods_supported;
  if (!methods || methods.includes('client_secret_basic')) return configuration;
  const viaPost = new oidc.Configuration(
    configuration.serverMetadata(),
    clientId,
    {},
    oidc.ClientSecretPost(clientSecret),
  );
  viaPost.timeout = requestSeconds;
  viaPost[oidc.customFetch] = boundedFetch;
  for (const prepare of execute) prepare(viaPost);
  return viaPost;
}

/** A provider as it was last found: its configuration or, for a short while, why it cannot be used. */
type Found = { configuration: Promise<oidc.Configuration>; until: number; resting: boolean };
const found = new Map<string, Found>();

const keyOf = ({ issuer, clientId, clientSecret }: OidcSettings) =>
  createHash('sha256')
    .update(JSON.stringify([issuer, clientId, clientSecret]))
    .digest('hex');

/** For `restMs` each sign-in gets this failure at once: none waits for a provider that does not answer. */
function rest(settings: OidcSettings, failure: SsoError): void {
  const key = keyOf(settings);
  if (found.get(key)?.resting) return;
  const configuration = Promise.reject(failure);
  configuration.catch(() => {});
  found.set(key, { configuration, until: performance.now() + restMs, resting: true });
}

/** The provider's discovered configuration, cached for ten minutes. Throws SsoError ssoConfig001 and providerNoAnswer. */
async function configurationOf(settings: OidcSettings): Promise<oidc.Configuration> {
  const last = found.get(keyOf(settings));
  if (last && last.until > performance.now()) return last.configuration;
  const configuration = discover(settings).catch(notUsable);
  found.set(keyOf(settings), { configuration, until: performance.now() + cacheMs, resting: false });
  configuration.catch((failure: SsoError) => rest(settings, failure));
  return configuration;
}

/** Checks that the provider answers and is the configured issuer. Throws SsoError ssoConfig001 and providerNoAnswer. */
export const probeProvider = async (settings: OidcSettings): Promise<void> =>
  void (await withTimeout(discover(settings).catch(notUsable)));

type SignInOptions = {
  username: string | undefined;
  /** Makes the provider ask the person again, even with a session there (OpenID Connect Core, 3.1.2.1: max_age). */
  fresh: boolean;
};

/** The authorization URL of one sign-in, and the attempt to keep for the callback. Throws SsoError ssoConfig001 and providerNoAnswer. */
export async function beginSignIn(
  settings: OidcSettings,
  { username, fresh }: SignInOptions,
): Promise<Attempt & { url: string }> {
  const configuration = await withTimeout(configurationOf(settings));
  const state = `${fresh ? confirmState : ''}${oidc.randomState()}`;
  const attempt = { state, nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() };
  const url = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: settings.redirectUri,
    scope,
    ...(username === undefined ? {} : { login_hint: username }),
    ...(fresh ? { max_age: '0' } : {}),
    code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
    state: attempt.state,
    nonce: attempt.nonce,
  });
  return { ...attempt, url: url.href };
}

/** Maps an error: code refused by the provider, invalid response, or provider unavailable. */
function codeOf(error: unknown): ErrorCode {
  if (error instanceof oidc.ResponseBodyError) return error.error === 'invalid_grant' ? 'ssoAuth004' : 'ssoConfig001';
  const code = error instanceof oidc.ClientError ? (error.code ?? '') : '';
  const notAcceptable =
    /^OAUTH_(JWT_|INVALID_RESPONSE|KEY_SELECTION_FAILED|UNSUPPORTED_OPERATION|PARSE_ERROR|JSON_ATTRIBUTE)/;
  return notAcceptable.test(code) ? 'ssoToken001' : 'ssoConfig001';
}

/**
 * Exchanges the code and validates the ID token (signature, issuer, audience, nonce, times). `claim` is read from the
 * user info endpoint if the token does not carry it. Throws SsoError.
 */
export async function endSignIn(
  settings: OidcSettings,
  attempt: Attempt,
  answer: { code: string; iss: string | undefined },
  claim: string,
): Promise<Identity> {
  try {
    return await withTimeout(exchangeCode(settings, attempt, answer, claim));
  } catch (error) {
    if (error instanceof SsoError && error.code === 'providerNoAnswer') rest(settings, error);
    throw error;
  }
}

async function exchangeCode(
  settings: OidcSettings,
  attempt: Attempt,
  answer: { code: string; iss: string | undefined },
  claim: string,
): Promise<Identity> {
  const configuration = await configurationOf(settings);
  const { issuer } = configuration.serverMetadata();
  const current = new URL(settings.redirectUri);
  // a tenant has one provider, so a response without `iss` can only come from it
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
    // OpenID Connect Core, section 2: a subject has at most 255 ASCII characters, and a token was issued in the past
    const latest = clock.now().getTime() / 1000 + clockSkewSeconds;
    if (!claims || claims.sub.length > 255 || claims.iat > latest) throw new SsoError('ssoToken001');
    const userInfo =
      claims[claim] === undefined && configuration.serverMetadata().userinfo_endpoint
        ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : {};
    return {
      issuer: claims.iss,
      subject: claims.sub,
      claims: { ...userInfo, ...claims },
      issuedAt: claims.iat,
      authenticatedAt: claims.auth_time,
    };
  } catch (error) {
    return throwAs(codeOf(error), error);
  }
}
