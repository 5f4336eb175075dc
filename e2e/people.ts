// The profile of the browser: signed in once, with the page watched for any error.
import { test as base, type BrowserContext, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { type Call, callsOf, originOf, type Person, signIn, type Tenant } from './calls.ts';

/** The profile of the test's `page`; null: signed out. */
type SignedInAs = { person: Person | null; tenant: Tenant };

type Problems = {
  /** Announces an error of this test; the test also fails if an announced error does not occur. */
  expect: (...patterns: RegExp[]) => void;
  /** Announces an error that may occur: depending on timing, the browser reports it or not. */
  allow: (...patterns: RegExp[]) => void;
};
type Watch = Problems & {
  attach: (context: BrowserContext) => void;
  /** Waits, for a while, until every announced error has occurred. */
  settled: () => Promise<void>;
};

export type Fixtures = SignedInAs & {
  problems: Watch;
  /** Calls of the API as a profile, in one session for each test worker. */
  api: (person: Person, tenant?: Tenant) => Promise<Call>;
  /** A second browser context with another profile. */
  open: (person: Person | null, options?: BrowserContextOptions & { tenant?: Tenant }) => Promise<Page>;
};
type Cookies = (person: Person, tenant: Tenant) => Promise<string>;

/** The browser storage of a signed-in session. */
export function stateOf(
  tenant: Tenant,
  cookie: string,
): NonNullable<Exclude<BrowserContextOptions['storageState'], string>> {
  const origin = originOf(tenant);
  const [name = '', value = ''] = cookie.split('=');
  return {
    cookies: [
      {
        name,
        value,
        domain: new URL(origin).hostname,
        path: '/',
        expires: -1,
        httpOnly: true,
        secure: false,
        sameSite: 'Strict',
      },
    ],
    origins: [{ origin, localStorage: [{ name: 'session', value: '1' }] }],
  };
}

/** A separate session, which a test may end. */
export async function freshState(tenant: Tenant, username: string) {
  return stateOf(tenant, await signIn(tenant, username));
}

/** A page that learns of the end of its session makes calls that may or may not get their 401 in time. */
const sessionEnded =
  /status of 401 .*\/api\/v1\/(me|live|me\/settings|settings\/defaults|tenants\/config\/\w+|custom-views\/counts\?\S+|inbox\/unread)\)$/;

/** A journey sets and removes its tenant's logo beside the others, whose pages may just be about to load it. */
const logoRemoved = /status of 404 .*\/api\/v1\/organization\/logo\?v=\w+\)$/;

function watchProblems(): Watch & { verdict: () => string[] } {
  const expected: { pattern: RegExp; occurred: boolean }[] = [];
  const seen: string[] = [];
  const attach = (context: BrowserContext) => {
    context.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()))
        seen.push(`${message.type()}: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (failure) => seen.push(`page error: ${failure.error().stack ?? failure.error().message}`));
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? '';
      // superseded requests, and those of a page that was left, are aborted on purpose
      if (reason !== 'net::ERR_ABORTED') seen.push(`failed: ${request.method()} ${request.url()} ${reason}`);
    });
  };
  const verdict = () => {
    const surprises = seen.filter((line) => {
      if (sessionEnded.test(line) || logoRemoved.test(line)) return false;
      const match = expected.find(({ pattern }) => pattern.test(line));
      if (match) match.occurred = true;
      return !match;
    });
    const missing = expected
      .filter(({ occurred: came }) => !came)
      .map(({ pattern }) => `expected, but did not occur: ${pattern}`);
    return [...surprises, ...missing];
  };
  // the browser reports a refused request a moment after the page has shown it
  const settled = async () => {
    const missing = () =>
      expected.filter(({ pattern, occurred: came }) => !came && !seen.some((line) => pattern.test(line))).length;
    // errors that are still missing fail the test afterwards
    await expect
      .poll(missing, { timeout: 5000 })
      .toBe(0)
      .catch(() => undefined);
  };
  return {
    attach,
    verdict,
    settled,
    expect: (...patterns) => expected.push(...patterns.map((pattern) => ({ pattern, occurred: false }))),
    allow: (...patterns) => expected.push(...patterns.map((pattern) => ({ pattern, occurred: true }))),
  };
}

/** A session ends after a quarter of an hour without use; a whole run may take longer. */
const freshMs = 8 * 60_000;

/**
 * The lookup's answer for a profile ID without single sign-on, as all of these are (specification, part 1, section 7).
 */
export const noSingleSignOn = /404.*\/api\/v1\/login\/sso\?/;

export const test = base.extend<Fixtures, { cookies: Cookies }>({
  person: ['admin', { option: true }],
  tenant: ['demo', { option: true }],
  cookies: [
    async ({}, use) => {
      const sessions = new Map<string, { cookie: Promise<string>; until: number }>();
      await use((person, tenant) => {
        const key = `${tenant} ${person}`;
        let session = sessions.get(key);
        if (!session || session.until < performance.now()) {
          session = { cookie: signIn(tenant, person), until: performance.now() + freshMs };
          sessions.set(key, session);
        }
        return session.cookie;
      });
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ tenant }, use) => use(originOf(tenant)),
  storageState: async ({ person, tenant, cookies }, use) =>
    use(person ? stateOf(tenant, await cookies(person, tenant)) : undefined),
  problems: [
    // depends on the page, which otherwise would close before its last messages are read
    async ({ context, page: _page }, use) => {
      const watched = watchProblems();
      watched.attach(context);
      await use(watched);
      await watched.settled();
      const verdict = watched.verdict();
      if (verdict.length) throw new Error(`The page had problems:\n${verdict.join('\n')}`);
    },
    { auto: true },
  ],
  api: async ({ cookies }, use) => {
    await use(async (person, tenant = 'demo') => callsOf(tenant, await cookies(person, tenant)));
  },
  open: async ({ browser, cookies, problems }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (person, { tenant = 'demo', ...options } = {}) => {
      // defaults to the options of the test's own page
      const context = await browser.newContext({
        baseURL: originOf(tenant),
        storageState: person ? stateOf(tenant, await cookies(person, tenant)) : { cookies: [], origins: [] },
        ...options,
      });
      contexts.push(context);
      problems.attach(context);
      return context.newPage();
    });
    await problems.settled();
    await Promise.all(contexts.map((context) => context.close()));
  },
});

/** Marks a test that `npm test` leaves to `npm run test:nightly` (docs/decisions/0033). */
export const nightly = { tag: '@nightly' };

export { expect } from '@playwright/test';
