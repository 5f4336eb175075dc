import { devices } from '@keyward/contract/devices';
import type { Page } from '@playwright/test';
import { originOf, password, send, signIn } from './calls.ts';
import { drawer, row, totalRows } from './list.ts';
import { expect, freshState, nightly, noSingleSignOn, test } from './people.ts';

const username = (page: Page) => page.getByRole('textbox', { name: 'Profile ID' });
const passwordField = (page: Page) => page.getByLabel('Password', { exact: true });
const next = (page: Page) => page.getByRole('button', { name: 'Next' });
const enter = (page: Page) => page.getByRole('button', { name: 'Sign in' });

test.describe('signing in', () => {
  test.use({ person: null });

  test('takes two steps and lands on the first section', async ({ page, problems }) => {
    problems.expect(noSingleSignOn);
    await page.goto('/');
    await expect(page).toHaveURL('/username');
    await expect(username(page)).toBeFocused();
    await username(page).fill('clerk');
    await username(page).press('Enter');
    await expect(page).toHaveURL('/password');
    await expect(page.getByText('clerk', { exact: true })).toBeVisible();
    await expect(passwordField(page)).toBeFocused();
    await passwordField(page).fill(password);
    await enter(page).click();
    await expect(page).toHaveURL('/activity');
    await expect(page.getByRole('heading', { name: 'Activity', level: 1 })).toBeVisible();
  });

  test('sends each step once, however often its button is clicked', nightly, async ({ page, problems }) => {
    problems.expect(noSingleSignOn);
    const sent: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/v1/login')) sent.push(pathname);
    });
    await page.goto('/username');
    await username(page).fill('clerk');
    await next(page).dblclick();
    await passwordField(page).fill(password);
    await enter(page).dblclick();
    await expect(page).toHaveURL('/activity');
    expect(sent).toEqual(['/api/v1/login/sso', '/api/v1/login']);
  });

  test('checks the profile ID and the password before anything is sent', nightly, async ({ page, problems }) => {
    problems.expect(noSingleSignOn);
    await page.goto('/username');
    await next(page).click();
    await expect(page.getByText('username required', { exact: true })).toBeVisible();
    await username(page).fill('two words');
    await expect(page.getByText('username required')).toBeHidden();
    await next(page).click();
    await expect(page.getByText('username invalid', { exact: true })).toBeVisible();
    await expect(username(page)).toBeFocused();
    // at most 60 characters, and none that the sanitiser would turn into another profile ID
    for (const wrong of ['x'.repeat(61), '+admin', 'ad|min']) {
      await username(page).fill(wrong);
      await expect(page.getByText('username invalid')).toBeHidden();
      await next(page).click();
      await expect(page.getByText('username invalid', { exact: true })).toBeVisible();
    }
    await username(page).fill('admin');
    await next(page).click();
    await enter(page).click();
    await expect(page.getByText('Please enter password', { exact: true })).toBeVisible();
    await expect(passwordField(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(passwordField(page)).toBeFocused();
    await expect(page).toHaveURL('/password');
  });

  test('says in red below the form that profile ID or password are wrong', nightly, async ({ page, problems }) => {
    problems.expect(noSingleSignOn, /40[13].*\/api\/v1\/login/);
    await page.goto('/username');
    // an unknown profile ID gets the same message as a wrong password
    await username(page).fill('stranger');
    await next(page).click();
    await passwordField(page).fill('Not-the-password-1');
    await enter(page).click();
    const failure = page.getByRole('alert').filter({ hasText: 'Invalid Profile ID or Password' });
    await expect(failure).toHaveText('Invalid Profile ID or Password');
    const [red = 0, green = 255, blue = 255] = await failure.evaluate((element) =>
      (getComputedStyle(element).color.match(/\d+/g) ?? []).map(Number),
    );
    expect(red - Math.max(green, blue)).toBeGreaterThan(80);
    const [below, button] = [await failure.boundingBox(), await enter(page).boundingBox()];
    expect(below?.y).toBeGreaterThan((button?.y ?? 0) + (button?.height ?? 0) - 1);
    await expect(page).toHaveURL('/password');
    await passwordField(page).fill('');
    await expect(enter(page)).toBeEnabled();
    // a refusal without a message
    for (const [status, text] of [
      [401, '{"errors":[]}'],
      [401, ''],
      [403, 'not JSON'],
    ] as const) {
      await page.route('**/api/v1/login', (route) => route.fulfill({ status, body: text }), { times: 1 });
      await passwordField(page).fill('Not-the-password-1');
      const answered = page.waitForResponse('**/api/v1/login');
      await enter(page).click();
      await answered;
      await expect(failure).toHaveText('Invalid Profile ID or Password');
    }
  });

  test('counts wrong passwords and says how long to wait', nightly, async ({ page, problems }) => {
    problems.expect(noSingleSignOn, /(401|429).*\/api\/v1\/login/);
    const guesser = `guesser-${Date.now()}`;
    const guess = () => send('demo', 'POST', '/api/v1/login', { body: { username: guesser, password: 'wrong' } });
    for (let attempt = 0; attempt < 10; attempt++) await guess();
    await page.goto('/username');
    await username(page).fill(guesser);
    await next(page).click();
    await passwordField(page).fill('wrong again');
    // the wait starts at a second and doubles, so the page may miss the first ones
    await expect(async () => {
      await guess();
      await enter(page).click();
      await expect(page.getByText(/^Too many attempts\. Try again in (1 second|([2-9]|\d\d+) seconds)\.$/)).toBeVisible(
        { timeout: 1500 },
      );
    }).toPass();
  });

  test(
    '/password without a profile ID goes back; with one, Back and Forward work',
    nightly,
    async ({ page, problems }) => {
      problems.expect(noSingleSignOn);
      await page.goto('/password');
      await expect(page).toHaveURL('/username');
      await username(page).fill('manager');
      await next(page).click();
      await expect(passwordField(page)).toBeVisible();
      await page.evaluate(() => history.back());
      await expect(page).toHaveURL('/username');
      await expect(username(page)).toBeVisible();
      await page.evaluate(() => history.forward());
      await expect(passwordField(page)).toBeVisible();
      await page.reload();
      await expect(page.getByText('manager', { exact: true })).toBeVisible();
      await expect(page).toHaveURL('/password');
      await expect(passwordField(page)).toBeFocused();
      await page.getByRole('button', { name: 'Not you? Use another profile ID' }).click();
      await expect(page).toHaveURL('/username');
    },
  );

  test('a demo account fills in the form', nightly, async ({ page, problems }) => {
    problems.expect(noSingleSignOn);
    await page.goto('/username');
    await page.getByRole('button', { name: /^manager/ }).click();
    await expect(username(page)).toHaveValue('manager');
    await next(page).click();
    await expect(passwordField(page)).toHaveValue(password);
    await enter(page).click();
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('button', { name: 'Your account: Mona Whitfield' })).toBeVisible();
  });

  test('an address inside the portal needs a session', nightly, async ({ page }) => {
    await page.goto('/devices?custom_view=OKMs');
    await expect(page).toHaveURL('/username');
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('a signed-in profile is redirected to /', nightly, async ({ open }) => {
    const page = await open('clerk');
    await page.goto('/username');
    await expect(page).toHaveURL('/activity');
    await page.goto('/password');
    await expect(page).toHaveURL('/activity');
  });
});

test('the server’s text of a 401 is shown as text, never as HTML', nightly, async ({ open, problems }) => {
  problems.expect(/401.*\/api\/v1\/devices/);
  const page = await open(null, { storageState: await freshState('demo', 'clerk') });
  const detail = '<img src=x onerror="document.title=1">&amp; gone';
  await page.route('**/api/v1/devices?*', (route) =>
    route.fulfill({ status: 401, json: { errors: [{ code: 'sessionExpired', detail }] } }),
  );
  await page.goto('/devices');
  await expect(page).toHaveURL('/username');
  await expect(page.getByRole('alert')).toHaveText(detail);
  await expect(page.locator('img[src="x"]')).toHaveCount(0);
  await expect(page).not.toHaveTitle('1');
});

const sections = (page: Page) => page.getByRole('navigation', { name: 'Sections' }).getByRole('link');

const tabs = {
  admin: ['Insights', 'Activity', 'Profiles', 'Devices', 'OnePASS', 'Access'],
  manager: ['Insights', 'Activity', 'Profiles', 'Devices', 'OnePASS', 'Access'],
  clerk: ['Activity', 'Profiles', 'Devices'],
} as const;
for (const person of ['admin', 'manager', 'clerk'] as const) {
  test(
    `${person} lands on the first section and has the tabs of their permissions`,
    person === 'clerk' ? {} : nightly,
    async ({ open }) => {
      const page = await open(person);
      await page.goto('/');
      await expect(page).toHaveURL(person === 'clerk' ? '/activity' : '/dashboard');
      await expect(sections(page)).toHaveText([...tabs[person]]);
      await sections(page).filter({ hasText: 'Devices' }).click();
      await expect(page).toHaveURL('/devices');
      await expect(page).toHaveTitle('Devices · Keyward');
    },
  );
}

test.describe('without permissions', () => {
  test.use({ person: 'nobody' });

  test('there are no tabs, and each page says so', nightly, async ({ page }) => {
    await page.goto('/');
    await expect(page).toHaveURL('/no-permission');
    const words = page.getByText('You do not have permission to view this page.', { exact: true });
    await expect(words).toBeVisible();
    await expect(sections(page)).toHaveCount(0);
    for (const path of ['/devices', '/activity', '/users', '/access', '/access/roles']) {
      await page.goto(path);
      await expect(words).toBeVisible();
    }
  });
});

test('any other path goes to the first section', nightly, async ({ page }) => {
  for (const path of ['/nowhere', '/devices/1/edit', '/users/../x']) {
    await page.goto(path);
    await expect(page).toHaveURL('/dashboard');
  }
});

test('the user menu shows profile, tenant and version; /build shows the version', nightly, async ({ page }) => {
  await page.goto('/devices');
  await page.getByRole('button', { name: 'Your account: Alex Morgan' }).click();
  const menu = drawer(page, 'Your account: Alex Morgan');
  for (const fact of ['admin', 'Alex Morgan', 'Northgate Retail', '1.26.25'])
    await expect(menu.getByText(fact, { exact: true })).toBeVisible();
  await expect(menu.getByRole('button', { name: 'Settings' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await page.goto('/build');
  await expect(page.getByText('1.26.25', { exact: true })).toBeVisible();
});

test.describe('another tenant', () => {
  // the administrator of this tenant reads Japanese: see global-setup.ts
  test.use({ tenant: 'harbor', person: 'manager' });

  test('has its own address, profiles and devices', nightly, async ({ page, api, open, problems }) => {
    await page.goto('/devices');
    const total = await totalRows(page);
    await page.getByRole('button', { name: /^Your account/ }).click();
    await expect(page.getByText('Harbor Stores', { exact: true })).toBeVisible();
    const demo = await open('admin');
    await demo.goto('/devices');
    expect(await totalRows(demo)).not.toBe(total);
    await expect(row(page, 'Northgate')).toHaveCount(0);

    // a device of the other tenant by id: not found
    const list = await (await api('admin', 'demo'))(devices.list);
    const { id = '' } = list.data[0] ?? {};
    problems.expect(new RegExp(`404.*${id}`));
    await page.goto(`/devices?open=${id}`);
    await expect(drawer(page).getByText('This device no longer exists')).toBeVisible();
  });

  test('does not accept a session of the first tenant', nightly, async ({ page, context }) => {
    const [name = '', value = ''] = (await signIn('demo', 'admin')).split('=');
    await context.clearCookies();
    await context.addCookies([{ name, value, url: originOf('harbor') }]);
    await page.goto('/devices');
    await expect(page).toHaveURL('/username');
  });
});
