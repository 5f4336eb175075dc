import type { Locator, Page } from '@playwright/test';
import { password } from './calls.ts';
import { expect, nightly, noSingleSignOn, test } from './people.ts';

test.use({ person: null, reducedMotion: 'reduce' });

/** Presses Tab until `goal` has the focus; every stop on the way must have an accessible name. */
async function tabTo(page: Page, goal: Locator): Promise<void> {
  for (let stops = 0; stops < 25; stops++) {
    await page.keyboard.press('Tab');
    const named = await page.evaluate(() => {
      const one = document.activeElement;
      const field = one instanceof HTMLInputElement ? [...(one.labels ?? [])].map((label) => label.textContent) : [];
      return [one?.getAttribute('aria-label'), one?.textContent, ...field].some((text) => text?.trim());
    });
    expect(named, `stop ${stops + 1}`).toBe(true);
    if (await goal.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error('the focus did not come there');
}

test('signing in and out works by keyboard alone', nightly, async ({ page, problems }) => {
  problems.expect(noSingleSignOn, /401.*\/api\/v1\/login/);
  await page.goto('/username');
  await expect(page.getByRole('textbox', { name: 'Profile ID' })).toBeFocused();
  await page.keyboard.type('nobody');
  await tabTo(page, page.getByRole('button', { name: 'Next' }));
  await page.keyboard.press('Space');
  const field = page.getByLabel('Password', { exact: true });
  await expect(field).toBeFocused();
  await page.keyboard.type('Not-the-password-1');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid Profile ID or Password' })).toBeVisible();
  // the wrong password is selected, so that typing replaces it
  await expect(field).toBeFocused();
  await page.keyboard.type(password);
  await tabTo(page, page.getByRole('button', { name: 'Show password' }));
  await tabTo(page, page.getByRole('button', { name: 'Sign in' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/no-permission');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  await page.evaluate(() =>
    document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined,
  );
  await tabTo(page, page.getByRole('link', { name: 'Skip to content' }));
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  const account = page.getByRole('button', { name: /^Your account/ });
  await expect(account).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Settings' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: 'Settings' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(account).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: 'Settings' })).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'Sign out' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/username');
});

test('requesting a new password works by keyboard alone', nightly, async ({ page }) => {
  await page.goto('/username');
  await expect(page.getByRole('textbox', { name: 'Profile ID' })).toBeFocused();
  await tabTo(page, page.getByRole('link', { name: 'Forgot password?' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Profile ID' })).toBeFocused();
  await page.keyboard.press('Enter');
  const field = page.getByRole('textbox', { name: 'Profile ID' });
  await expect(field).toHaveAccessibleDescription('username required');
  await expect(field).toBeFocused();
  await page.keyboard.type('keyboard-alone');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'keyboard-alone' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'OK' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/username');
});
