// Performs the actions of a person and counts them: each click, each opening of the palette, each field typed into.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { field, marked, openPalette } from './palette.ts';
import { expect } from './people.ts';

/** Performs and counts actions. */
function counting(page: Page) {
  let count = 0;
  return {
    click: async (what: Locator) => {
      count++;
      await what.click();
    },
    /** Chooses the first entry. */
    choose: async (text: string, first: string | RegExp) => {
      count += 2;
      await openPalette(page);
      await field(page).pressSequentially(text);
      await expect(marked(page)).toHaveText(first);
      await page.keyboard.press('Enter');
    },
    /** Ends with Enter. */
    fill: async (into: Locator, text: string) => {
      count++;
      await into.fill(text);
      await into.press('Enter');
    },
    /** Clicks an element that opens a file chooser, and chooses the file. */
    pick: async (what: Locator, csv: string, name: string) => {
      count++;
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), what.click()]);
      await chooser.setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(csv) });
    },
    download: async (what: Locator): Promise<string[]> => {
      count++;
      const [file] = await Promise.all([page.waitForEvent('download'), what.click()]);
      return (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
    },
    total: () => count,
  };
}

/** Opens the portal and counts from the page on which a person lands. */
export async function landed(page: Page) {
  await page.goto('/');
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Monitor security status' })).toBeVisible();
  return counting(page);
}
