// The palette of Ctrl+K.
import { expect, type Page } from '@playwright/test';

/** The file that the palette is loaded with. */
export const paletteFile = /\/palette-[\w-]+\.js$/;
export const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' });
export const field = (page: Page) => palette(page).getByRole('combobox');
export const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name });
export const group = (page: Page, name: string) => palette(page).getByRole('group', { name, exact: true });
export const marked = (page: Page) => palette(page).getByRole('option', { selected: true });
export const opener = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Search' });

export async function openPalette(page: Page): Promise<void> {
  await expect(page.getByRole('banner')).toBeVisible();
  // the header is visible a moment before it handles keys
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(field(page)).toBeFocused({ timeout: 5000 });
  }).toPass();
}
