import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { password } from './calls.ts';
import { newcomer } from './newcomer.ts';
import { account, addPasskey, modal, openPasskeys, withAuthenticator } from './passkeys.ts';
import { expect, freshState, nightly, noSingleSignOn, test } from './people.ts';

test.use({ person: null, tenant: 'harbor' });

async function signOutAndTypePassword(page: Page, username: string): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto('/username');
  await page.getByRole('textbox', { name: 'Profile ID' }).fill(username);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible();
}

test(
  'a passkey is added, requested at sign-in, replaced once by a recovery code, and removed',
  nightly,
  async ({ open, api, problems }) => {
    problems.expect(noSingleSignOn, /400.*me\/passkeys\/options/, /400.*login\/recovery-code/);
    const { username } = await newcomer(await api('admin', 'harbor'), 'harbor');
    const page = await open(null, { tenant: 'harbor', storageState: await freshState('harbor', username) });
    await withAuthenticator(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/');
    await openPasskeys(page);
    await expect(modal(page).getByText('You have no passkey.')).toBeVisible();
    await expectAccessible(page);

    await modal(page).getByRole('button', { name: 'Add passkey' }).click();
    await modal(page).getByRole('textbox', { name: 'Name' }).fill('W&ork laptop');
    await modal(page).getByLabel('Your password', { exact: true }).fill('Not-the-password-1');
    await modal(page).getByRole('button', { name: 'Add passkey' }).click();
    // the sanitised name is announced before anything is sent
    await expect(modal(page).getByText('“W&ork laptop” will be saved as “Work laptop”.')).toBeVisible();
    await modal(page).getByRole('button', { name: 'Add passkey' }).click();
    await expect(modal(page).getByText('This is not your password.')).toBeVisible();
    await expectAccessible(page);
    await modal(page).getByLabel('Your password', { exact: true }).fill(password);
    await modal(page).getByRole('button', { name: 'Add passkey' }).click();

    await expect(modal(page).getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
    await expect(modal(page).getByRole('listitem')).toHaveCount(10);
    await expectAccessible(page);
    const code = (await modal(page).getByRole('listitem').first().textContent()) ?? '';
    const saving = page.waitForEvent('download');
    await modal(page).getByRole('button', { name: 'Download' }).click();
    expect((await saving).suggestedFilename()).toBe('keyward-recovery-codes.txt');
    await modal(page).getByRole('button', { name: 'I have kept them' }).click();
    const item = modal(page).getByRole('listitem').filter({ hasText: 'Work laptop' });
    await expect(item.getByText('Not used yet')).toBeVisible();

    // with the passkey
    await signOutAndTypePassword(page, username);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Use passkey' }).click();
    await expect(account(page)).toBeVisible();

    // with a recovery code, which works once
    const byCode = async () => {
      await signOutAndTypePassword(page, username);
      await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
      await page.getByRole('textbox', { name: 'Recovery code' }).fill(code);
      await page.getByRole('button', { name: 'Sign in' }).click();
    };
    await byCode();
    await expect(account(page)).toBeVisible();
    await byCode();
    await expect(page.getByRole('alert').filter({ hasText: 'This recovery code is not valid' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Use a passkey instead' }).click();
    await page.getByRole('button', { name: 'Use passkey' }).click();
    await expect(account(page)).toBeVisible();

    await openPasskeys(page);
    await expect(modal(page).getByText('9 recovery codes left')).toBeVisible();
    await expect(item.getByText(/^Last used/)).toBeVisible();
    await item.getByRole('button', { name: 'Rename the passkey Work laptop' }).click();
    await expect(modal(page).getByRole('textbox', { name: 'Name' })).toHaveValue('Work laptop');
    await expect(modal(page).getByLabel('Your password', { exact: true })).toHaveCount(0);
    await expectAccessible(page);
    await modal(page).getByRole('textbox', { name: 'Name' }).fill('Home laptop');
    await modal(page).getByRole('button', { name: 'Save' }).click();
    const renamed = modal(page).getByRole('listitem').filter({ hasText: 'Home laptop' });
    await renamed.getByRole('button', { name: 'Remove the passkey Home laptop' }).click();
    await modal(page).getByLabel('Your password', { exact: true }).fill(password);
    await modal(page).getByRole('button', { name: 'Remove' }).click();
    await expect(modal(page).getByText('You have no passkey.')).toBeVisible();
  },
);

test('Back keeps the recovery codes, which are shown only once, on screen', nightly, async ({ open, api }) => {
  const { username } = await newcomer(await api('admin', 'harbor'), 'harbor', 'Admin');
  const page = await open(null, { tenant: 'harbor', storageState: await freshState('harbor', username) });
  await withAuthenticator(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/devices');
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Activity' }).click();
  await expect(page).toHaveURL('/activity');
  await addPasskey(page);
  await page.goBack();
  await expect(page).toHaveURL('/activity');
  await expect(modal(page).getByRole('listitem')).toHaveCount(10);
  await modal(page).getByRole('button', { name: 'I have kept them' }).click();
  await expect(modal(page).getByText('Work laptop')).toBeVisible();
  // after them, Back closes the settings
  await page.goBack();
  await expect(modal(page)).toHaveCount(0);
  await expect(page).toHaveURL('/activity');
});
