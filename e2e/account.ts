// The menu of whoever is signed in.
import { expect, type Page } from '@playwright/test';
import { drawer } from './list.ts';

/** Chooses Sign out; where that leads is the test's to see. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
}

/** Opens the dialog of one's own settings. */
export async function openSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Your account/ }).click();
  await drawer(page, /^Your account/)
    .getByRole('button', { name: 'Settings' })
    .click();
  await expect(page.getByRole('dialog', { name: 'Settings', exact: true })).toBeVisible();
}
