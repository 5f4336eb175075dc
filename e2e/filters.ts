// The filter drawer and the filter bar of a list.
import { expect, type Locator, type Page } from '@playwright/test';
import { drawer } from './list.ts';

export const filters = (page: Page) => drawer(page, 'Filters');
/** The active filters. */
export const bar = (page: Page) => page.getByRole('list', { name: 'filtered by' });
export const button = (of: Page | Locator, name: string) => of.getByRole('button', { name, exact: true });

export async function openFilters(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Filter/ }).click();
  await expect(filters(page).getByRole('group', { name: 'Name', exact: true })).toBeVisible();
  return filters(page);
}
export async function choose(of: Locator, field: string, option: string): Promise<void> {
  await of.getByRole('combobox', { name: field, exact: true }).click();
  await of.page().getByRole('option', { name: option, exact: true }).click();
}
export async function chooseSeveral(of: Locator, field: string, ...options: string[]): Promise<void> {
  const page = of.page();
  await of.getByRole('combobox', { name: field, exact: true }).click();
  for (const option of options) {
    await page.getByRole('listbox', { name: field }).getByRole('option', { name: option, exact: true }).click();
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox', { name: field })).toHaveCount(0);
}
