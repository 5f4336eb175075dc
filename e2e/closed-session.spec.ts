// A session that ended on the server while the portal was closed.
import { auth } from '@keyward/contract/auth';
import type { BrowserContext, Page } from '@playwright/test';
import { password, send } from './calls.ts';
import { bar, button, chooseSeveral, filters, openFilters } from './filters.ts';
import { totalRows, withoutLive } from './list.ts';
import { newcomer } from './newcomer.ts';
import { expect, freshState, nightly, noSingleSignOn, test } from './people.ts';

test.use({ person: null });

const york = 'Northgate – York';
const locations = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Locations: / });
const keys = (page: Page) => page.evaluate(() => Object.keys(localStorage));
const userName = (page: Page) => page.getByRole('textbox', { name: 'Profile ID' });

/** Filters a list and chooses a location, closes the portal and ends the session on the server. */
async function closedAndEnded(page: Page, cookie: string): Promise<BrowserContext> {
  const context = page.context();
  await withoutLive(page);
  await page.goto('/devices');
  await totalRows(page);
  const form = await openFilters(page);
  await chooseSeveral(form, 'Class: value', 'LOCK');
  await button(form, 'Apply and save').click();
  await expect(filters(page)).toHaveCount(0);
  await locations(page).click();
  await page.getByRole('listbox', { name: 'Locations' }).getByRole('option', { name: york, exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(locations(page)).toHaveAccessibleName(`Locations: ${york}`);
  expect(await keys(page)).toEqual(expect.arrayContaining(['session', 'filters']));
  // no page of the portal learns of the end
  await page.goto('about:blank');
  await page.close();
  expect((await send('demo', 'POST', auth.logout.path, { headers: { cookie } })).status).toBe(204);
  return context;
}

for (const [address, message] of [
  ['/devices?custom_view=Locks', 'Your session has ended. Please sign in again.'],
  ['/username', ''],
] as const) {
  test(
    `${address} leaves no data of it to the next person`,
    message ? {} : nightly,
    async ({ open, api, problems }) => {
      problems.allow(noSingleSignOn, /401/);
      const state = await freshState('demo', 'admin');
      const cookie = state.cookies.map(({ name, value }) => `${name}=${value}`).join();
      const context = await closedAndEnded(await open(null, { storageState: state }), cookie);
      const page = await context.newPage();
      await page.goto(address);
      await expect(page).toHaveURL('/username');
      await expect(userName(page)).toBeVisible();
      const alert = page.getByRole('alert').filter({ hasText: /\S/ });
      if (message) await expect(alert).toHaveText(message);
      else await expect(alert).toHaveCount(0);
      expect(await keys(page)).toEqual([]);

      const { name, username } = await newcomer(await api('admin'), 'demo', 'Admin');
      await userName(page).fill(username);
      await page.keyboard.press('Enter');
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('button', { name: `Your account: ${name}` })).toBeVisible();
      await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Devices' }).click();
      await totalRows(page);
      await expect(bar(page)).toHaveCount(0);
      await expect(locations(page)).toHaveAccessibleName('Locations: All locations');
    },
  );
}
