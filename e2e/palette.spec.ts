import { profiles } from '@keyward/contract/profiles';
import { views } from '@keyward/contract/views';
import { expectAccessible } from './axe.ts';
import { holdFile } from './held.ts';
import { drawer, expectView, searchBox, table, totalRows } from './list.ts';
import { field, group, marked, openPalette, opener, option, palette, paletteFile } from './palette.ts';
import { expect, freshState, nightly, test } from './people.ts';
import { nameField, newName } from './roles.ts';
import { newDevice } from './things.ts';

test('opens sections and views by keyboard alone, also from a text field', async ({ page }) => {
  await page.goto('/devices');
  await totalRows(page);
  await searchBox(page).focus();
  await openPalette(page);
  await expect(group(page, 'Go to').getByRole('option')).toHaveText([
    'Insights',
    'Activity',
    'Profiles',
    'Devices',
    'OnePASS',
    'GroupsAccess',
    'Roles & PermissionsAccess',
  ]);
  await expect(marked(page)).toHaveText('Insights');
  await page.keyboard.press('ArrowDown');
  await expect(marked(page)).toHaveText('Activity');
  const id = await marked(page).getAttribute('id');
  await expect(field(page)).toHaveAttribute('aria-activedescendant', id ?? '');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(marked(page)).toHaveText('Developer documentation');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(palette(page)).toHaveCount(0);
  await expect(table(page, 'Activity')).toBeVisible();
  await expect(page).toHaveURL(/\/activity/);

  await openPalette(page);
  await page.keyboard.type('offline');
  // with the number of its rows
  await expect(marked(page)).toHaveText(/^OKMs OfflineDevices · \d+$/);
  const count = (await marked(page).innerText()).replace(/^.*· /s, '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/devices\?custom_view=OKMs(\+|%20)Offline/);
  await expectView(page, 'OKMs Offline');
  expect(await totalRows(page)).toBe(Number(count));
});

test('accepts text typed before it has loaded', nightly, async ({ page }) => {
  const file = await holdFile(page, paletteFile);
  await page.goto('/devices');
  await totalRows(page);
  await searchBox(page).focus();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('rolez');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('s');
  file.release();
  await expect(field(page)).toHaveValue('roles');
  await expect(marked(page)).toHaveText('Roles & PermissionsAccess');
  await expect(searchBox(page)).toHaveValue('');
});

test('keeps text typed early, with Enter, until there is an entry to choose', nightly, async ({ page, api }) => {
  const device = await newDevice(await api('admin'));
  const file = await holdFile(page, paletteFile);
  await page.goto('/activity');
  await totalRows(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type(device.serial_number);
  await page.keyboard.press('Enter');
  file.release();
  await expect(drawer(page, device.name)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer(page, device.name)).toHaveCount(0);

  // Enter waits for the rows also once it is open
  await openPalette(page);
  await page.keyboard.type(device.name);
  await page.keyboard.press('Enter');
  await expect(drawer(page, device.name)).toBeVisible();
});

test(
  'finds a device by serial or name, and keeps the list’s search under its drawer',
  nightly,
  async ({ page, api }) => {
    const device = await newDevice(await api('admin'));
    await page.goto('/devices?search=padlock');
    await totalRows(page);
    await openPalette(page);
    await page.keyboard.type(device.serial_number.toLowerCase());
    await expect(group(page, 'Devices').getByRole('option')).toHaveCount(1);
    await expect(marked(page)).toContainText(`${device.name}${device.serial_number}`);
    await page.keyboard.press('Enter');
    await expect(drawer(page, device.name)).toBeVisible();
    await expect(page).toHaveURL(`/devices?search=padlock&open=${device.id}`);

    // Escape closes the palette and not the drawer below it
    await openPalette(page);
    await expect(group(page, 'Recent').getByRole('option')).toHaveText([new RegExp(device.name)]);
    await page.keyboard.press('Escape');
    await expect(palette(page)).toHaveCount(0);
    await expect(drawer(page, device.name)).toBeVisible();

    await page.goto('/activity');
    await openPalette(page);
    await page.keyboard.type(device.name.slice(-12));
    await option(page, device.name).click();
    await expect(page).toHaveURL(`/devices?open=${device.id}`);
  },
);

test('finds a profile by name, profile ID or e-mail address, and opens it', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const name = newName('Person');
  const username = newName('p').replace(' ', '.');
  const email = `${username}@example.com`;
  const { data } = await call(profiles.create, { body: { name, username, email, roles: [] } });
  await page.goto('/activity');
  for (const words of [name, username, email]) {
    await openPalette(page);
    await page.keyboard.type(words.toUpperCase());
    await expect(group(page, 'Profiles').getByRole('option')).toHaveText([`${name}${username}`]);
    await page.keyboard.press('Escape');
  }
  await openPalette(page);
  await page.keyboard.type(username);
  await option(page, name).click();
  await expect(page).toHaveURL(`/users?open=${data.id}`);
  await expect(drawer(page, name)).toBeVisible();
  await openPalette(page);
  await expect(group(page, 'Recent').getByRole('option').first()).toHaveText(`${name}${username}`);
});

test('opens the parts of Access and saved views', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const name = newName('View');
  const { data: view } = await call(views.create, {
    body: {
      resource: 'user',
      name,
      description: '',
      base: 'Overview',
      filter: {},
      search: '',
      sort: [],
      columns: [{ accessorKey: 'name' }],
      sharing: { with: 'nobody' },
    },
  });
  await page.goto('/activity');
  for (const [words, title, address] of [
    ['access gr', 'Groups', '/access/groups'],
    ['access perm', 'Roles & Permissions', '/access/roles'],
  ] as const) {
    await openPalette(page);
    await page.keyboard.type(words);
    await expect(marked(page)).toHaveText(`${title}Access`);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(address);
  }
  await openPalette(page);
  await page.keyboard.type(name);
  await expect(group(page, 'Views').getByRole('option')).toHaveText([new RegExp(`^${name}Profiles`)]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/users?custom_view=${view.value}`);
  await expectView(page, name);
});

test('searches when typing pauses, and ignores results of an earlier search', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const [first, second] = [await newDevice(call), await newDevice(call)];
  const searches: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/api\/v1\/devices\?.*results_per_page=5/, async (route) => {
    const search = new URL(route.request().url()).searchParams.get('search') ?? '';
    searches.push(search);
    if (search === first.serial_number) await held;
    await route.continue().catch(() => undefined);
  });
  await page.goto('/activity');
  await openPalette(page);
  // fill, because slow typing would search on the way
  await field(page).fill(first.serial_number);
  await expect.poll(() => searches).toEqual([first.serial_number]);
  await expect(palette(page).getByRole('status')).toHaveText('Searching…');
  await field(page).fill(second.serial_number);
  await expect(option(page, second.name)).toBeVisible();
  release();
  await expect(option(page, first.name)).toHaveCount(0);
  await expect(palette(page).getByRole('option')).toHaveCount(1);
  expect(searches).toEqual([first.serial_number, second.serial_number]);
});

test('says when nothing matches and when the search failed', nightly, async ({ page, problems }) => {
  problems.expect(/500.*\/api\/v1\/devices/);
  await page.goto('/activity');
  await openPalette(page);
  await page.keyboard.type('no such thing');
  await expect(palette(page).getByRole('status')).toContainText('Nothing matches “no such thing”.');
  await expectAccessible(page);
  const answers = /\/api\/v1\/devices\?/;
  await page.route(answers, (route) =>
    route.fulfill({ status: 500, json: { errors: [{ code: 'internal', detail: 'Internal Server Error' }] } }),
  );
  await field(page).fill('9F40');
  await expect(palette(page).getByRole('status')).toContainText('Devices could not be searched.');
  await page.unroute(answers);
  await option(page, 'Try again').click();
  // five rows, and the entry that leads to all
  await expect(palette(page).getByRole('status')).toHaveText('6 results');
  await expect(group(page, 'Devices').getByRole('option')).toHaveCount(6);
  await expect(group(page, 'Devices').getByRole('option').last()).toHaveText(/^Show all [\d,]+ in Devices/);
});

test('starts the permitted actions', nightly, async ({ page }) => {
  await page.goto('/activity');
  await openPalette(page);
  await page.keyboard.type('dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await opener(page).click();
  await field(page).fill('settings');
  await page.keyboard.press('Enter');
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await expect(settings).toBeVisible();
  await settings.getByRole('button', { name: 'Cancel' }).click();
  await expect(opener(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await field(page).fill('add dev');
  await page.keyboard.press('Enter');
  // an opening drawer takes the focus
  await expect(drawer(page, 'Add device').getByRole('textbox').first()).toBeFocused();
  await expect(page).toHaveURL('/devices?open=new');
  await openPalette(page);
  await page.keyboard.type('add prof');
  await page.keyboard.press('Enter');
  await expect(drawer(page, 'Add profile').getByRole('textbox').first()).toBeFocused();
  await expect(page).toHaveURL('/users?open=new');
  await openPalette(page);
  await page.keyboard.type('add role');
  await page.keyboard.press('Enter');
  await expect(nameField(page)).toBeFocused();
  await expect(nameField(page)).toHaveValue(/^New role/);
  await expect(page).toHaveURL('/access/roles');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(nameField(page)).toHaveCount(0);
});

test('offers only permitted pages and actions', nightly, async ({ open }) => {
  const clerk = await open('clerk');
  await clerk.goto('/devices');
  await openPalette(clerk);
  // the clerk may neither give roles nor end an access, has one location, and may not read roles
  for (const words of ['give role mona', 'end access of mona', 'leeds', 'store manager']) {
    await field(clerk).fill(words);
    await expect(palette(clerk).getByRole('status')).not.toHaveText('Searching…');
    for (const name of ['Roles of profiles', 'End access', 'Locations', 'Roles'])
      await expect(group(clerk, name)).toHaveCount(0);
  }
  await field(clerk).fill('');
  await expect(group(clerk, 'Actions').getByRole('option')).toHaveText(['Switch to dark', 'Settings', 'Sign out']);
  const nobody = await open('nobody');
  const searches: string[] = [];
  nobody.on('request', (request) => searches.push(request.url()));
  await nobody.goto('/');
  await expect(nobody).toHaveURL('/no-permission');
  await openPalette(nobody);
  await expect(group(nobody, 'Actions')).toBeVisible();
  await expect(group(nobody, 'Help').getByRole('option')).toHaveText(['Keyboard shortcuts?']);
  await expect(palette(nobody).getByRole('group')).toHaveCount(2);
  await nobody.keyboard.type('devices');
  await expect(palette(nobody).getByRole('status')).toContainText('Nothing matches “devices”.');
  expect(searches.filter((url) => /custom-views|\/(devices|users)\?/.test(url))).toEqual([]);
});

test('signing out clears the recent choices', nightly, async ({ open }) => {
  const page = await open(null, { storageState: await freshState('demo', 'clerk') });
  await page.goto('/devices');
  await openPalette(page);
  await option(page, 'Activity').click();
  await expect(page).toHaveURL(/\/activity/);
  const kept = () => page.evaluate(() => localStorage.getItem('recentChoices'));
  await expect.poll(kept).toContain('section:activity');
  await openPalette(page);
  await expect(group(page, 'Recent').getByRole('option')).toHaveText(['Activity']);
  await option(page, 'Sign out').click();
  await expect(page).toHaveURL('/username');
  expect(await kept()).toBeNull();
});

for (const [language, tenant] of [
  ['en', 'demo'],
  ['ja-JP', 'harbor'],
] as const) {
  test(`on a phone it opens from the header and passes axe: ${language}`, nightly, async ({ open }) => {
    const page = await open('admin', { tenant, locale: language, viewport: { width: 360, height: 740 } });
    await page.goto('/devices');
    await page.getByRole('banner').locator('[aria-haspopup=dialog][aria-keyshortcuts]').click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('combobox')).toBeFocused();
    await expectAccessible(page);
    await dialog.getByRole('combobox').fill('okm');
    await expect(dialog.getByRole('option')).not.toHaveCount(0);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
}
