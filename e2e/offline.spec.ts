import type { Page } from '@playwright/test';
import { dialogsLoaded, drawer, rows, totalRows, viewTabs, withoutLive } from './list.ts';
import { expect, nightly, test } from './people.ts';

test.use({ person: 'admin' });

const modal = (page: Page) => page.getByRole('dialog', { name: 'Network Error' });
/** The message in place of the dialog, as long as its code has not loaded. */
const words = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'You are no longer connected to the internet.' });
const lateNotice = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Part of this page could not be loaded. It will be tried again' });
const offlineFaults = /ERR_INTERNET_DISCONNECTED|failed: GET|page error: .*(import|preload)/;
/** A marker that a reload would remove. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { stayed: true }));
const stayed = (page: Page) => page.evaluate(() => 'stayed' in window);

for (const hasDialog of [false, true]) {
  const moment = hasDialog ? 'after' : 'before';
  test(
    `a connection lost ${moment} the first late parts have loaded keeps the list, and late parts load by themselves`,
    nightly,
    async ({ page, problems }) => {
      problems.allow(offlineFaults, /ERR_FAILED/);
      await withoutLive(page);
      await page.clock.install();
      const dialog = '**/assets/after-*.js';
      const loaded = hasDialog ? dialogsLoaded(page) : page.route(dialog, (route) => route.abort());
      await page.goto('/devices');
      await totalRows(page);
      // a module that was preloaded, and whose load then fails, is not fetched again by the browser until a reload; without
      // the browser's cache, which a route switches off, that can happen
      await expect(viewTabs(page)).toBeVisible();
      await mark(page);
      if (hasDialog) await page.clock.runFor(2000);
      await loaded;
      await page.context().setOffline(true);
      await expect(hasDialog ? modal(page) : words(page)).toBeVisible();
      // parts that load on demand fail now
      await page.clock.runFor(4000);
      if (hasDialog) await modal(page).getByRole('button', { name: 'OK' }).click();
      await expect(rows(page).first()).toBeVisible();
      await expect(page.getByRole('heading', { level: 1, name: 'Devices' })).toBeVisible();

      await page.getByRole('button', { name: 'Add device' }).click();
      await expect(lateNotice(page)).toBeVisible();
      await expect(rows(page).first()).toBeVisible();
      if (!hasDialog) await page.unroute(dialog);
      await page.context().setOffline(false);
      await expect(drawer(page, 'Add device')).toBeVisible();
      await expect(lateNotice(page)).toHaveCount(0);
      await expect(words(page)).toHaveCount(0);
      // with its styles
      await expect(drawer(page).locator('fieldset')).toHaveCSS('border-top-width', '0px');
      expect(await stayed(page)).toBe(true);
    },
  );
}

test('a page that failed to load opens when the connection is back', nightly, async ({ page, problems }) => {
  problems.allow(offlineFaults);
  await withoutLive(page);
  const loaded = dialogsLoaded(page);
  await page.goto('/devices');
  await totalRows(page);
  await loaded;
  await mark(page);
  await page.context().setOffline(true);
  await modal(page).getByRole('button', { name: 'OK' }).click();
  await page.getByRole('link', { name: 'Access' }).click();
  await expect(lateNotice(page)).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Access' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add role' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Part of access' })).toHaveCSS('display', 'flex');
  expect(await stayed(page)).toBe(true);
});

test('a part that failed to load is retried, with its styles', nightly, async ({ page, problems }) => {
  problems.allow(/ERR_FAILED|failed: GET/);
  await withoutLive(page);
  await page.clock.install();
  await page.goto('/devices');
  await totalRows(page);
  const cut: string[] = [];
  await page.route(/\/assets\/.*\.(js|css)$/, async (route) => {
    const { pathname } = new URL(route.request().url());
    // modules come from the browser's cache, which does not work beside a route
    if (cut.includes(pathname) || route.request().resourceType() === 'script') return route.continue();
    cut.push(pathname);
    return route.abort();
  });
  await page.getByRole('button', { name: 'Add device' }).click();
  await expect(lateNotice(page)).toBeVisible();
  await expect(async () => {
    await page.clock.runFor(30_000);
    await expect(drawer(page, 'Add device')).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(drawer(page).locator('fieldset')).toHaveCSS('border-top-width', '0px');
  expect(cut.some((path) => path.endsWith('.css'))).toBe(true);
});

test(
  'a list and the locations that failed offline reload when the connection is back',
  nightly,
  async ({ page, problems }) => {
    problems.allow(offlineFaults, /ERR_FAILED/);
    await withoutLive(page);
    const unreachable = /\/api\/v1\/(devices\?|tag-definitions)/;
    await page.clock.install();
    await page.route(unreachable, (route) => route.abort());
    await page.goto('/devices');
    await expect(page.getByRole('heading', { level: 1, name: 'Devices' })).toBeVisible();
    // until the first retries are over
    await expect(async () => {
      await page.clock.runFor(1000);
      await expect(page.getByText('The server cannot be reached.')).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expect(page.getByRole('banner').getByRole('button', { name: /^Locations: / })).toHaveCount(0);
    await page.context().setOffline(true);
    await expect(modal(page)).toBeVisible();
    await page.unroute(unreachable);
    await page.context().setOffline(false);
    await totalRows(page);
    await expect(page.getByRole('banner').getByRole('button', { name: /^Locations: / })).toBeVisible();
  },
);
