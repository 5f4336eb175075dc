// The browser's dialog for printing, and the paper.
import { expect, type Page } from '@playwright/test';

/** Replaces the browser's dialog, so that a test sees the paper once the dialog would open. */
export async function printing(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printing', '');
  });
}
export const opened = async (page: Page) => {
  await expect(page.locator('html')).toHaveAttribute('data-printing', '');
  await page.emulateMedia({ media: 'print' });
};
export const closed = async (page: Page) => {
  await page.evaluate(() => {
    document.documentElement.removeAttribute('data-printing');
    dispatchEvent(new Event('afterprint'));
  });
  await page.emulateMedia({ media: 'screen' });
};
