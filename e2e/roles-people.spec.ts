import { auth } from '@keyward/contract/auth';
import { roles } from '@keyward/contract/roles';
import { expectAccessible } from './axe.ts';
import { drawer, row } from './list.ts';
import { operatorLink } from './mail.ts';
import { newcomer } from './newcomer.ts';
import { expect, freshState, nightly, test } from './people.ts';
import {
  bar,
  button,
  cell,
  choose,
  column,
  findRole,
  given,
  heldBy,
  nameField,
  newName,
  newPerson,
  newRole,
  openRoles,
  removeNamed,
  rowOf,
  saying,
} from './roles.ts';

// deletes the roles and profiles of the previous test, once no page is signed in with them
test.beforeEach(async ({ api }) => removeNamed(await api('admin')));

test('Back closes only the effect of a changed role, then asks about the change', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const role = await newRole(call, { DEVICES: 'EDIT' });
  await newPerson(call, role);
  await page.goto('/devices');
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Access' }).click();
  await button(page, `Edit ${role.name}`).click();
  await choose(page, 'Devices', 'View');
  const address = page.url();
  await button(bar(page), 'Save').click();
  const effect = drawer(page, `Save changes to ${role.name}?`);
  await expect(effect).toBeVisible();
  await page.goBack();
  await expect(effect).toHaveCount(0);
  await expect(page).toHaveURL(address);
  await expect(cell(page, 'Devices')).toHaveText('View');
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await expect(question).toHaveCount(0);

  await page.getByRole('button', { name: /^Inbox/ }).click();
  const inbox = page.getByRole('dialog', { name: 'Inbox' });
  await expect(inbox).toBeVisible();
  await page.goBack();
  await expect(inbox).toHaveCount(0);
  await expect(page).toHaveURL(address);
  await expect(question).toHaveCount(0);

  await page.goBack();
  await expect(question).toBeVisible();
  await expect(page).toHaveURL(address);
});

test('before a held role is saved, the gains and losses of its holders are shown', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const role = await newRole(call, { DEVICES: 'EDIT', 'EVENT-STORE': 'READ' });
  const person = await newPerson(call, role);
  await openRoles(page);
  await expect(column(page, role.name)).toContainText('1 profile');
  await button(page, `Edit ${role.name}`).click();
  await choose(page, 'Devices', 'View');
  await choose(page, 'Mobile user', 'Yes');
  await button(bar(page), 'Save').click();
  const question = drawer(page, `Save changes to ${role.name}?`);
  await expect(question.getByRole('heading', { name: '1 profile is concerned' })).toBeVisible();
  await expect(question.getByText('1 profile gains rights · 1 profile loses rights')).toBeVisible();
  const entry = question.getByRole('listitem').filter({ hasText: person.name });
  await expect(entry).toContainText('Devices: Edit → View');
  await expect(entry).toContainText('Mobile user: No → Yes');
  await expectAccessible(page);
  // nothing is saved yet
  await button(question, 'Cancel').click();
  expect(heldBy(await findRole(call, role.name))).toEqual({ DEVICES: 'EDIT', 'EVENT-STORE': 'READ' });
  await expect(cell(page, 'Devices')).toHaveText('View');
  await button(bar(page), 'Save').click();
  await saying(page, 'Role saved successfully', () => button(question, 'Save role').click());
  await expect(drawer(page)).toHaveCount(0);
  await expect(button(page, `Edit ${role.name}`)).toBeFocused();
  expect(heldBy(await findRole(call, role.name))).toEqual({
    DEVICES: 'READ',
    'EVENT-STORE': 'READ',
    'MOBILE-USER': 'TRUE',
  });
});

test('a renamed role has its new name in its holders’ profiles', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const role = await newRole(call, { DEVICES: 'READ' });
  const person = await newPerson(call, role);
  await page.goto(`/users?search=${encodeURIComponent(person.name)}`);
  await expect(row(page, person.name)).toContainText(role.name);
  // back to the list that was read before, without a page load
  await page.getByRole('link', { name: 'Access', exact: true }).click();
  await page.getByRole('link', { name: /^Roles/ }).click();
  await button(page, `Edit ${role.name}`).click();
  const renamed = newName();
  await nameField(page).fill(renamed);
  await saying(page, 'Role saved successfully', () => button(bar(page), 'Save').click());
  await page.goBack();
  await page.goBack();
  await expect(row(page, person.name)).toContainText(renamed);
});

test(
  'a role saved concurrently by another profile is merged cell by cell',
  nightly,
  async ({ page, api, problems }) => {
    problems.expect(/412.*\/api\/v1\/roles\//);
    const call = await api('admin');
    const role = await newRole(call, { DEVICES: 'READ' });
    await openRoles(page);
    await button(page, `Edit ${role.name}`).click();
    await choose(page, 'Devices', 'Edit');
    await choose(page, 'Mobile user', 'Yes');
    await call(roles.update, {
      params: { id: role.id },
      body: { permissions: given({ DEVICES: 'NONE', TAGS: 'READ' }) },
    });
    await button(bar(page), 'Save').click();
    const conflict = bar(page).getByRole('region', { name: /^Alex Morgan changed this at/ });
    await expect(conflict.getByRole('heading')).toBeFocused();
    await expect(conflict.getByRole('listitem')).toHaveText(['Tags: No access → View']);
    const question = conflict.getByRole('radiogroup', { name: 'Devices' });
    await expect(question).toContainText('Keep mineEditTake theirsNo access');
    await expectAccessible(page);
    await button(bar(page), 'Save').click();
    await expect(question).toContainText('Choose one of the two values.');
    await question.getByRole('radio', { name: 'Take theirs' }).check();
    await expect(cell(page, 'Devices')).toHaveText('No access');
    await saying(page, 'Role saved successfully', () => button(bar(page), 'Save').click());
    expect(heldBy(await findRole(call, role.name))).toEqual({ TAGS: 'READ', 'MOBILE-USER': 'TRUE' });
  },
);

test('a role is deleted by typing its name, unless a profile holds it', nightly, async ({ page, api, problems }) => {
  const call = await api('admin');
  const role = await newRole(call, { DEVICES: 'READ' });
  const raced = await newRole(call, { DEVICES: 'READ' });
  await openRoles(page);
  const remove = button(page, `Delete ${role.name}`);
  await remove.click();
  const question = drawer(page, 'Delete role');
  const confirm = button(question, 'Delete role');
  const typed = question.getByRole('textbox', { name: `Type ${role.name} to confirm` });
  await expect(typed).toBeFocused();
  for (const wrong of ['', role.name.toUpperCase(), `${role.name} `, role.name.slice(1)]) {
    await typed.fill(wrong);
    await expect(confirm).toBeDisabled();
  }
  await expectAccessible(page);
  await typed.fill(role.name);
  let deletions = 0;
  page.on('request', (request) => void (deletions += request.method() === 'DELETE' ? 1 : 0));
  await saying(page, 'Role deleted successfully', () => confirm.dblclick());
  expect(deletions).toBe(1);
  await expect(column(page, role.name)).toHaveCount(0);
  expect(await findRole(call, role.name)).toBeUndefined();

  // the role is assigned to a profile while the question is open
  problems.expect(/409.*\/api\/v1\/roles\//);
  await button(page, `Delete ${raced.name}`).click();
  await newPerson(call, raced);
  await question.getByRole('textbox').fill(raced.name);
  await confirm.click();
  await expect(question.getByRole('alert')).toContainText('Error deleting role');
  await expect(question.getByRole('alert')).toContainText('Profiles that hold this role: 1. Take it from them first.');
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toHaveCount(0);
  const held = button(page, `Delete ${raced.name}`);
  await expect(held).toHaveAttribute('aria-disabled', 'true');
  await expect(held).toHaveAttribute('aria-description', '1 profile holds this role. Take it from there first.');
});

test.describe('with fewer permissions', () => {
  test.use({ person: null });

  test(
    'a profile with read permission sees the roles, and why they cannot be changed',
    nightly,
    async ({ page, api }) => {
      const call = await api('admin');
      const { username } = await newPerson(call, await newRole(call, { ROLES: 'READ' }));
      await page.goto(await operatorLink('link', 'demo', username));
      await expect(page).toHaveURL('/access');
      await expect(page.getByRole('heading', { level: 2, name: 'Roles & Permissions' })).toBeVisible();
      await expect(column(page, 'Store clerk')).toBeVisible();
      for (const act of ['Edit', 'Copy', 'Delete'])
        await expect(button(page, `${act} Store clerk`)).toHaveAttribute(
          'aria-description',
          'Roles permission required.',
        );
      const add = button(page, 'Add role');
      await expect(add).toHaveAttribute('aria-disabled', 'true');
      await add.focus();
      await expect(page.getByRole('tooltip')).toHaveText('Roles permission required.');
      await expectAccessible(page);
    },
  );

  test(
    'a profile with permission to assign is offered the grantable roles, and sees how many are not',
    nightly,
    async ({ page, api }) => {
      const call = await api('admin');
      const held = await newRole(call, { DEVICES: 'READ' });
      const beyond = await newRole(call, { DEVICES: 'EDIT' });
      const { username } = await newPerson(
        call,
        await newRole(call, { USERS: 'EDIT', 'ASSIGN-ROLES': 'TRUE', ROLES: 'READ', DEVICES: 'READ' }),
      );
      await page.goto(await operatorLink('link', 'demo', username));
      await expect(page).toHaveURL(/\/(users|devices)/);
      await page.goto('/users?open=new');
      const field = drawer(page).getByRole('combobox', { name: 'Roles', exact: true });
      await field.click();
      const list = page.getByRole('dialog', { name: 'Roles' });
      const option = (name: string) => list.getByRole('option', { name });
      await expect(option(beyond.name)).toHaveAttribute('data-combobox-disabled', 'true');
      const all = await list.getByRole('option').count();
      const shut = await list.locator('[role=option][data-combobox-disabled]').count();
      // one option is 'Select All'
      await expect(list.getByRole('status')).toHaveText(`0 items selected${all - shut - 1} available`);
      await option(beyond.name).click({ force: true });
      await option(held.name).click();
      await expect(list.getByRole('status')).toContainText('1 item selected');
      await page.keyboard.press('Escape');
      await expect(field).toHaveText(held.name);
    },
  );

  test('a profile with permission to edit grants only permissions that it holds', nightly, async ({ page, api }) => {
    const call = await api('admin');
    const empty = await newRole(call, {});
    const { username } = await newPerson(call, await newRole(call, { ROLES: 'EDIT', DEVICES: 'READ' }));
    await page.goto(await operatorLink('link', 'demo', username));
    await expect(page).toHaveURL('/devices');
    await openRoles(page);
    await expect(button(page, 'Edit Store manager')).toHaveAttribute(
      'aria-description',
      /^You do not hold all its permissions yourself: Devices, .*Profiles.*\.$/,
    );
    await button(page, `Edit ${empty.name}`).click();
    await cell(page, 'Devices').click();
    const option = (name: RegExp) => page.getByRole('option', { name });
    await expect(option(/^Edit/)).toHaveAttribute('data-combobox-disabled', 'true');
    await expect(option(/^Edit/)).toContainText('You do not hold this yourself.');
    await option(/^View$/).click();
    await saying(page, 'Role saved successfully', () => button(bar(page), 'Save').click());
    expect(heldBy(await findRole(call, empty.name))).toEqual({ DEVICES: 'READ' });
  });
});

test.describe('a store clerk', () => {
  test.use({ person: 'clerk' });

  test('has neither the tab nor the page', nightly, async ({ page }) => {
    await page.goto('/access/roles');
    await expect(page.getByRole('heading', { name: 'You do not have permission to view this page.' })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Access' })).toHaveCount(0);
  });
});

test(
  'a tenant without a location tag has the row for all-data access, even for a profile that only reads roles',
  nightly,
  async ({ open, api }) => {
    const call = await api('admin');
    const role = await newRole(call, { ROLES: 'READ' });
    const { username } = await newcomer(call, 'demo', role.name);
    const page = await open(null, { storageState: await freshState('demo', username) });
    await openRoles(page);
    await expect(rowOf(page, 'Roles')).toBeVisible();
    await expect(rowOf(page, 'All data access')).toHaveCount(0);
    await page.route(`**${auth.me.path}`, async (route) => {
      const reply: { data: object } = await (await route.fetch()).json();
      await route.fulfill({ json: { data: { ...reply.data, hasLocations: false } } });
    });
    await page.reload();
    await expect(rowOf(page, 'All data access')).toBeVisible();
  },
);
