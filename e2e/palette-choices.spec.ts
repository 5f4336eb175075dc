import { devices } from '@keyward/contract/devices';
import { profiles } from '@keyward/contract/profiles';
import { openSettings } from './account.ts';
import { expectAccessible } from './axe.ts';
import { signIn } from './calls.ts';
import { drawer, expectTotal, rows, searchBox, totalRows } from './list.ts';
import { newcomer } from './newcomer.ts';
import { field, group, marked, openPalette, option, palette } from './palette.ts';
import { expect, nightly, stateOf, test } from './people.ts';
import { column, newRole, removeNamed } from './roles.ts';
import { leeds, newDevice, someDevices } from './things.ts';

const manchester = 'Northgate – Manchester';

test('chooses a location for every list, and shows a role', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const role = await newRole(call, { DEVICES: 'READ' });
  await page.goto('/dashboard');
  await openPalette(page);
  await page.keyboard.type('leeds');
  await expect(group(page, 'Locations').getByRole('option')).toHaveText([`${leeds}Show only this location`]);
  await expect(marked(page)).toContainText(leeds);
  await page.keyboard.press('Enter');
  // outside a list, the choice leads to the devices of the location
  await expect(page).toHaveURL('/devices');
  await expect(page.getByRole('button', { name: `Locations: ${leeds}` })).toBeVisible();
  await openPalette(page);
  await page.keyboard.type('all loc');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Locations: All locations' })).toBeVisible();

  await openPalette(page);
  await page.keyboard.type(role.name);
  await expect(marked(page)).toHaveText(`${role.name}Role`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/access/roles?role=${role.id}`);
  await expect(column(page, role.name)).toBeInViewport();
  await removeNamed(call);
});

test('shows the activity of a device in a period, and again as a recent choice', nightly, async ({ page, api }) => {
  const device = await newDevice(await api('admin'));
  await page.goto('/devices');
  await openPalette(page);
  await page.keyboard.type(`activity of ${device.serial_number}`);
  await expect(group(page, 'Activity').getByRole('option')).toHaveText([
    new RegExp(`^Activity of ${device.name}${device.serial_number}`),
    new RegExp(`^Activity of ${device.name}: Last night`),
    new RegExp(`^Activity of ${device.name}: Today`),
    new RegExp(`^Activity of ${device.name}: Yesterday`),
    new RegExp(`^Activity of ${device.name}: Last 7 days`),
  ]);
  await expectAccessible(page);
  await field(page).fill(`${device.serial_number} activity yesterday`);
  await expect(group(page, 'Activity').getByRole('option')).toHaveText([
    new RegExp(`^Activity of ${device.name}: Yesterday`),
  ]);
  await field(page).fill(`activity of ${device.serial_number} today`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: `Activity of ${device.name}` })).toBeVisible();
  await expectTotal(page, 1);
  await page.goto('/devices');
  await openPalette(page);
  await group(page, 'Recent')
    .getByRole('option', { name: `Activity of ${device.name}: Today` })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: `Activity of ${device.name}` })).toBeVisible();
});

test('gives a role: fills it in, or opens the choice of roles; nothing is saved', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const role = await newRole(call, { DEVICES: 'READ' });
  const { name, username } = await newcomer(call, 'demo');
  await page.goto('/activity');
  await openPalette(page);
  await page.keyboard.type(`give role ${username} ${role.name.toLowerCase()} leeds`);
  await expect(marked(page)).toHaveText(new RegExp(`^Give ${name} the role ${role.name} at ${leeds}${username}`));
  await page.keyboard.press('Enter');
  const form = drawer(page, name);
  await expect(form.getByRole('combobox', { name: 'Roles' })).toContainText(role.name);
  await expect(form.getByRole('combobox', { name: 'Location' })).toHaveValue(leeds);
  await expect(form.getByRole('combobox', { name: 'Roles' })).toBeFocused();
  const { data: stored } = await call(profiles.list, { query: { username } });
  expect(stored[0]?.roles).toEqual([]);
  await form.getByRole('button', { name: 'Cancel' }).click();
  await form.getByRole('button', { name: 'Discard changes' }).click();
  await expect(form).toHaveCount(0);

  await openPalette(page);
  await page.keyboard.type(`give role ${username}`);
  await expect(marked(page)).toHaveText(new RegExp(`^Give ${name} a role`));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option', { name: role.name, exact: true })).toBeVisible();
  await removeNamed(call);
});

test('treats a surname that begins the name of a location as a surname', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const role = await newRole(call, { DEVICES: 'READ' });
  const random = crypto.randomUUID().slice(0, 8);
  const [name, username] = [`Lee Chen ${random}`, `lee.chen.${random}`];
  await call(profiles.create, { body: { name, username, roles: [] } });
  await page.goto('/activity');
  await openPalette(page);
  await page.keyboard.type(`give role ${name.toLowerCase()} ${role.name.toLowerCase()}`);
  await expect(marked(page)).toHaveText(`Give ${name} the role ${role.name}${username}`);
  await page.keyboard.press('Enter');
  const form = drawer(page, name);
  await expect(form.getByRole('combobox', { name: 'Roles' })).toContainText(role.name);
  await expect(form.getByRole('combobox', { name: 'Location' })).toHaveValue('');
  await removeNamed(call);
});

test(
  'finds rows at the locations of the header or at a typed one, and leads to all of them',
  nightly,
  async ({ page, api }) => {
    const call = await api('admin');
    const { word } = await someDevices(call, 6);
    const elsewhere = await newDevice(call, { name: `${word} elsewhere`, tags: { Location: [manchester] } });
    const found = group(page, 'Devices').getByRole('option');
    await page.goto('/activity');
    await openPalette(page);
    await page.keyboard.type(word);
    await expect(found).toHaveCount(6);
    await expect(found.last()).toHaveText('Show all 7 in Devices');
    await field(page).fill('leeds');
    await expect(marked(page)).toContainText(leeds);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: `Locations: ${leeds}` })).toBeVisible();

    await openPalette(page);
    await page.keyboard.type(word);
    await expect(found.last()).toHaveText('Show all 6 in Devices');
    await expectAccessible(page);
    await found.last().click();
    await expectTotal(page, 6);
    await expect(searchBox(page)).toHaveValue(word);

    // a typed location takes precedence over those of the header
    await openPalette(page);
    await page.keyboard.type(`replace ${word} in manchester`);
    await expect(group(page, 'Replace a device').getByRole('option')).toHaveText([
      new RegExp(`^Replace ${elsewhere.name}`),
    ]);
    // and a row outside the header's locations is found if none inside them is
    await field(page).fill(elsewhere.serial_number);
    await expect(found).toHaveText([new RegExp(`^${elsewhere.name}`)]);
  },
);

test('ends the access of a person who left, and undoes it', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const { id, name, username } = await newcomer(call, 'demo');
  await page.goto('/activity');
  await openPalette(page);
  // no profile ends itself
  await page.keyboard.type('end access of admin');
  await expect(option(page, /^End access of Alex Morgan/)).toHaveCount(0);
  await field(page).fill(`${username} has left`);
  await expect(marked(page)).toHaveText(new RegExp(`^End access of ${name} now`));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('status').filter({ hasText: '1 profile is as it was' })).toBeVisible();
  expect((await call(profiles.get, { params: { id } })).data.valid_until).toBeNull();
});

test('Enter pressed before the search has answered ends no access', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const { id, name, username } = await newcomer(call, 'demo');
  const held = Promise.withResolvers<void>();
  await page.route(/\/api\/v1\/users\?/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/activity');
  await openPalette(page);
  await page.keyboard.type(`end access of ${username}`);
  await page.keyboard.press('Enter');
  held.resolve();
  await expect(marked(page)).toHaveText(new RegExp(`^End access of ${name} now`));
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  expect((await call(profiles.get, { params: { id } })).data.valid_until).toBeNull();
  // another Enter chooses the entry, now that it was seen
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('status').filter({ hasText: '1 profile is as it was' })).toBeVisible();
});

test('“?” lists the shortcuts and “/” goes to the search, except in a field', nightly, async ({ page }) => {
  await page.goto('/devices');
  await totalRows(page);
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  // the keys are loaded after the list
  await expect(async () => {
    await page.keyboard.press('Shift+?');
    await expect(list).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(list.getByRole('term').first()).toHaveText('Search and commands');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await page.keyboard.press('/');
  await expect(searchBox(page)).toBeFocused();
  await page.keyboard.type('a/b?');
  await expect(searchBox(page)).toHaveValue('a/b?');
  await expect(list).toHaveCount(0);
  await openPalette(page);
  await page.keyboard.type('shortcuts');
  await page.keyboard.press('Enter');
  await expect(list).toBeVisible();
});

test('“/” and “?” work while the checkbox of a ticked row has the focus', nightly, async ({ page }) => {
  await page.goto('/devices');
  await totalRows(page);
  const box = rows(page).first().getByRole('checkbox');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await box.check();
  await expect(box).toBeFocused();
  // the keys are loaded after the list
  await expect(async () => {
    await page.keyboard.press('Shift+?');
    await expect(list).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await expect(box).toBeFocused();
  await page.keyboard.press('/');
  await expect(searchBox(page)).toBeFocused();
  await expect(box).toBeChecked();
});

test('single-character shortcuts can be turned off, and on again', nightly, async ({ open, api }) => {
  const { username } = await newcomer(await api('admin'), 'demo', 'Admin');
  const page = await open(null, { storageState: stateOf('demo', await signIn('demo', username)) });
  await page.goto('/devices');
  await totalRows(page);
  // the keys are loaded after the list
  await expect(async () => {
    await page.keyboard.press('/');
    await expect(searchBox(page)).toBeFocused({ timeout: 1000 });
  }).toPass();
  for (const isOn of [false, true]) {
    await openSettings(page);
    const dialog = drawer(page, 'Settings');
    await dialog.getByRole('checkbox', { name: 'Shortcuts of a single key' }).setChecked(isOn);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
    await page.keyboard.press('/');
    const search = expect(searchBox(page));
    await (isOn ? search : search.not).toBeFocused();
    // the list shows only the keys that work
    await openPalette(page);
    await page.keyboard.type('shortcuts');
    await page.keyboard.press('Enter');
    const line = page.getByText('Previous or next event').locator('..');
    await expect(line.locator('kbd')).toHaveText(isOn ? ['←', '→', 'K', 'J'] : ['←', '→']);
    await page.keyboard.press('Escape');
    await expect(line).toHaveCount(0);
  }
});

test(
  'opens by keyboard the replacement of a device and the loss report of a key, which is offered once',
  nightly,
  async ({ page, api }) => {
    const call = await api('admin');
    const key = await newDevice(call, { type: 'OneKey' });
    const lock = await newDevice(call, { type: 'RAC lock' });
    await page.goto('/activity');
    await openPalette(page);
    await page.keyboard.type(`replace ${lock.serial_number}`);
    await expect(marked(page)).toHaveText(new RegExp(`^Replace ${lock.name}`));
    await page.keyboard.press('Enter');
    await expect(drawer(page, 'Replace device').getByRole('textbox', { name: /^Serial number/ })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(`/devices?open=${lock.id}`);

    await openPalette(page);
    // a lock cannot be lost
    await page.keyboard.type(`${lock.serial_number} is lost`);
    await expect(group(page, 'Report a key lost')).toHaveCount(0);
    await field(page).fill(`report ${key.serial_number} lost`);
    await expect(marked(page)).toHaveText(new RegExp(`^Report ${key.name} lost`));
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(drawer(page, 'Report key lost').getByText(`Until ${key.name} is reported found`)).toBeVisible();
    expect((await call(devices.get, { params: { id: key.id } })).data.lost).toBeNull();
    await drawer(page, 'Report key lost').getByRole('button', { name: 'Report lost' }).click();
    await expect(page.getByText(`${key.name} is reported lost`)).toBeVisible();

    await openPalette(page);
    await page.keyboard.type(`report ${key.serial_number} lost`);
    await expect(group(page, 'Report a key lost')).toHaveCount(0);
    await page.keyboard.press('Escape');
    // nor by the address
    await page.goto(`/devices?open=${key.id}&part=lost`);
    await expect(drawer(page, key.name).getByText('Lost', { exact: true })).toBeVisible();
    await expect(page).toHaveURL(`/devices?open=${key.id}`);
    await expect(drawer(page, 'Report key lost')).toHaveCount(0);
  },
);

test('Back closes only the palette, also after ‘Skip to content’', nightly, async ({ page }) => {
  await page.goto('/devices');
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Activity' }).click();
  await totalRows(page);
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await skip.focus();
  await skip.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await openPalette(page);
  await page.goBack();
  await expect(palette(page)).toHaveCount(0);
  await expect(page).toHaveURL('/activity');
  await expect(page.getByRole('main')).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL('/devices');
});
