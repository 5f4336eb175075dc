// Calls that require a confirmation of their act, and the dialog that they open.
import { confirm } from '@keyward/contract/confirm';
import type { Locator, Page } from '@playwright/test';
import { totalRows } from './list.ts';

export const confirmDialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' });

const ways = new Set<string>([confirm.password, confirm.passkey, confirm.provider].map(({ path }) => path));

/** Refuses calls on profiles in place of the server until it has accepted a confirmation, in any window. */
export async function guardProfiles(page: Page, method = 'GET'): Promise<{ asked: () => number }> {
  let asked = 0;
  let confirmed = false;
  page.context().on('response', (response) => {
    if (response.request().method() === 'POST' && ways.has(new URL(response.url()).pathname))
      confirmed ||= response.ok();
  });
  await page.route(/\/api\/v1\/users(\?|$)/, async (route) => {
    if (confirmed || route.request().method() !== method) return route.continue();
    asked++;
    const error = {
      code: 'confirmAgain',
      detail: 'Confirm that it is you, then try again.',
      params: { act: 'exportPins' },
    };
    return route.fulfill({ status: 403, json: { errors: [error] } });
  });
  return { asked: () => asked };
}

/** Fills the form of a new profile without saving it; `role` is that of the drawer: 'complementary' beside the list. */
export async function fillProfile(
  page: Page,
  username: string,
  role: 'dialog' | 'complementary' = 'dialog',
): Promise<{ form: Locator; save: Locator }> {
  await page.goto('/users');
  await totalRows(page);
  await page.getByRole('button', { name: 'Add profile' }).click();
  const form = page.getByRole(role, { name: 'Add profile' });
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Asked Again');
  await form.getByRole('textbox', { name: 'Profile ID', exact: true }).fill(`again.${username}`);
  return { form, save: form.getByRole('button', { name: 'Add profile', exact: true }) };
}
