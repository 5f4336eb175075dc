// The settings of an organization, which its in-product administrator opens.
import { expect, type Page } from '@playwright/test';
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
