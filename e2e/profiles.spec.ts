import { profiles } from '@keyward/contract/profiles';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import {
  chooseView,
  drawer,
  expectEachRow,
  expectTotal,
  headAction,
  row,
  rowLink,
  rows,
  searchFor,
  totalRows,
} from './list.ts';
import { newcomer } from './newcomer.ts';
import { expect, freshState, nightly, test } from './people.ts';
import { loadedBox } from './selection.ts';
import { leeds } from './things.ts';

const field = (of: Locator, name: string) => of.getByRole('textbox', { name, exact: true });
const button = (of: Locator, name: string) => of.getByRole('button', { name, exact: true });
const alertOf = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const newName = () => `person.${Buffer.from(crypto.getRandomValues(new Uint8Array(5))).toString('hex')}`;

/** The in-product admin has a menu. */
async function addOne(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add profile', expanded: false }).click();
  await page.getByRole('menuitem', { name: 'One profile' }).click();
}

async function openNew(page: Page, add = addOne): Promise<Locator> {
  await page.goto('/users');
  await totalRows(page);
  await add(page);
  const form = drawer(page, 'Add profile');
  await expect(field(form, 'Name')).toBeFocused();
  return form;
}

test('a profile is added with a role and a generated password, changed, and deleted', async ({ page }) => {
  const username = newName();
  const form = await openNew(page);
  await field(form, 'Name').fill('Grace Hopper');
  await form.getByRole('combobox', { name: 'Roles' }).click();
  await page.getByRole('option', { name: 'Store clerk' }).click();
  await page.keyboard.press('Escape');
  await field(form, 'Profile ID').fill(username);
  await button(form, 'Generate').click();
  const password = form.getByLabel('Temporary password');
  await expect(password).toHaveValue(/^.{8,12}$/);
  await expect(password).toHaveAttribute('type', 'text');
  await form.getByRole('combobox', { name: 'Location' }).click();
  await page.getByRole('option', { name: leeds, exact: true }).click();
  await button(form, 'Add profile').click();
  await button(drawer(page, 'Profile added successfully'), 'Done').click();
  await expect(drawer(page)).toHaveCount(0);

  await searchFor(page, username);
  await expect(row(page, username)).toContainText('Store clerk');
  await expect(row(page, username)).toContainText(leeds);
  await expect(row(page, username)).toContainText('Never used');
  await rowLink(row(page, username)).click();
  const edit = drawer(page, 'Grace Hopper');
  await expect(edit.getByText('At an OKM: Never used')).toBeVisible();
  await expect(edit.getByRole('switch', { name: 'Active' })).toBeChecked();
  const link = edit.getByRole('checkbox', { name: 'Send reset instructions' });
  await expect(link).toBeDisabled();
  await field(edit, 'Email').fill(`${username}@`);
  await expect(link).toBeDisabled();
  await field(edit, 'Email').fill(`${username}@example.com`);
  await expect(link).toBeEnabled();
  await field(edit, 'Name').fill('Grace B. Hopper');
  await page.keyboard.press('Control+Enter');
  await expect(alertOf(page, 'Profile updated successfully')).toBeVisible();
  await rowLink(row(page, 'Grace B. Hopper')).click();
  const again = drawer(page, 'Grace B. Hopper');
  await headAction(again, 'Delete');
  const question = drawer(page, 'Delete profile');
  await expect(question).toContainText('permanent');
  await button(question, 'Delete profile').click();
  await expect(alertOf(page, 'Profile has been deleted')).toBeVisible();
  await expect(page.getByText('No records found for the search or filter criteria')).toBeVisible();
});

test(
  'people are added one after another: the profile ID follows the name, role and location stay',
  nightly,
  async ({ page, problems }) => {
    problems.expect(/409.*\/api\/v1\/users/);
    const first = newName();
    const form = await openNew(page);
    const id = field(form, 'Profile ID');
    await field(form, 'Name').pressSequentially('Zoë O’Brien');
    await expect(id).toHaveValue('zoe.obrien');
    // a typed profile ID stays
    await id.fill(first);
    await field(form, 'Name').pressSequentially(' II');
    await expect(id).toHaveValue(first);
    await form.getByRole('combobox', { name: 'Roles' }).click();
    await page.getByRole('option', { name: 'Store clerk' }).click();
    await page.keyboard.press('Escape');
    await form.getByRole('combobox', { name: 'Location' }).click();
    await page.getByRole('option', { name: leeds, exact: true }).click();
    await button(form, 'Generate').click();
    const password = form.getByLabel('Temporary password');
    await expect(password).toHaveAttribute('type', 'text');
    await button(form, 'Save and add another').click();
    await button(drawer(page, 'Profile added successfully'), 'Done').click();

    await expect(field(form, 'Name')).toBeFocused();
    await expect(field(form, 'Name')).toHaveValue('');
    await expect(id).toHaveValue('');
    await expect(form.getByRole('combobox', { name: 'Roles' })).toContainText('Store clerk');
    // a typed password is hidden, although the one before was shown
    await password.fill('Temporary-1');
    await expect(password).toHaveAttribute('type', 'password');
    await field(form, 'Name').fill('山田 太郎');
    await expect(id).toHaveValue('');
    await id.fill(first);
    await button(form, 'Save and add another').click();
    await expect(form.getByText('This profile ID is already linked to an account.')).toBeVisible();
    await expect(id).toBeFocused();
    await expect(field(form, 'Name')).toHaveValue('山田 太郎');
    await id.fill(`${first}.2`);
    await id.press('Enter');
    await button(drawer(page, 'Profile added successfully'), 'Done').click();
    await expect(drawer(page)).toHaveCount(0);
    await searchFor(page, first);
    await expectTotal(page, 2);
    await expectEachRow(page, 'Store clerk');
    await expectEachRow(page, leeds);
    // a form with only kept values is left without a question
    await addOne(page);
    await page.keyboard.press('Escape');
    await expect(drawer(page)).toHaveCount(0);
  },
);

test('where there are no roles, none can be chosen', nightly, async ({ page }) => {
  await page.route('**/api/v1/roles?*', (route) =>
    route.fulfill({ json: { data: [], page: 1, results_per_page: 100, total_results: 0, total_pages: 0 } }),
  );
  const form = await openNew(page);
  await expect(form.getByText('There are no roles to choose from.')).toBeVisible();
  await expect(form.getByRole('combobox', { name: 'Roles' })).toBeDisabled();
});

test('explains each invalid field with the specified text', nightly, async ({ page, problems }) => {
  problems.expect(/409.*\/api\/v1\/users/);
  const form = await openNew(page);
  await button(form, 'Add profile').click();
  const says = (text: string) => expect(form.getByText(text, { exact: true }).first()).toBeVisible();
  await says('This field is required.');
  await field(form, 'Name').fill('Somebody');
  await field(form, 'Profile ID').fill('two words');
  await field(form, 'Email').fill('nobody');
  await field(form, 'Email').blur();
  await says('Invalid email address');
  await says('Spaces and \' " \\ ; % < > / & are not allowed.');
  await field(form, 'Email').fill('');
  await field(form, 'Profile ID').fill('clerk');
  await button(form, 'Add profile').click();
  await says('This profile ID is already linked to an account.');
  await expect(field(form, 'Profile ID')).toHaveAttribute('aria-invalid', 'true');
});

test('the view of inactive users shows profiles without recent activity', nightly, async ({ page, api }) => {
  const inactive = await (await api('admin'))(profiles.list, { query: { last_activity: 'lt:now-90d' } });
  await page.goto('/users');
  await totalRows(page);
  await chooseView(page, 'Inactive Users');
  await expect(page.getByText('Profiles not used for 90 days, neither in the portal nor at an OKM.')).toBeVisible();
  await expectTotal(page, inactive.total_results);
});

test('a clerk reads, and sees the missing permission', nightly, async ({ open }) => {
  const page = await open('clerk');
  await page.goto('/users');
  const count = await totalRows(page);
  expect(count).toBeGreaterThan(0);
  await rowLink(rows(page).first()).click();
  const shown = drawer(page);
  await expect(shown).toContainText('To change it you need the Profiles permission (Edit).');
  await expect(shown.getByRole('textbox')).toHaveCount(0);
  await expect(button(shown, 'More actions')).toHaveCount(0);
});

test('a manager sees the location’s profiles, and assigns groups but no roles', nightly, async ({ open }) => {
  const page = await open('manager');
  await page.goto('/users');
  await totalRows(page);
  await expectEachRow(page, leeds);
  await rowLink(rows(page).first()).click();
  await expect(drawer(page)).toContainText('Assign roles permission required');
  await expect(drawer(page).getByRole('combobox', { name: 'Roles' })).toBeDisabled();
  // only the in-product admin has the active toggle
  await expect(drawer(page).getByRole('switch')).toHaveCount(0);
});

test('one’s own profile can neither be deleted nor selected', nightly, async ({ page }) => {
  await page.goto('/users?search=admin');
  const own = row(page, 'admin').first().getByRole('checkbox');
  await expect(own).toBeDisabled();
  await expect(own).toHaveAccessibleDescription('You cannot delete your own profile.');
  await loadedBox(page).click();
  await expect(own).not.toBeChecked();
  await rowLink(row(page, 'admin').first()).click();
  const edit = drawer(page);
  await button(edit, 'More actions').click();
  const remove = page.getByRole('menuitem', { name: 'Delete' });
  await expect(remove).toHaveAttribute('aria-disabled', 'true');
  await expect(remove).toContainText('You cannot delete your own profile.');
  await remove.click({ force: true });
  await expect(drawer(page, 'Delete profile')).toHaveCount(0);
});

test(
  'the profile of the product’s own administrator says that only another one can change it',
  nightly,
  async ({ open, api }) => {
    const { username } = await newcomer(await api('admin'), 'demo', 'Admin');
    const page = await open(null, { storageState: await freshState('demo', username) });
    const words =
      'This person is an administrator of the product. Only such an administrator changes their sign-in, roles, validity and PIN.';
    await page.goto('/users?search=admin');
    const appointed = row(page, 'admin').first();
    await expect(appointed.getByRole('checkbox')).toBeDisabled();
    await expect(appointed.getByRole('checkbox')).toHaveAccessibleDescription(words);
    await rowLink(appointed).click();
    const edit = drawer(page);
    await expect(edit.getByText(words)).toBeVisible();
    for (const name of ['Name', 'Profile ID', 'Email']) await expect(field(edit, name)).toBeDisabled();
    await expect(edit.getByRole('combobox', { name: 'Roles' })).toBeDisabled();
    for (const name of ['Show PIN', 'Reset PIN', 'End now', 'Generate'])
      await expect(button(edit, name)).toHaveCount(0);
    await expect(edit.getByRole('checkbox', { name: 'Send reset instructions' })).toHaveCount(0);
    await expect(edit.getByRole('combobox', { name: 'Location' })).toHaveCount(0);
    await expect(edit.getByRole('combobox', { name: 'Department' })).toBeEnabled();
    await button(edit, 'More actions').click();
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true');
  },
);

test('passes axe, in light and dark', nightly, async ({ page }) => {
  await page.goto('/users');
  await totalRows(page);
  await expectAccessible(page);
  await addOne(page);
  await button(drawer(page), 'Generate').click();
  await expectAccessible(page);
});

test.describe('with single sign-on', () => {
  test('explains that a profile gets no password', nightly, async ({ open, api, problems }) => {
    problems.expect(/409.*\/api\/v1\/users/);
    // the tenant's own administrator reads Japanese
    const { username } = await newcomer(await api('admin', 'harbor'), 'harbor', 'Admin');
    const page = await open(null, { tenant: 'harbor', storageState: await freshState('harbor', username) });
    const words = 'This person signs in through single sign-on and has no password here.';
    await page.goto('/users?search=sam%40harbor.example');
    await rowLink(row(page, 'sam@harbor.example')).click();
    const edit = drawer(page);
    await expect(edit.getByRole('checkbox', { name: 'Send reset instructions' })).toBeDisabled();
    await expect(edit.getByText(words)).toBeVisible();
    await expect(edit.getByRole('definition').first()).toHaveText('Single sign-on');
    await expect(edit.getByLabel('Temporary password')).toHaveCount(0);
    // another profile ID may be one with a password
    await field(edit, 'Profile ID').fill('sam');
    await expect(edit.getByLabel('Temporary password')).toBeVisible();
    await expect(edit.getByText(words)).toHaveCount(0);
    await button(edit, 'Cancel').click();
    await page.getByRole('button', { name: 'Discard changes' }).click();

    const form = await openNew(page, () => button(page.locator('main'), 'Add profile').click());
    await field(form, 'Name').fill('Sam Two');
    await field(form, 'Profile ID').fill(`${newName()}@harbor.example`);
    await field(form, 'Email').fill('sam.two@example.com');
    await form.getByRole('checkbox', { name: 'Send a link to set the first password' }).check();
    await button(form, 'Add profile').click();
    await expect(form.getByText(words)).toBeVisible();
    await expectAccessible(page);
  });
});
