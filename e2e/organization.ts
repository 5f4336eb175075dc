// The settings of an organization, which its in-product administrator opens.
import { expect, type Locator, type Page } from '@playwright/test';
import { openSettings } from './account.ts';

export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Settings', exact: true });
export const field = (page: Page, name: string) => dialog(page).getByRole('textbox', { name });
export const save = (page: Page) =>
  dialog(page).getByRole('tabpanel', { name: 'Organization' }).getByRole('button', { name: 'Save' });

export async function openOrganization(page: Page): Promise<void> {
  await page.goto('/activity');
  await openSettings(page);
  await dialog(page).getByRole('tab', { name: 'Organization' }).click();
  await expect(field(page, 'Name of the organization')).toBeVisible();
}

type BothForms = {
  tab: (name: string) => Locator;
  button: (name: string) => Locator;
  question: Locator;
  days: Locator;
  dark: Locator;
};
/** A field of each form in the settings, and the question on closing them. */
export const bothForms = (page: Page): BothForms => ({
  tab: (name) => dialog(page).getByRole('tab', { name }),
  button: (name) => dialog(page).getByRole('button', { name }),
  question: dialog(page).getByRole('alertdialog', { name: 'Leave without saving?' }),
  days: field(page, 'Days until a profile is inactive'),
  dark: dialog(page).getByRole('radio', { name: 'Dark' }),
});

/** Opens the settings at the organization; the preferences are the defaults, regardless of other tests with this person. */
export async function openBothForms(page: Page): Promise<BothForms> {
  await page.route('**/api/v1/me/settings', (route) => route.fulfill({ json: { data: [] } }));
  await openOrganization(page);
  return bothForms(page);
}
