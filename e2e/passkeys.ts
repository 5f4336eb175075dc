// The Settings dialog's passkeys, and an authenticator for the browser.
import { expect, type Page } from '@playwright/test';
import { password } from './calls.ts';
import { drawer } from './list.ts';

export const modal = (page: Page) => page.getByRole('dialog', { name: 'Settings', exact: true });

export const account = (page: Page) => page.getByRole('button', { name: /^Your account/ });

/** A platform authenticator that always confirms user presence. The returned function lets it verify its user, or not. */
export async function withAuthenticator(page: Page): Promise<(isUserVerified: boolean) => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasUserVerification: true,
      hasResidentKey: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return async (isUserVerified) => {
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  };
}

export async function openPasskeys(page: Page): Promise<void> {
  await account(page).click();
  await drawer(page, /^Your account/)
    .getByRole('button', { name: 'Settings' })
    .click();
  await expect(modal(page)).toHaveCSS('opacity', '1');
  await page.getByRole('tab', { name: 'Passkeys' }).click();
  await expect(modal(page).getByRole('button', { name: 'Add passkey' })).toBeVisible();
}

/** Adds a passkey in the settings, and leaves the recovery codes on screen. */
export async function addPasskey(page: Page, name = 'Work laptop'): Promise<void> {
  await openPasskeys(page);
  await modal(page).getByRole('button', { name: 'Add passkey' }).click();
  await modal(page).getByRole('textbox', { name: 'Name' }).fill(name);
  await modal(page).getByLabel('Your password', { exact: true }).fill(password);
  await modal(page).getByRole('button', { name: 'Add passkey' }).click();
  await expect(modal(page).getByRole('listitem')).toHaveCount(10);
}
