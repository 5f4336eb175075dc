// Who is at the browser: signed in once, watched for everything that goes wrong on the page.
import { test as base, type BrowserContext, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { type Call, callsOf, originOf, type Person, signIn, type Tenant } from './calls.ts';

/** Who the test's `page` is; null: nobody is signed in. */
type Who = { person: Person | null; tenant: Tenant };

type Problems = {
  /** Says that this will happen in the test; a problem that was announced but never came fails the test as well. */
  expect: (...patterns: RegExp[]) => void;
  /** Says that this may happen: what the browser tells of, or not, as it is quick. */
  allow: (...patterns: RegExp[]) => void;
};
type Watch = Problems & {
  attach: (context: BrowserContext) => void;
  /** Waits, for a while, until everything that was announced has come. */
  settled: () => Promise<void>;
};

type Fixtures = Who & {
  problems: Watch;
  /** Calls of the API as a person, in a session of its own for each test worker. */
  api: (person: Person, tenant?: Tenant) => Promise<Call>;
  /** A second browser window with somebody else in it. */
  open: (person: Person | null, options?: BrowserContextOptions & { tenant?: Tenant }) => Promise<Page>;
};
type Cookies = (person: Person, tenant: Tenant) => Promise<string>;

/** The browser's storage of somebody who is signed in. */
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

/** A session of its own, which a test may end. */
export async function freshState(tenant: Tenant, username: string) {
  return stateOf(tenant, await signIn(tenant, username));
}

/** A page that hears of the end of its session asks after it: in time to be told, or not. */
const hadEnded = /status of 401 .*\/api\/v1\/(me|live|me\/settings|settings\/defaults)\)$/;

function watch(): Watch & { verdict: () => string[] } {
  const expected: { pattern: RegExp; came: boolean }[] = [];
  const seen: string[] = [];
  const attach = (context: BrowserContext) => {
    context.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()))
        seen.push(`${message.type()}: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (failure) => seen.push(`page error: ${failure.error().stack ?? failure.error().message}`));
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? '';
      // what a newer question overtook, or a page that was left, is cut off on purpose
      if (reason !== 'net::ERR_ABORTED') seen.push(`failed: ${request.method()} ${request.url()} ${reason}`);
    });
  };
  const verdict = () => {
    const surprises = seen.filter((line) => {
      if (hadEnded.test(line)) return false;
      const match = expected.find(({ pattern }) => pattern.test(line));
      if (match) match.came = true;
      return !match;
    });
    const missing = expected.filter(({ came }) => !came).map(({ pattern }) => `announced, but never came: ${pattern}`);
    return [...surprises, ...missing];
  };
  // the browser tells of a refused request a moment after the page has shown it
  const settled = async () => {
    const missing = () =>
      expected.filter(({ pattern, came }) => !came && !seen.some((line) => pattern.test(line))).length;
    // what is still missing then is the verdict's to say
    await expect
      .poll(missing, { timeout: 5000 })
      .toBe(0)
      .catch(() => undefined);
  };
  return {
    attach,
    verdict,
    settled,
    expect: (...patterns) => expected.push(...patterns.map((pattern) => ({ pattern, came: false }))),
    allow: (...patterns) => expected.push(...patterns.map((pattern) => ({ pattern, came: true }))),
  };
}

/** A session that nobody uses for a quarter of an hour ends; a whole run may take longer. */
const freshMs = 8 * 60_000;

/** The profile ID is not one of single sign-on: the lookup's answer for everybody here (specification, part 1, section 7). */
export const noSingleSignOn = /404.*\/api\/v1\/login\/sso\?/;

export const test = base.extend<Fixtures, { cookies: Cookies }>({
  person: ['admin', { option: true }],
  tenant: ['demo', { option: true }],
  cookies: [
    async ({}, use) => {
      const known = new Map<string, { cookie: Promise<string>; until: number }>();
      await use((person, tenant) => {
        const key = `${tenant} ${person}`;
        let session = known.get(key);
        if (!session || session.until < performance.now()) {
          session = { cookie: signIn(tenant, person), until: performance.now() + freshMs };
          known.set(key, session);
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
    // with the page, which otherwise would be closed before its last messages are read
    async ({ context, page: _page }, use) => {
      const watched = watch();
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
      // what is not said here is as for the test's own page
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
