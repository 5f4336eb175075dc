import { crc32, deflateSync } from 'node:zlib';
import { limits } from '@keyward/contract/limits';
import { organizations } from '@keyward/contract/organization';
import { openSettings } from './account.ts';
import { expectAccessible } from './axe.ts';
import { holdWrites } from './held.ts';
import { bothForms, dialog, field, openBothForms, openOrganization, save } from './organization.ts';
import { expect, freshState, test, nightly } from './people.ts';

test.use({ person: null, tenant: 'harbor' });
// they change the same organization
test.describe.configure({ mode: 'default' });

/** 0 before the image has arrived, although it is visible. */
const widthOf = (image: Element) => (image instanceof HTMLImageElement ? image.naturalWidth : undefined);

test('the in-product administrator changes the organization’s name and settings', nightly, async ({ open }) => {
  const page = await open(null, { tenant: 'harbor', storageState: await freshState('harbor', 'admin') });
  // in the tenant's language, regardless of the choices of other tests for this person
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
  const alertTo = field(page, 'Closing check: mail to');
  const alerted = await alertTo.inputValue();
  await alertTo.fill('r&d.lead');
  await save(page).click();
  await expect(dialog(page).getByText('“r&d.lead” will be saved as “rd.lead”.')).toBeVisible();
  await alertTo.fill(alerted);
  const name = await field(page, 'Name of the organization').inputValue();
  await field(page, 'Name of the organization').fill(`${name} Ltd`);
  await save(page).click();
  await expect(page.getByRole('status').filter({ hasText: 'settings have been saved' })).toBeVisible();
  await expect(save(page)).toBeDisabled();

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

test('saving an ID that belongs to no profile names that ID', nightly, async ({ open }) => {
  const page = await open(null, { tenant: 'harbor', storageState: await freshState('harbor', 'admin') });
  await page.route('**/api/v1/me/settings', (route) => route.fulfill({ json: { data: [] } }));
  await openOrganization(page);
  const alertTo = field(page, 'Closing check: mail to');
  const before = await alertTo.inputValue();
  await alertTo.fill('admin, mangaer');
  await save(page).click();
  const unknown = dialog(page).getByText('No profile that may sign in has the ID: mangaer.');
  await expect(unknown).toBeVisible();
  await expectAccessible(page);
  await alertTo.fill(before);
  await expect(unknown).toHaveCount(0);
  await save(page).click();
  await expect(save(page)).toBeDisabled();
});

test('fields are disabled during a save, and the focus returns after it', nightly, async ({ open, problems }) => {
  problems.expect(/500.*organization/);
  const page = await open(null, { tenant: 'harbor', storageState: await freshState('harbor', 'admin') });
  await page.route('**/api/v1/me/settings', (route) => route.fulfill({ json: { data: [] } }));
  await openOrganization(page);
  const days = field(page, 'Days until a profile is inactive');
  await days.fill('44');
  const held = await holdWrites(page, `**${organizations.update.path}`);
  await days.press('Enter');
  await held.sent;
  await expect(days).toBeDisabled();
  held.fail();
  await expect(days).toBeEnabled();
  await expect(days).toHaveValue('44');
  await expect(days).toBeFocused();
});

test(
  'changes that another administrator saved first are merged field by field',
  nightly,
  async ({ open, api, problems }) => {
    problems.expect(/412/);
    const call = await api('admin', 'harbor');
    const { settings } = (await call(organizations.get)).data;
    const page = await open(null, { tenant: 'harbor', storageState: await freshState('harbor', 'admin') });
    await page.route('**/api/v1/me/settings', (route) => route.fulfill({ json: { data: [] } }));
    await openOrganization(page);
    const days = field(page, 'Days until a profile is inactive');
    const hours = field(page, 'Hours of “Unsecured Locks”');
    await days.fill('47');
    await hours.fill('9');
    const theirs = { inactiveUserDays: 46, keyDueSoonMinutes: 61 };
    await call(organizations.update, { body: { settings: theirs } });
    await save(page).click();
    const conflict = dialog(page).getByRole('region', { name: /changed this at/ });
    await expect(conflict.getByRole('heading')).toBeFocused();
    // a value that only one of the two changed is merged without a question
    await expect(conflict.getByRole('listitem')).toHaveText([/: 60 → 61$/]);
    await expect(conflict.getByRole('radiogroup')).toHaveCount(1);
    await expect(days).toHaveValue('47');
    await expect(hours).toHaveValue('9');
    await expectAccessible(page);
    // an open question blocks the save
    await save(page).click();
    await expect(conflict.getByRole('radio', { name: 'Keep mine' })).toBeFocused();
    await conflict.getByRole('radio', { name: 'Take theirs' }).check();
    await expect(days).toHaveValue('46');
    await save(page).click();
    await expect(save(page)).toBeDisabled();
    await expect(conflict).toHaveCount(0);
    expect((await call(organizations.get)).data.settings).toEqual({ ...settings, ...theirs, unsecuredLockHours: 9 });
    await call(organizations.update, { body: { settings } });
  },
);

test('closing with unsaved changes in two tabs asks about each', nightly, async ({ open }) => {
  const page = await open(null, { tenant: 'harbor', storageState: await freshState('harbor', 'admin') });
  const { tab, button, question, days, dark } = await openBothForms(page);
  const before = await days.inputValue();
  await days.fill('78');
  // 'Cancel' of the other tab asks as well
  await tab('Preferences').click();
  await button('Cancel').click();
  await expect(tab('Organization')).toHaveAttribute('aria-selected', 'true');
  await expect(question).toHaveCount(1);
  await button('Keep editing').click();
  await expect(days).toHaveValue('78');

  await tab('Preferences').click();
  await dark.check();
  await button('Cancel').click();
  await expect(tab('Preferences')).toHaveAttribute('aria-selected', 'true');
  await button('Discard').click();
  // the changes of the other tab are still there, and asked about
  await expect(tab('Organization')).toHaveAttribute('aria-selected', 'true');
  await expect(days).toHaveValue('78');
  await expect(button('Keep editing')).toBeFocused();
  await button('Keep editing').click();
  await tab('Preferences').click();
  await expect(dark).not.toBeChecked();
  await page.keyboard.press('Escape');
  await button('Discard').click();
  await expect(dialog(page)).toHaveCount(0);
  await openSettings(page);
  await tab('Organization').click();
  await expect(days).toHaveValue(before);
});

test('Back with unsaved changes in another tab shows that tab, and asks', nightly, async ({ open }) => {
  const page = await open(null, { storageState: await freshState('demo', 'admin') });
  await page.goto('/devices');
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Activity' }).click();
  await expect(page).toHaveURL('/activity');
  await openSettings(page);
  const { tab, question, dark } = bothForms(page);
  await dark.check();
  await tab('Sessions').click();
  await page.goBack();
  await expect(tab('Preferences')).toHaveAttribute('aria-selected', 'true');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(question).toHaveCount(0);
  await expect(page).toHaveURL('/activity');
  await expect(dark).toBeChecked();
  await tab('Sessions').click();
  await page.goBack();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog(page)).toHaveCount(0);
  // only the settings are left
  await expect(page).toHaveURL('/activity');
});

test('other profiles have no organization in their settings', nightly, async ({ open }) => {
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
      // the name proves nothing: the content is judged
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
    await expect.poll(() => inHeader.evaluate(widthOf)).toBe(40);
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('The logo has been removed.')).toBeVisible();
    await expect(inHeader).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(inHeader).toBeVisible();
    // the earlier input is kept, without a conflict with the logo
    await expect(field(page, 'Days until a profile is inactive')).toHaveValue('77');
    await field(page, 'Days until a profile is inactive').fill('90');
    await dialog(page).getByRole('button', { name: 'Remove' }).click();
    await expect(inHeader).toHaveCount(0);
  },
);

/** A PNG of one grey, not compressed, so that the second part of its base64 begins with a plus sign. */
function greyPng(): Buffer {
  const [width, height] = [128, 120];
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const row = Buffer.concat([Buffer.alloc(1), Buffer.alloc(width, 0xfb)]);
  const rows = Buffer.concat(Array.from({ length: height }, () => row));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows, { level: 0 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

test(
  'a logo of several parts is saved, and the same file can be chosen again after it was removed or refused',
  nightly,
  async ({ open, problems }) => {
    problems.expect(/400.*organization\/logo/);
    const page = await open(null, { tenant: 'harbor', storageState: await freshState('harbor', 'admin') });
    await page.route('**/api/v1/me/settings', (route) => route.fulfill({ json: { data: [] } }));
    await openOrganization(page);
    const input = dialog(page).locator('input[type=file]');
    const choose = (buffer: Buffer) => input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
    const inHeader = page.locator('header a img');
    const picture = greyPng();
    expect(picture.toString('base64')[limits.logoPart]).toBe('+');
    for (let i = 0; i < 2; i++) {
      await choose(picture);
      await expect(inHeader).toBeVisible();
      await expect.poll(() => inHeader.evaluate(widthOf)).toBe(128);
      // the browser reports the next choice, whichever file it is
      await expect(input).toHaveValue('');
      await dialog(page).getByRole('button', { name: 'Remove' }).click();
      await expect(inHeader).toHaveCount(0);
    }
    await choose(Buffer.from('no picture'));
    await expect(dialog(page).getByText('Choose a PNG or SVG file.')).toBeVisible();
    await expect(input).toHaveValue('');
  },
);
