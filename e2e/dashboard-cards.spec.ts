// The four cards of the dashboard.
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { card, insightsAlone } from './insights.ts';
import { expectEachRow, totalRows } from './list.ts';
import { newcomer } from './newcomer.ts';
import { expect, freshState, nightly, test } from './people.ts';
import { newRole } from './roles.ts';

test('each card counts the rows of the view that it opens', nightly, async ({ page }) => {
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Monitor security status' })).toBeVisible();
  await expect(page).toHaveTitle('Insights · Keyward');
  await expect(page.getByRole('main').getByRole('list').first().getByRole('listitem')).toHaveCount(4);
  await expectAccessible(page);
  for (const [name, view] of [
    ['Offline OKMs', 'OKMs Offline'],
    ['Unauthorized attempts', 'Unauthorized Attempts'],
    ['Unsecured locks', 'Unsecured Locks'],
  ] as const) {
    const box = await card(page, name).boundingBox();
    expect([box?.width, box?.height]).toEqual([350, 300]);
    // back on the page, the card is checking again
    await expect(card(page, name).getByRole('link')).toBeVisible();
    const shown = await card(page, name).getByRole('status').getByRole('paragraph').first().textContent();
    await card(page, name).getByRole('link').click();
    await expect(page).toHaveURL(new RegExp(`custom_view=${view.replaceAll(' ', '(%20|\\+| )')}`));
    expect((await totalRows(page)).toLocaleString('en')).toBe(shown);
    // every visit reads the number again
    const again = page.waitForRequest(/\/metrics\/\w+\/summary/);
    await page.goBack();
    await again;
    await expect(card(page, name)).toBeVisible();
  }
});

test(
  'with one location in the header, a card counts the rows of its list at that location',
  nightly,
  async ({ page }) => {
    await page.goto('/dashboard');
    const picker = page.getByRole('banner').getByRole('button', { name: /^Locations: / });
    const attempts = card(page, 'Unauthorized attempts');
    const figure = attempts.getByRole('status').getByRole('paragraph').first();
    await expect(figure).toHaveText(/^\d/);
    const everywhere = (await figure.textContent()) ?? '';
    await picker.click();
    await page.getByRole('listbox', { name: 'Locations' }).getByRole('option', { name: 'Northgate – Lyon' }).click();
    await page.keyboard.press('Escape');
    await expect(picker).toHaveAccessibleName('Locations: Northgate – Lyon');
    await expect(figure).not.toHaveText(everywhere);
    await expect(attempts.getByRole('link')).toBeVisible();
    const shown = await figure.textContent();
    await attempts.getByRole('link').click();
    await expect(page).toHaveURL(/custom_view=Unauthorized/);
    expect((await totalRows(page)).toLocaleString('en')).toBe(shown);
    await expectEachRow(page, 'Lyon');
  },
);

test('the cards are laid out in three columns', nightly, async ({ page }) => {
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.goto('/dashboard');
  const cards = page.getByRole('main').getByRole('list').first().getByRole('listitem');
  await expect(cards).toHaveCount(4);
  const boxes = await Promise.all((await cards.all()).map((one) => one.boundingBox()));
  const at = (side: 'x' | 'y') => boxes.map((box) => box?.[side] ?? 0);
  const [x = 0, y = 0] = [at('x')[0], at('y')[0]];
  expect(at('x')).toEqual([x, x + 366, x + 732, x]);
  expect(at('y')).toEqual([y, y, y, y + 316]);
});

test(
  'a card shows that it is checking, explains a failure, and can be retried',
  nightly,
  async ({ page, problems }) => {
    problems.expect(/status of 500/, /The figure UnsecuredLocks could not be read/);
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/api/v1/metrics/UnsecuredLocks/summary**', async (route) => {
      await answered;
      await route.fulfill({ status: 500, json: { errors: [{ code: 'internal', detail: 'broken' }] } });
    });
    await page.goto('/dashboard');
    const locks = card(page, 'Unsecured locks');
    await expect(locks).toContainText('checking');
    answer();
    await expect(locks.getByText('?', { exact: true })).toBeVisible();
    await expect(locks.getByRole('link')).toHaveCount(0);
    await expect(card(page, 'Offline OKMs')).not.toContainText('?');
    await page.unroute('**/api/v1/metrics/UnsecuredLocks/summary**');
    await locks.getByRole('button', { name: 'Try again' }).click();
    await expect(locks).toContainText('Reported in the last 8 hours');
  },
);

test(
  'back on the dashboard, a card shows that it is checking until it has the new figure',
  nightly,
  async ({ page }) => {
    await page.goto('/dashboard');
    const locks = card(page, 'Unsecured locks');
    await expect(locks).toContainText('Reported in the last 8 hours');
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Devices' }).click();
    await totalRows(page);
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/api/v1/metrics/UnsecuredLocks/summary**', async (route) => {
      await answered;
      await route.continue();
    });
    await page.goBack();
    await expect(locks.getByText('checking', { exact: true })).toBeVisible();
    await expect(locks).not.toContainText(/\d/);
    answer();
    await expect(locks).toContainText('Reported in the last 8 hours');
  },
);

/** The hue of the card's number, in degrees; NaN for a grey. */
const hueOf = (page: Page, name: string) =>
  card(page, name)
    .getByRole('status')
    .getByRole('paragraph')
    .first()
    .evaluate((figure) => {
      const pen = new OffscreenCanvas(1, 1).getContext('2d');
      if (!pen) throw new Error('no canvas');
      pen.fillStyle = getComputedStyle(figure).color;
      pen.fillRect(0, 0, 1, 1);
      const [r = 0, g = 0, b = 0] = pen.getImageData(0, 0, 1, 1).data;
      return (Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b) * 180) / Math.PI;
    });

test('the number is green at 0, red above 0, and amber if it is unknown', nightly, async ({ page, problems }) => {
  problems.expect(/status of 500/, /The figure UnsecuredLocks could not be read/);
  const count = { OkmsOffline: 0, UnauthorizedAttempts: 3 };
  await page.route('**/api/v1/metrics/*/summary**', async (route) => {
    const report = Object.keys(count).find((name) => route.request().url().includes(`/${name}/`));
    if (route.request().url().includes('/UnsecuredLocks/')) return route.fulfill({ status: 500, json: {} });
    const reply = await route.fetch();
    const { data } = (await reply.json()) as { data: object }; // the contract's reply
    const changed = report === undefined ? {} : { count: count[report as keyof typeof count] };
    return route.fulfill({ response: reply, json: { data: { ...data, ...changed } } });
  });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto('/dashboard');
    await expect(card(page, 'Unsecured locks').getByText('?', { exact: true })).toBeVisible();
    await expect(card(page, 'Unauthorized attempts')).toContainText('3');
    const hues = [];
    for (const name of ['Offline OKMs', 'Unauthorized attempts', 'Unsecured locks']) hues.push(await hueOf(page, name));
    const [green = 0, red = 0, amber = 0] = hues;
    expect(green, `${colorScheme}: ${hues.join()}`).toBeGreaterThan(90);
    expect(green).toBeLessThan(170);
    expect(Math.abs(red), `${colorScheme}: ${hues.join()}`).toBeLessThan(20);
    expect(amber, `${colorScheme}: ${hues.join()}`).toBeGreaterThan(22);
    expect(amber).toBeLessThan(60);
  }
});

test('a card without findings says that all is well, and opens no list', nightly, async ({ api, browser }) => {
  const { page, end } = await insightsAlone(await api('admin'), browser);
  await page.goto('/');
  await expect(page).toHaveURL('/dashboard');
  await expect(card(page, 'Unsecured locks')).toContainText('Every lock is secured');
  await expect(card(page, 'Multiple OneKeys')).toContainText('No one holds several keys');
  await expect(page.getByRole('main').getByRole('link')).toHaveCount(0);
  await page.goto('/dashboard?details_view=multipleOnekeyCheckouts');
  await expect(page.getByText('No one holds several keys')).toBeVisible();
  await end();
});

test('a person without a location sees a notice instead of figures', nightly, async ({ api, open }) => {
  const call = await api('admin');
  const role = await newRole(call, { 'VIEW-DASHBOARD': 'TRUE' });
  const { username } = await newcomer(call, 'demo', role.name);
  const page = await open(null, { storageState: await freshState('demo', username) });
  const words = 'No data for your location. Please contact your administrator.';
  for (const query of [
    '',
    ...['multipleOnekeyCheckouts', 'custody', 'closing'].map((view) => `?details_view=${view}`),
  ]) {
    await page.goto(`/dashboard${query}`);
    await expect(page.getByRole('main').getByText(words, { exact: true })).toBeVisible();
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(0);
  }
});

test('each page of Insights shows at once that it is loading', nightly, async ({ page }) => {
  const loading = page.getByRole('main').getByRole('progressbar', { name: 'Loading…' });
  for (const [address, read] of [
    ['/dashboard?details_view=multipleOnekeyCheckouts', '**/api/v1/metrics/MultipleOnekeyCheckouts/details?*'],
    ['/dashboard?details_view=custody', '**/api/v1/custody?*'],
    ['/dashboard?details_view=closing', '**/api/v1/custody/closing-checks*'],
    ['/dashboard', '**/api/v1/metrics/activity/timeline?*'],
  ] as const) {
    const held = Promise.withResolvers<void>();
    await page.route(read, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(loading.first()).toBeVisible();
    held.resolve();
    await expect(loading).toHaveCount(0);
    await page.unroute(read);
  }
});
