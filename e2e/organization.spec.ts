import { organizations } from '@keyward/contract/organization';
import type { Page } from '@playwright/test';
import { openSettings } from './account.ts';
import { expectAccessible } from './axe.ts';
import { send } from './calls.ts';
import { expect, freshState, test } from './people.ts';

test.use({ person: null, tenant: 'harbor' });

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Settings', exact: true });
const field = (page: Page, name: string) => dialog(page).getByRole('textbox', { name });
const save = (page: Page) =>
  dialog(page).getByRole('tabpanel', { name: 'Organization' }).getByRole('button', { name: 'Save' });

async function openOrganization(page: Page): Promise<void> {
  await page.goto('/activity');
  await openSettings(page);
  await dialog(page).getByRole('tab', { name: 'Organization' }).click();
  await expect(field(page, 'Name of the organization')).toBeVisible();
}

test('the in-product administrator changes the organization’s name and settings', async ({ open, problems }) => {
  problems.expect(/412/);
  const storageState = await freshState('harbor', 'admin');
  const page = await open(null, { tenant: 'harbor', storageState });
  // in the tenant's language, whatever other tests choose for this person
  await page.route('**/api/v1/me/settings', (route) => route.fulfill({ json: { data: [] } }));
  await openOrganization(page);
  await expectAccessible(page);
  await expect(save(page)).toBeDisabled();

  const days = field(page, 'Days until a profile is inactive');
  const before = await days.inputValue();
  await days.fill('9999');
  await save(page).click();
  await expect(dialog(page).getByText('Enter a whole number in this range: 1–3650')).toBeVisible();
  await days.fill('45');
  const name = await field(page, 'Name of the organization').inputValue();
  await field(page, 'Name of the organization').fill(`${name} Ltd`);
  await save(page).click();
  await expect(page.getByRole('status').filter({ hasText: 'settings have been saved' })).toBeVisible();
  await expect(save(page)).toBeDisabled();

  // another administrator saves first
  const cookie = storageState.cookies.map((one) => `${one.name}=${one.value}`).join('; ');
  const body = { settings: { inactiveUserDays: 46 } };
  expect((await send('harbor', 'PATCH', organizations.update.path, { body, headers: { cookie } })).status).toBe(200);
  await days.fill('47');
  await save(page).click();
  await expect(dialog(page).getByRole('alert').filter({ hasText: 'changed this' })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Show what is stored' }).click();
  await expect(days).toHaveValue('46');

  // closing with unsaved changes asks, on the tab that has them
  await days.fill(before);
  await dialog(page).getByRole('tab', { name: 'Sessions' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await field(page, 'Name of the organization').fill(name);
  await save(page).click();
  await expect(save(page)).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
});

test('others have no organization in their settings', async ({ open }) => {
  const page = await open(null, { tenant: 'harbor', storageState: await freshState('harbor', 'manager') });
  await page.goto('/activity');
  await openSettings(page);
  await expect(dialog(page).getByRole('tab', { name: 'Sessions' })).toBeVisible();
  await expect(dialog(page).getByRole('tab', { name: 'Organization' })).toHaveCount(0);
});
