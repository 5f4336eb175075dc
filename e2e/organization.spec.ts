import { organizations } from '@keyward/contract/organization';
import type { Page } from '@playwright/test';
import { openSettings } from './account.ts';
import { expectAccessible } from './axe.ts';
import { send } from './calls.ts';
import { expect, freshState, test, nightly } from './people.ts';

test.use({ person: null, tenant: 'harbor' });
// they change the same organization
test.describe.configure({ mode: 'default' });

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

test(
  'the in-product administrator changes the organization’s name and settings',
  nightly,
  async ({ open, problems }) => {
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
  },
);

test('others have no organization in their settings', nightly, async ({ open }) => {
  const page = await open(null, { tenant: 'harbor', storageState: await freshState('harbor', 'manager') });
  await page.goto('/activity');
  await openSettings(page);
  await expect(dialog(page).getByRole('tab', { name: 'Sessions' })).toBeVisible();
  await expect(dialog(page).getByRole('tab', { name: 'Organization' })).toHaveCount(0);
});

test(
  'the logo is chosen, shown beside the name in the header, removed and brought back',
  nightly,
  async ({ open, problems }) => {
    const storageState = await freshState('harbor', 'admin');
    const page = await open(null, { tenant: 'harbor', storageState });
    await page.route('**/api/v1/me/settings', (route) => route.fulfill({ json: { data: [] } }));
    await openOrganization(page);
    const choose = async (name: string, text: string) => {
      const buffer = Buffer.from(text);
      // a name says nothing: the content is judged
      await dialog(page).locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer });
    };
    const drawing = (inside: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20" width="40" height="20">${inside}</svg>`;
    const inHeader = page.locator('header a img');
    await choose('logo.png', drawing('').padEnd(65_537));
    await expect(dialog(page).getByText('The file is larger than 64 KB.')).toBeVisible();
    problems.expect(/400.*organization\/logo/);
    await choose('logo.png', drawing('<script>alert(1)</script>'));
    await expect(dialog(page).getByText('This SVG has scripts, links or embedded files.')).toBeVisible();
    await expect(inHeader).toHaveCount(0);

    await field(page, 'Days until a profile is inactive').fill('77');
    await choose('logo.png', drawing('<rect width="40" height="20" fill="#0a7"/>'));
    await expect(page.getByText('The logo has been saved.')).toBeVisible();
    await expect(inHeader).toBeVisible();
    await expect(page.locator('header a').first()).toContainText('Harbor Stores');
    expect(await inHeader.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth)).toBe(40);
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('The logo has been removed.')).toBeVisible();
    await expect(inHeader).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(inHeader).toBeVisible();
    // what was typed before is there, and no conflict with the logo
    await expect(field(page, 'Days until a profile is inactive')).toHaveValue('77');
    await field(page, 'Days until a profile is inactive').fill('90');
    await dialog(page).getByRole('button', { name: 'Remove' }).click();
    await expect(inHeader).toHaveCount(0);
  },
);
