import { durations } from '@keyward/contract/limits';
import { expectAccessible } from './axe.ts';
import { drawer, rows } from './list.ts';
import { expect, nightly, test } from './people.ts';
import {
  alertOf,
  bar,
  button,
  cell,
  choose,
  column,
  findRole,
  grid,
  heldBy,
  nameField,
  newName,
  newRole,
  openRoles,
  removeNamed,
  rowOf,
  saying,
} from './roles.ts';

// deletes the roles and profiles of the previous test, once no page is signed in with them
test.beforeEach(async ({ api }) => removeNamed(await api('admin')));

test('the matrix shows its rows in order and its number of columns', nightly, async ({ page }) => {
  await openRoles(page);
  const names =
    'Devices, OKM user, Export devices, OnePASS, Profiles, Mobile user, Export profiles, Activity, Export activity, ' +
    'Access, Groups, Assign groups, Roles, Assign roles, ' +
    'More, Insights, Share views, Also holds';
  await expect(grid(page).getByRole('rowheader')).toHaveText(names.split(', '));
  const columns = await grid(page).getByRole('columnheader').count();
  // without the column of permission names
  await expect(page.getByText(`${columns - 1} total columns`, { exact: true })).toBeVisible();
  const selector = page.getByRole('navigation', { name: 'Part of access' });
  await expect(selector.getByRole('link', { name: 'Roles & Permissions' })).toHaveAttribute('aria-current', 'page');
  await selector.getByRole('link', { name: 'Groups' }).click();
  await expect(page).toHaveURL('/access/groups');
  await expect(grid(page)).toHaveCount(0);
  await page.goBack();
  await expect(grid(page)).toBeVisible();
});

test('a role is added by keyboard alone; dependent permissions are lowered with an explanation', async ({
  page,
  api,
}) => {
  const call = await api('admin');
  const name = newName();
  await page.clock.install();
  await openRoles(page);
  await button(page, 'Add role').focus();
  await page.keyboard.press('Enter');
  await expect(nameField(page)).toBeFocused();
  await expect(nameField(page)).toHaveValue(/^New role \d+$/);
  await page.keyboard.type(name); // over the selected text
  const pick = async (steps: number) => {
    await page.keyboard.press('Enter');
    for (let i = 0; i < steps; i++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  };
  await page.keyboard.press('ArrowDown');
  await expect(cell(page, 'Devices')).toBeFocused();
  await expect(cell(page, 'Devices')).toHaveAccessibleName(`Devices, ${name}`);
  // an export requires its area
  await expect(cell(page, 'Export devices')).toHaveAttribute('aria-disabled', 'true');
  await expect(rowOf(page, 'Export devices')).toContainText('Devices permission required.');
  await expect(rowOf(page, 'Assign roles')).toContainText('Additional users permission required.');
  await expect(rowOf(page, 'Assign groups')).toContainText('Additional users and devices permission required.');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await pick(2);
  await expect(cell(page, 'Devices')).toHaveText('Edit');
  await expect(cell(page, 'Devices')).toBeFocused();
  for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowDown');
  await expect(cell(page, 'Export devices')).toBeFocused();
  await pick(1);
  await expect(cell(page, 'Export devices')).toHaveText('Download data');

  await choose(page, 'Profiles', 'Edit');
  await choose(page, 'Export profiles', 'Download data with PIN');
  await choose(page, 'Assign roles', 'Yes');
  await choose(page, 'Assign groups', 'Yes');
  await choose(page, 'Profiles', 'View');
  await expect(cell(page, 'Assign roles')).toHaveText('No');
  await expect(rowOf(page, 'Assign roles')).toContainText('Set to No, because it needs Profiles at Edit.');
  // devices can still be edited
  await expect(cell(page, 'Assign groups')).toHaveText('Yes');
  await choose(page, 'Devices', 'View');
  await expect(rowOf(page, 'Assign groups')).toContainText('Set to No, because it needs Profiles or Devices at Edit.');
  await expect(bar(page).getByRole('status')).toContainText('Assign groups: Set to No');
  await saying(page, 'Role saved successfully', () => page.keyboard.press('Control+Enter'));
  await expect(nameField(page)).toHaveCount(0);
  await expect(rowOf(page, 'Export profiles').getByText('Download data with PIN').last()).toBeVisible();
  expect(heldBy(await findRole(call, name))).toEqual({
    DEVICES: 'READ',
    'CAN-EXPORT-CSV-DEVICES': 'TRUE',
    USERS: 'READ',
    'CAN-EXPORT-CSV-USERS': 'TRUE',
    'CAN-EXPORT-PIN': 'TRUE',
  });
  // the alert closes by itself
  await page.clock.runFor(durations.alertMs);
  await expect(alertOf(page, 'Role saved successfully')).toHaveCount(0);
});

test('arrow keys, Home and End move in the table, which is one tab stop', nightly, async ({ page }) => {
  await openRoles(page);
  const admin = column(page, 'Admin').getByRole('button');
  await button(page, 'Add role').focus();
  await page.keyboard.press('Tab');
  await expect(column(page, 'Admin').getByRole('link')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(admin.first()).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(admin.nth(1)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  const cells = rowOf(page, 'Devices').getByRole('gridcell');
  await expect(cells.first()).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(cells.nth(1)).toBeFocused();
  await page.keyboard.press('End');
  await expect(cells.last()).toBeFocused();
  await expect(cells.last()).toBeInViewport();
  await page.keyboard.press('Control+End');
  await expect(rowOf(page, 'Also holds').getByRole('gridcell').last()).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowUp');
  await expect(rowOf(page, 'Share views').getByRole('gridcell').first()).toBeFocused();
  // back to the previous stop
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(rowOf(page, 'Share views').getByRole('gridcell').first()).toBeFocused();
});

test(
  'one column is edited at a time; a cancelled draft is dropped; drafts have unique names',
  nightly,
  async ({ page, api }) => {
    const call = await api('admin');
    const taken = (await findRole(call, 'New role 1')) ?? (await newRole(call, {}, 'New role 1'));
    await openRoles(page);
    await button(page, 'Add role').click();
    const drafted = await nameField(page).inputValue();
    expect(drafted).not.toBe(taken.name);
    expect(drafted).toMatch(/^New role \d+$/);
    await expect(button(page, 'Add role')).toBeDisabled();
    const edit = button(page, 'Edit Store clerk');
    await expect(edit).toHaveAttribute('aria-disabled', 'true');
    await expect(edit).toHaveAttribute('aria-description', `Save or cancel “${drafted}” first.`);
    await button(bar(page), 'Cancel').click();
    await expect(nameField(page)).toHaveCount(0);
    await expect(button(page, 'Add role')).toBeFocused();
    expect(await findRole(call, drafted)).toBeUndefined();
  },
);

test(
  'the name has at most 32 characters, is unique, and warns about removed characters',
  nightly,
  async ({ page, api }) => {
    const call = await api('admin');
    const { name: taken } = await newRole(call, {});
    await openRoles(page);
    await button(page, 'Add role').click();
    const says = (text: string) => expect(grid(page).getByText(text)).toBeVisible();
    const field = nameField(page);
    await field.fill('x'.repeat(33));
    await says('Name cannot be more than 32 characters');
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await field.fill('🔑'.repeat(32));
    await expect(field).not.toHaveAttribute('aria-invalid', 'true');
    await field.fill(` ${taken.toUpperCase()} `);
    await says('Role name already exists');
    await field.fill('');
    await says('This field is required.');
    await page.keyboard.press('Control+Enter');
    await expect(field).toBeVisible();
    const name = newName();
    await field.fill(`${name} <b>&</b>`);
    await says(`Some characters are not allowed. It will be saved as “${name}”.`);
    await saying(page, 'Role saved successfully', () => button(bar(page), 'Save').click());
    await expect(column(page, name)).toBeVisible();
  },
);

test('a failure is shown where it happened, and the choices stay', nightly, async ({ page, problems }) => {
  problems.expect(/Failed to load resource/, /failed: POST .*\/api\/v1\/roles/);
  await openRoles(page);
  await button(page, 'Add role').click();
  await nameField(page).fill(newName());
  await choose(page, 'Devices', 'Edit');
  await page.route('**/api/v1/roles', (route) =>
    route.request().method() === 'POST' ? route.abort('connectionfailed') : route.fallback(),
  );
  await button(bar(page), 'Save').click();
  await expect(bar(page).getByRole('alert')).toContainText('The server cannot be reached.');
  // it may have been created
  await expect(bar(page).getByRole('alert')).not.toContainText('Error creating role');
  await expect(cell(page, 'Devices')).toHaveText('Edit');
  await page.unroute('**/api/v1/roles');
  await saying(page, 'Role saved successfully', () => button(bar(page), 'Save').click());
});

test('a role is copied with all its permissions', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const role = await newRole(call, { DEVICES: 'EDIT', 'CAN-EXPORT-CSV-DEVICES': 'TRUE', TAGS: 'EDIT' });
  await openRoles(page);
  await button(page, `Copy ${role.name}`).click();
  await expect(nameField(page)).toHaveValue(`${role.name} copy`);
  await expect(rowOf(page, 'Also holds')).toContainText('Tags (Edit)');
  await saying(page, 'Role saved successfully', () => button(bar(page), 'Save').click());
  expect(heldBy(await findRole(call, `${role.name} copy`))).toEqual(heldBy(role));
});

test('a locked role cannot be edited or deleted, and says so', nightly, async ({ page }) => {
  await openRoles(page);
  await expect(column(page, 'Admin').getByRole('img', { name: 'Locked' })).toBeVisible();
  for (const act of ['Edit Admin', 'Delete Admin']) {
    await expect(button(page, act)).toHaveAttribute('aria-description', 'This role is locked.');
    await button(page, act).click({ force: true });
  }
  await expect(nameField(page)).toHaveCount(0);
  await expect(drawer(page)).toHaveCount(0);
  await button(page, 'Edit Admin').hover();
  await expect(page.getByRole('tooltip')).toHaveText('Edit Admin. This role is locked.');
});

test('two roles can be compared, differences only, by address', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const [left, right] = [
    await newRole(call, { DEVICES: 'EDIT', USERS: 'READ' }),
    await newRole(call, { DEVICES: 'READ', USERS: 'READ' }),
  ];
  await openRoles(page);
  await button(page, 'Compare').click();
  await page.getByRole('combobox', { name: 'First role' }).fill(left.name);
  await page.getByRole('option', { name: left.name, exact: true }).click();
  await page.getByRole('combobox', { name: 'Second role' }).fill(right.name);
  await page.getByRole('option', { name: right.name, exact: true }).click();
  await expect(grid(page).getByRole('columnheader')).toHaveCount(3);
  await expect(grid(page).getByRole('rowheader')).toHaveText(['Devices']);
  await page.reload();
  await expect(grid(page).getByRole('rowheader')).toHaveText(['Devices']);
  await expect(column(page, left.name)).toBeVisible();
  await expectAccessible(page);
  // the row stays while it is edited
  await button(page, `Edit ${left.name}`).click();
  await choose(page, 'Devices', 'View');
  await expect(grid(page).getByRole('rowheader')).toHaveText(['Devices']);
  await expect(cell(page, 'Devices')).toHaveText('View');
  await button(bar(page), 'Cancel').click();
  await button(page.getByRole('alertdialog', { name: 'Leave without saving?' }), 'Discard changes').click();
  await page.getByRole('checkbox', { name: 'Only differences' }).uncheck();
  await expect(rowOf(page, 'Profiles')).toBeVisible();
  await button(page, 'Show all roles').click();
  await expect(column(page, 'Admin')).toBeVisible();
  await expect(page).toHaveURL('/access/roles');
});

test('leaving with changes asks first', nightly, async ({ page, api }) => {
  const role = await newRole(await api('admin'), {});
  await openRoles(page);
  await button(page, `Edit ${role.name}`).click();
  await choose(page, 'Devices', 'View');
  await page.getByRole('banner').getByRole('link', { name: 'Devices' }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await button(question, 'Keep editing').click();
  await expect(cell(page, 'Devices')).toHaveText('View');
  await button(bar(page), 'Cancel').click();
  await button(question, 'Discard changes').click();
  await expect(nameField(page)).toHaveCount(0);
  await expect(button(page, `Edit ${role.name}`)).toBeFocused();
});

test('passes axe while a column is edited', nightly, async ({ page, api }) => {
  const role = await newRole(await api('admin'), { USERS: 'EDIT', 'ASSIGN-ROLES': 'TRUE' });
  await openRoles(page);
  await expectAccessible(page);
  await button(page, `Edit ${role.name}`).click();
  await choose(page, 'Profiles', 'No access');
  await expectAccessible(page);
});

test('passes axe while the options of a cell are open', nightly, async ({ page }) => {
  await openRoles(page);
  await button(page, 'Add role').click();
  await cell(page, 'Devices').click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectAccessible(page);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('the table scrolls inside itself, and its first column stays', nightly, async ({ page, api }) => {
    const role = await newRole(await api('admin'), { DEVICES: 'READ' });
    await openRoles(page);
    await button(page, `Edit ${role.name}`).tap();
    await expect(nameField(page)).toBeInViewport();
    await expect(page.getByRole('rowheader', { name: 'Devices', exact: true })).toBeInViewport();
    await choose(page, 'Devices', 'Edit');
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wider).toBeLessThanOrEqual(0);
    await saying(page, 'Role saved successfully', () => button(bar(page), 'Save').tap());
  });
});

test('built-in roles are named in the language on screen, in the matrix and in profiles', nightly, async ({ open }) => {
  const page = await open('admin', { tenant: 'harbor', locale: 'ja-JP' });
  await page.goto('/access/roles');
  for (const label of ['管理者', 'ユーザー', 'Web ポータルユーザー', 'モバイルアプリユーザー', 'OKM ユーザー'])
    await expect(column(page, label)).toBeVisible();
  await expect(column(page, 'Admin')).toHaveCount(0);
  // also during editing; the field holds the name itself
  await button(page, '「OKM ユーザー」を編集').click();
  await expect(page.getByRole('region', { name: '「OKM ユーザー」を編集中' })).toBeVisible();
  await expect(column(page, 'OKM ユーザー').getByRole('textbox')).toHaveValue('OKM user');
  await page.keyboard.press('Escape');
  await page.goto('/users?search=admin');
  await expect(rows(page).first()).toContainText('管理者');
});
