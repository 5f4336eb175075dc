import type { Page } from '@playwright/test';
import { signInAs, signOut } from './account.ts';
import { totalRows, withoutLive } from './list.ts';
import { expect, freshState, nightly, noSingleSignOn, test } from './people.ts';

/**
 * Opens an address while the portal's own script does not arrive. Returns the names of the files that are requested even
 * so, without their hashes.
 */
async function requestedAtOnce(page: Page, address: string): Promise<string[]> {
  const names: string[] = [];
  // the page before fetches in its spare time, even while the next one is on its way
  await page.goto('about:blank');
  await page.route('**/assets/index-*.js', () => undefined);
  page.on('request', (request) => {
    const name = /\/assets\/(.+)-[\w-]{8}\.(js|css)$/.exec(request.url());
    if (name) names.push(`${name[1]}.${name[2]}`);
  });
  await page.goto(address, { waitUntil: 'commit' });
  await expect.poll(() => names.some((name) => name.startsWith('texts-'))).toBe(true);
  return names;
}

test('a list requests all files of its first page at once', nightly, async ({ page }) => {
  // signed in, as the browser remembers it
  await page.goto('/devices');
  await totalRows(page);
  const names = await requestedAtOnce(page, '/devices');
  expect(names).toEqual(expect.arrayContaining(['portal.js', 'portal.css', 'page.js', 'EntityPage.js', 'texts-en.js']));
  expect(names).not.toContain('signIn.js');
  expect(names).not.toContain('phone.js');
});

const sessionCalls = /\/api\/v1\/(session-check|me|settings\/defaults|me\/settings)$/;

test('the session is requested once, in parallel with the scripts', nightly, async ({ page }) => {
  await page.goto('/devices');
  await totalRows(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    const name = sessionCalls.exec(request.url())?.[1];
    if (name) asked.push(name);
  });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/index-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/devices', { waitUntil: 'commit' });
  await expect.poll(() => asked.toSorted()).toEqual(['me', 'me/settings', 'session-check', 'settings/defaults']);
  release();
  await totalRows(page);
  expect(asked).toHaveLength(4);
});

test('a phone also requests the files of its rows at once', nightly, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/activity');
  await totalRows(page);
  expect(await requestedAtOnce(page, '/activity')).toEqual(expect.arrayContaining(['portal.js', 'phone.js']));
});

test.describe('without a session', () => {
  test.use({ storageState: { cookies: [], origins: [] }, locale: 'ja-JP' });

  test('the sign-in page requests its own files at once', nightly, async ({ page }) => {
    const names = await requestedAtOnce(page, '/devices');
    expect(names).toEqual(expect.arrayContaining(['signIn.js', 'signIn.css', 'shared.js', 'texts-ja-JP.js']));
    expect(names).not.toContain('portal.js');
  });
});

test('the build page requests no session', nightly, async ({ open }) => {
  const page = await open(null);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/v1\/(me|settings|session-check)/.test(request.url())) asked.push(request.url());
  });
  await page.goto('/build');
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);
});

// a second request would show the rows twice, and cost the database twice
test('the first rows of Activity are requested once', nightly, async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/v1/events') asked.push(request.url());
  });
  await page.goto('/activity');
  await totalRows(page);
  await expect(
    page.getByRole('region', { name: 'Activity over time' }).or(page.getByRole('table')).first(),
  ).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(asked.filter((url) => !url.includes('results_per_page'))).toHaveLength(1);
});

// in the other order, Mantine's rules for a part would yield to its rules for all
test('styles of a part come after those of every page', nightly, async ({ page }) => {
  await page.goto('/devices');
  await totalRows(page);
  const sheets = await page.evaluate(() =>
    [...document.styleSheets].flatMap(({ href }) => /\/assets\/(\w+)-/.exec(href ?? '')?.[1] ?? []),
  );
  expect(sheets.slice(0, 2)).toEqual(['index', expect.any(String)]);
  expect(sheets).toEqual(expect.arrayContaining(['portal', 'EntityPage', 'list']));
});

test.describe('while the scripts load', () => {
  test.use({ person: null });

  /** Opens the devices in a tab whose scripts wait; resolves once the page itself has its answers. */
  async function slowTab(first: Page) {
    const page = await first.context().newPage();
    await withoutLive(page);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/assets/index-*.js', async (route) => {
      await released;
      await route.continue();
    });
    const answered = page.waitForResponse(/\/api\/v1\/me$/);
    await page.goto('/devices', { waitUntil: 'commit' });
    await answered;
    return { page, release };
  }

  test('a sign-in of another person shows that person in both tabs', async ({ open }) => {
    const first = await open(null, { storageState: await freshState('demo', 'admin') });
    await withoutLive(first);
    await first.goto('/devices');
    await totalRows(first);
    const { page, release } = await slowTab(first);
    const { cookies } = await freshState('demo', 'manager');
    await first.context().addCookies(cookies);
    await first.goto('/activity');
    await totalRows(first);
    release();
    await totalRows(page);
    for (const tab of [page, first]) {
      await expect(tab.getByRole('button', { name: /^Your account/ })).toContainText('Mona Whitfield');
    }
  });

  test(
    'a sign-out leads the page to the sign-in, after which it shows the account of the next person',
    nightly,
    async ({ open, problems }) => {
      problems.allow(noSingleSignOn, /401/);
      const first = await open(null, { storageState: await freshState('demo', 'admin') });
      await withoutLive(first);
      await first.goto('/devices');
      await totalRows(first);
      const { page, release } = await slowTab(first);
      await signOut(first);
      release();
      await expect(page).toHaveURL('/username');
      await signInAs(page, 'manager');
      await totalRows(page);
      await expect(page.getByRole('button', { name: /^Your account/ })).toContainText('Mona Whitfield');
    },
  );

  test('a lost connection is retried', nightly, async ({ open, problems }) => {
    problems.expect(/ERR_CONNECTION_RESET/);
    const page = await open('admin');
    await page.goto('/devices');
    await totalRows(page);
    await page.route(sessionCalls, (route) => route.abort('connectionreset'), { times: 4 });
    await page.goto('/devices');
    await totalRows(page);
  });
});
