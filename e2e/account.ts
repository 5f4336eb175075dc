// The menu of the signed-in profile.
import { expect, type Page } from '@playwright/test';
import { password } from './calls.ts';
import { drawer } from './list.ts';

/** Chooses Sign out; the test checks where that leads. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
}

/** Opens the dialog with one's own settings. */
export async function openSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Your account/ }).click();
  await drawer(page, /^Your account/)
    .getByRole('button', { name: 'Settings' })
    .click();
  await expect(page.getByRole('dialog', { name: 'Settings', exact: true })).toBeVisible();
}

/** Signs in on the sign-in page. */
export async function signInAs(page: Page, username: string): Promise<void> {
  await expect(page).toHaveURL('/username');
  await page.locator('[name=username]').fill(username);
  await page.keyboard.press('Enter');
  await page.locator('[name=password]').fill(password);
  await page.keyboard.press('Enter');
}
