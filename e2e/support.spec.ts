// The portal of a support session: the server says that it is one, and nothing is offered that it would refuse.
import { auth } from '@keyward/contract/auth';
import type { Page } from '@playwright/test';
import { openSettings } from './account.ts';
import { totalRows } from './list.ts';
import { expect, nightly, test } from './people.ts';
import { options } from './saved.ts';

test.use({ person: 'clerk' });

/** The page of this person, as if its session were one of support. */
async function asSupport(page: Page): Promise<void> {
  await page.route(`**${auth.me.path}`, async (route) => {
    const response = await route.fetch();
    const { data } = await response.json();
    await route.fulfill({ response, json: { data: { ...data, support: true, hasPassword: false } } });
  });
}

test(
  'support access offers no views, watches, reports, settings or passkeys of one’s own',
  nightly,
  async ({ page }) => {
    await asSupport(page);
    await page.goto('/devices');
    await totalRows(page);
    await options(page).click();
    await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible();
    for (const name of ['Save as new view', 'Tell me when', 'Send as a report'])
      await expect(page.getByRole('menuitem', { name })).toHaveCount(0);
    await expect(page.getByRole('menuitemradio')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await openSettings(page);
    const tabs = page.getByRole('dialog', { name: 'Settings', exact: true }).getByRole('tab');
    await expect(tabs).toHaveText(['Sessions']);
    await expect(tabs).toHaveAttribute('aria-selected', 'true');
  },
);
