// An idle session, and the warning before it ends.
import type { Page } from '@playwright/test';
import { signIn } from './calls.ts';
import { dialogsLoaded, totalRows, watching, withoutLive } from './list.ts';
import { expect, test } from './people.ts';

export const minute = 60_000;
/** The idle limit of the demo tenant. */
export const limit = 15 * minute;
export const warning = (page: Page) => page.getByRole('dialog', { name: 'Are you still there?' });
export const countdown = (page: Page) => page.getByRole('timer');
export const back = (page: Page) => page.getByRole('button', { name: 'Return to portal' });
/** The dialog of the shortcuts; its key works once the late parts of the page are there. */
export async function openShortcuts(page: Page) {
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(keys).toBeVisible({ timeout: 3000 });
  }).toPass();
  return keys;
}

/** A page with a controlled clock and a session that no other test uses. */
export const idleTest = test.extend<{ cookie: string; idle: Page }>({
  cookie: async ({}, use) => use(await signIn('demo', 'clerk')),
  idle: async ({ context, page, cookie, baseURL }, use) => {
    const [name = '', value = ''] = cookie.split('=');
    await context.addCookies([{ name, value, url: baseURL ?? '' }]);
    await page.clock.install();
    // live hints would make the list refetch
    await withoutLive(page);
    const loaded = dialogsLoaded(page);
    await page.goto('/devices');
    // a pending read would not be repeated
    await totalRows(page);
    await watching(page);
    // the code of the warning arrives in its own time, not in that of the page
    await page.clock.runFor(2000);
    await loaded;
    await use(page);
  },
});
