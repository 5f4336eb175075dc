// The menu of whoever is signed in.
import type { Page } from '@playwright/test';

/** Chooses Sign out; where that leads is the test's to see. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
}
