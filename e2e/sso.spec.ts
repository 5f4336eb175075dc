import { auth, signIn as signInBy } from '@keyward/contract/auth';
import type { Page } from '@playwright/test';
import { signOut } from './account.ts';
import { expectAccessible } from './axe.ts';
import { password, send } from './calls.ts';
import { confirmDialog, guardProfiles } from './confirming.ts';
import { chooseAccount, startDemoIdp } from './idp.ts';
import { totalRows } from './list.ts';
import { expect, nightly, noSingleSignOn, test } from './people.ts';

test.use({ person: null });

/** Accepts every answer of the provider; returns the bodies that the portal sends. */
async function acceptCodes(page: Page): Promise<unknown[]> {
  const bodies: unknown[] = [];
  await page.route('**/api/v1/login/sso', async (route) => {
    bodies.push(route.request().postDataJSON());
    // a session of the real server, as after a valid answer of the provider
    const body = { username: 'clerk', password };
    const { cookie = '' } = await send('demo', 'POST', auth.login.path, { body });
    await route.fulfill({
      json: { data: { isAuthenticated: true } },
      headers: { 'set-cookie': `${cookie}; Path=/; HttpOnly` },
    });
  });
  return bodies;
}

test.describe('/sso', () => {
  test('forwards the provider’s parameters unchanged and once, and opens /', nightly, async ({ page }) => {
    const bodies = await acceptCodes(page);
    await page.goto(
      `/sso?code=${encodeURIComponent('-a|b&c <1>')}&state=%3Dx&session_state=${encodeURIComponent(' @s;')}`,
    );
    await expect(page).toHaveURL('/activity');
    expect(bodies).toEqual([{ code: '-a|b&c <1>', state: '=x', session_state: ' @s;' }]);
    await page.goBack();
    await expect(page).not.toHaveURL(/code=/);
  });

  test(
    'a portal file that does not load does not end a session that has begun',
    nightly,
    async ({ page, problems }) => {
      problems.expect(/(failed: GET|ERR_FAILED).*assets/);
      await acceptCodes(page);
      let isDown = true;
      await page.route('**/assets/portal-*.js', (route) => (isDown ? route.abort() : route.continue()));
      // from the next page on
      page.on('request', (request) => {
        if (request.isNavigationRequest() && new URL(request.url()).pathname !== '/sso') isDown = false;
      });
      await page.goto('/sso?code=a&state=b');
      await expect(page).toHaveURL('/activity');
      await page.reload();
      await expect(page.getByRole('button', { name: /^Your account: / })).toBeVisible();
    },
  );

  for (const [code, words] of [
    ['ssoAuth001', /support: SSO-AUTH-001$/],
    ['ssoAuth004', /support: SSO-AUTH-004$/],
    ['ssoToken001', /support: SSO-TOKEN-001$/],
    ['ssoIdentity003', /support: SSO-IDENTITY-003$/],
    ['ssoConfig001', /support: SSO-CONFIG-001$/],
  ] as const) {
    test(`a refusal leads to /username with its code: ${code}`, nightly, async ({ page, problems }) => {
      problems.expect(/401.*login\/sso/);
      await page.route('**/api/v1/login/sso', (route) =>
        route.fulfill({ status: 401, json: { errors: [{ code, detail: 'in English' }] } }),
      );
      await page.goto('/sso?code=a&state=b');
      await expect(page).toHaveURL('/username');
      await expect(page.getByRole('alert')).toHaveText(words);
    });
  }

  test('a response without data says that single sign-on failed', nightly, async ({ page }) => {
    await page.route('**/api/v1/login/sso', (route) => route.fulfill({ json: {} }));
    await page.goto('/sso?code=a&state=b');
    await expect(page).toHaveURL('/username');
    await expect(page.getByRole('alert')).toHaveText(/^Single sign-on did not work\./);
  });

  test('a callback without a sign-in leads to /username with a message', nightly, async ({ page, problems }) => {
    problems.expect(new RegExp(`40\\d.*${signInBy.sso.path}`));
    await page.goto('/sso?code=a&state=b');
    await expect(page).toHaveURL('/username');
    await expect(page.getByRole('alert')).not.toHaveText('');
  });
});

test('an address other than http or https is not opened', nightly, async ({ page }) => {
  for (const url of ['javascript:document.title="gone"', 'data:text/html,gone', 'mkey://Login']) {
    await page.route('**/api/v1/login/sso?*', (route) => route.fulfill({ json: { data: { url } } }));
    await page.goto('/username');
    await page.getByRole('textbox', { name: 'Profile ID' }).fill('clerk');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('Error encountered while fetching data from the server');
    await expect(page).toHaveURL('/username');
    await expect(page).toHaveTitle('Sign in to Keyward · Keyward');
  }
});

test.describe('through the demo’s provider', () => {
  // one provider and one tenant are shared
  test.describe.configure({ mode: 'serial' });
  test.use({ tenant: 'harbor' });
  let stop: () => Promise<void>;
  test.beforeAll(async () => {
    stop = await startDemoIdp();
  });
  test.afterAll(() => stop());
  const begin = async (page: Page, username: string) => {
    await page.goto('/username');
    await page.getByRole('textbox', { name: 'Profile ID' }).fill(username);
    await page.keyboard.press('Enter');
  };

  test('a profile ID of its domain is sent there and returns signed in', async ({ page }) => {
    await begin(page, 'sam@harbor.example');
    await chooseAccount(page, 'sam@harbor.example');
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('button', { name: 'Your account: Sam Alvarez' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Your account: Sam Alvarez' })).toBeVisible();
    await signOut(page);
    await expect(page).toHaveURL('/username');
  });

  test(
    'a refused call is repeated after a fresh sign-in there, in a window of its own',
    nightly,
    async ({ page, problems }) => {
      problems.expect(/403.*api\/v1\/users/);
      await begin(page, 'sam@harbor.example');
      await chooseAccount(page, 'sam@harbor.example');
      await expect(page).toHaveURL('/dashboard');
      await guardProfiles(page);
      await page.getByRole('link', { name: 'Profiles' }).click();
      const opening = page.waitForEvent('popup');
      await confirmDialog(page).getByRole('button', { name: 'Sign in again' }).click();
      const popup = await opening;
      // the provider asks again, although the browser has a session there
      await chooseAccount(popup, 'sam@harbor.example');
      expect(await totalRows(page)).toBeGreaterThan(0);
      await expect(confirmDialog(page)).toHaveCount(0);
      await expect.poll(() => popup.isClosed()).toBe(true);
    },
  );

  test('an account without a profile is refused with its code', nightly, async ({ page, problems }) => {
    problems.expect(/403.*login\/sso/);
    await begin(page, 'stranger@harbor.example');
    await chooseAccount(page, 'stranger@harbor.example');
    await expect(page).toHaveURL('/username');
    await expect(page.getByRole('alert')).toHaveText(/support: SSO-IDENTITY-001$/);
  });

  test('cancelling there shows a message', nightly, async ({ page, problems }) => {
    problems.expect(/401.*login\/sso/);
    await begin(page, 'sam@harbor.example');
    await chooseAccount(page, 'Cancel');
    await expect(page).toHaveURL('/username');
    await expect(page.getByRole('alert')).toHaveText(/support: SSO-AUTH-003$/);
  });

  test(
    'an unreachable provider is reported at once, and other profiles use a password',
    nightly,
    async ({ page, problems }) => {
      problems.expect(/424.*login\/sso/, noSingleSignOn);
      await stop();
      await begin(page, 'sam@harbor.example');
      await expect(page.getByRole('alert')).toHaveText(/does not answer.*support: SSO-CONFIG-001$/);
      await page.getByRole('textbox', { name: 'Profile ID' }).fill('manager');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL('/password');
    },
  );
});

test('the vendor’s staff start at /sso/<provider> and return there', nightly, async ({ page }) => {
  const bodies: unknown[] = [];
  await page.route('**/api/v1/login/sso-internal/staff', async (route) => {
    if (route.request().method() === 'GET')
      return route.fulfill({ json: { data: { url: new URL('/sso/staff?code=-a|b&state=%3Dx', page.url()).href } } });
    bodies.push(route.request().postDataJSON());
    const { cookie = '' } = await send('demo', 'POST', auth.login.path, { body: { username: 'clerk', password } });
    return route.fulfill({
      json: { data: { isAuthenticated: true } },
      headers: { 'set-cookie': `${cookie}; Path=/; HttpOnly` },
    });
  });
  await page.goto('/sso/staff');
  await expect(page).toHaveURL('/activity');
  expect(bodies).toEqual([{ code: '-a|b', state: '=x' }]);
});

test('access for the vendor’s staff is refused unless the tenant allows it', nightly, async ({ page, problems }) => {
  problems.expect(/404.*login\/sso-internal/);
  await page.goto('/sso/staff');
  await expect(page).toHaveURL('/username');
  await expect(page.getByRole('alert')).toHaveText(/^Single sign-on could not confirm who you are\./);
});

test.describe('/apps', () => {
  test.beforeEach(async ({ context }) => {
    for (const store of ['https://apps.apple.com/**', 'https://play.google.com/**'])
      await context.route(store, (route) => route.fulfill({ contentType: 'text/html', body: '<title>Store</title>' }));
  });
  // a page that is left at once does not always report it
  const noSuchScheme = /(Failed|Not allowed) to launch '(mkey|onepass):\/\//;

  test('opens the app, and the store after half a second', nightly, async ({ page, problems }) => {
    problems.allow(noSuchScheme);
    await page.goto('/apps/mkey/ios');
    await expect(page).toHaveURL(/^https:\/\/apps\.apple\.com\//);
    await page.goto('/apps/onepass/android?storeUrl=https%3A%2F%2Fplay.google.com%2Fstore%2Fapps%2Fdetails%3Fid%3Dx');
    await expect(page).toHaveURL('https://play.google.com/store/apps/details?id=x');
    await page.goto('/apps/mkey/android?storeUrl=https%3A%2F%2Fplay.google.com.evil.tld%2F');
    await expect(page).toHaveURL(/^https:\/\/play\.google\.com\//);
  });

  for (const [address, app, scheme] of [
    ['/apps/mkey/ios', 'mKey', 'mkey://Login'],
    ['/apps/onepass/android?invitationId=0198c1e2-4f', 'OnePASS', 'onepass://Keys?invitationId=0198c1e2-4f'],
  ] as const)
    test(
      `shows that it redirects to ${app}, opens it, and stays after more than 1500 ms`,
      nightly,
      async ({ page, problems }) => {
        problems.allow(noSuchScheme);
        await page.addInitScript(
          `navigation.addEventListener('navigate', ({ destination }) => { globalThis.opened = destination.url; })`,
        );
        await page.clock.install();
        await page.clock.pauseAt(Date.now() + 60_000);
        await page.goto(address);
        await expect(page.getByRole('heading', { level: 1, name: `Opening ${app}` })).toBeVisible();
        await expect(page.getByText('Redirecting you to the app.')).toBeVisible();
        expect(await page.evaluate('opened')).toBe(scheme);
        await page.clock.fastForward(1600);
        await page.clock.runFor(5000);
        await page.clock.resume();
        await expectAccessible(page);
        await expect(page).toHaveURL(address);
      },
    );

  test('the app store opens after 500 ms, and only until 1500 ms have passed', nightly, async ({ page, problems }) => {
    problems.allow(noSuchScheme);
    const store = /^https:\/\/apps\.apple\.com\//;
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.goto('/apps/mkey/ios');
    await expect(page.getByText('Redirecting you to the app.')).toBeVisible();
    await page.clock.runFor(450);
    await expect(page.getByText('Redirecting you to the app.')).toBeVisible();
    await expect(page).toHaveURL('/apps/mkey/ios');
    await Promise.all([page.waitForURL(store), page.clock.runFor(100)]);
    // a timer that fires late
    await page.goto('/apps/mkey/ios');
    await expect(page.getByText('Redirecting you to the app.')).toBeVisible();
    await Promise.all([page.waitForURL(store), page.clock.fastForward(1400)]);
  });

  test('stays when the app came to the front', nightly, async ({ page, problems }) => {
    page.on('console', (message) => noSuchScheme.test(message.text()) && problems.expect(noSuchScheme));
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.goto('/apps/mkey/ios');
    await expect(page.getByText('Redirecting you to the app.')).toBeVisible();
    await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true }));
    await page.clock.runFor(5000);
    await page.clock.resume();
    await expect(page.getByRole('link', { name: 'Open the App Store' })).toHaveAttribute(
      'href',
      /^https:\/\/apps\.apple/,
    );
    await expect(page).toHaveURL('/apps/mkey/ios');
  });

  test('an unknown name is an invalid app', nightly, async ({ page }) => {
    for (const path of ['/apps/other/ios', '/apps/mkey/windows', '/apps']) {
      await page.goto(path);
      await expect(page.getByRole('alert')).toHaveText(/does not exist/);
    }
    await expectAccessible(page);
    await page.getByRole('link', { name: 'OK' }).click();
    await expect(page).toHaveURL('/username');
  });
});
