import { groups } from '@keyward/contract/groups';
import { views } from '@keyward/contract/views';
import { expectAccessible } from './axe.ts';
import {
  choose,
  chooseView,
  drawer,
  expectEachRow,
  expectTotal,
  expectView,
  header,
  rows,
  searchFor,
  totalRows,
  viewChoice,
  viewTab,
  viewTabs,
} from './list.ts';
import { expect, nightly, test } from './people.ts';
import { alsoRemove, edge, edited, newName, option, options, removeSaved, save } from './saved.ts';

// a page that still shows a view would get an alert that it is gone
test.afterAll(removeSaved);

test('a list’s state is saved under a name and restored by its address', async ({ page, api }) => {
  const name = newName();
  await page.goto('/devices?custom_view=Locks&filter.security_status=unsecured');
  await header(page, 'Serial number').getByRole('button').click();
  await expect(header(page, 'Serial number')).toHaveAttribute('aria-sort', 'ascending');
  await searchFor(page, 'padlock');
  await expectEachRow(page, /padlock/i);
  const total = await totalRows(page);
  await option(page, 'Save as new view');
  const form = drawer(page, 'Save view');
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  await form.getByRole('textbox', { name: 'Description' }).fill('For the night shift.');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(`The view “${name}” is saved.`)).toBeVisible();
  await expectView(page, name);
  await expect(page).toHaveURL(/\/devices\?custom_view=[0-9a-f-]{36}$/);
  await expect(page.getByText('For the night shift.')).toBeVisible();
  await expectTotal(page, total);
  await expect(page.getByText('filtered by')).toBeVisible();
  await page.reload();
  await expectView(page, name);
  await expect(header(page, 'Serial number')).toHaveAttribute('aria-sort', 'ascending');
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('padlock');
  await expectTotal(page, total);
  await expect(rows(page).first()).toContainText(/padlock/i);
  // and is restored on the next visit
  await page.goto('/devices');
  await expectView(page, name);
  await chooseView(page, 'Overview');
  await expect(page.getByText('filtered by')).toHaveCount(0);
  await alsoRemove(await api('admin'), name);
});

test(
  'a changed view says so, and can be saved, saved as another, or reset',
  nightly,
  async ({ page, api, problems }) => {
    problems.expect(/409.*custom-views/);
    const call = await api('admin');
    const view = await save(call);
    await page.goto(`/devices?custom_view=${view.value}`);
    await totalRows(page);
    await expect(edited(page)).toHaveCount(0);
    await header(page, 'Name').getByRole('button').click();
    await expect(edited(page)).toBeVisible();
    await expect(page.getByRole('button', { name: 'View options, edited' })).toBeVisible();
    await expect(page).toHaveURL(/edited=1/);
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect(page).toHaveURL(new RegExp(`\\?custom_view=${view.value}$`));
    await expect(header(page, 'Serial number')).toHaveAttribute('aria-sort', 'descending');
    // reverting a change clears the badge
    await header(page, 'Serial number').getByRole('button').click();
    await expect(edited(page)).toBeVisible();
    await header(page, 'Serial number').getByRole('button').click();
    await expect(edited(page)).toHaveCount(0);

    const before = await totalRows(page);
    await page.getByRole('button', { name: 'Remove the filter on Security status' }).click();
    await expect(page.getByText('filtered by')).toHaveCount(0);
    await expect.poll(() => totalRows(page)).toBeGreaterThan(before);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText(`The view “${view.label}” is saved.`)).toBeVisible();
    await page.goto(`/devices?custom_view=${view.value}`);
    expect(await totalRows(page)).toBeGreaterThan(before);
    await expect(page.getByText('filtered by')).toHaveCount(0);

    const other = newName();
    await header(page, 'Name').getByRole('button').click();
    await page.getByRole('button', { name: 'Save as new view' }).click();
    await drawer(page).getByRole('textbox', { name: 'Name' }).fill(view.label);
    await drawer(page).getByRole('button', { name: 'Save', exact: true }).click();
    await expect(drawer(page).getByText('You have a view with this name already.')).toBeVisible();
    await drawer(page).getByRole('textbox', { name: 'Name' }).fill(other);
    await drawer(page).getByRole('button', { name: 'Save', exact: true }).click();
    await expectView(page, other);
    await expect(header(page, 'Name')).toHaveAttribute('aria-sort', 'ascending');
    await alsoRemove(call, other);
  },
);

test.describe('refused', () => {
  test('a link to a view that no list has leads to Overview and says so', nightly, async ({ page }) => {
    for (const path of ['/devices?custom_view=unsecured-locks', '/activity?custom_view=Nothing']) {
      await page.goto(path);
      await expect(page.getByText('This view is not shared with you, or it does not exist any more.')).toBeVisible();
      await expectView(page, 'Overview');
      await expect(page).toHaveURL(/custom_view=Overview/);
    }
  });

  test(
    'a link to a view that is not shared leads to Overview and says why',
    nightly,
    async ({ open, api, page: _page }) => {
      const view = await save(await api('admin'));
      const page = await open('manager');
      await page.goto(`/devices?custom_view=${view.value}`);
      await expect(page.getByText('This view is not shared with you, or it does not exist any more.')).toBeVisible();
      await expectView(page, 'Overview');
      await expect(page).toHaveURL(/custom_view=Overview/);
      await totalRows(page);
    },
  );
});

test('a view unshared while open is replaced by Overview', nightly, async ({ open, api, problems }) => {
  problems.expect(/400.*\/api\/v1\/devices/);
  const call = await api('admin');
  const view = await save(call, { sharing: { with: 'everyone' } });
  const page = await open('manager');
  await page.goto(`/devices?custom_view=${view.value}`);
  await expectView(page, view.label);
  await totalRows(page);
  await call(views.remove, { params: { id: view.value } });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('This view is not shared with you, or it does not exist any more.')).toBeVisible();
  await expectView(page, 'Overview');
});

test(
  'a view is shared with a role and with everyone by a profile that may share',
  nightly,
  async ({ page, open, api }) => {
    const view = await save(await api('admin'), { description: '' });
    await page.goto(`/devices?custom_view=${view.value}`);
    await option(page, 'Name and sharing');
    const form = drawer(page, 'Name and sharing');
    await form.getByRole('radio', { name: 'People with a role' }).click();
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(form.getByText('This field is required.')).toBeVisible();
    await choose(form, 'Role', 'Store manager');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(form).toHaveCount(0);

    const other = await open('manager');
    await other.goto(`/devices?custom_view=${view.value}`);
    await expectView(other, view.label);
    await expect(other.getByText('Saved by Alex Morgan')).toBeVisible();
    await other.setViewportSize({ width: 390, height: 844 });
    await viewChoice(other).click();
    await expect(other.getByRole('group', { name: 'Shared with you' })).toBeVisible();
    await other.keyboard.press('Escape');
    await other.setViewportSize({ width: 1280, height: 720 });
    // other profiles cannot change it, but can save a copy
    await header(other, 'Name').getByRole('button').click();
    await expect(other.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
    await other.getByRole('button', { name: 'Save as new view' }).click();
    const own = drawer(other, 'Save view');
    await expect(own.getByText('Share views permission required.')).toBeVisible();
    await expect(own.getByRole('radio', { name: 'Everyone' })).toBeDisabled();
    await own.getByRole('button', { name: 'Cancel' }).click();
    const clerk = await open('clerk');
    await clerk.goto('/devices');
    await totalRows(clerk);
    await expectView(clerk, 'Overview');
    await expect(viewTab(clerk, view.label)).toHaveCount(0);
    await viewTabs(clerk).getByRole('button', { name: 'More' }).click();
    await expect(clerk.getByRole('menuitem', { name: 'Arrange views' })).toBeVisible();
    await expect(clerk.getByRole('menuitem', { name: view.label })).toHaveCount(0);
  },
);

test('Undo restores a deleted view', nightly, async ({ page, api }) => {
  const view = await save(await api('admin'));
  await page.goto(`/devices?custom_view=${view.value}`);
  await totalRows(page);
  await option(page, 'Delete view');
  await expect(page.getByText(`The view “${view.label}” is deleted.`)).toBeVisible();
  await expectView(page, 'Overview');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(`The view “${view.label}” is back.`)).toBeVisible();
  await expectView(page, view.label);
  await expect(page).toHaveURL(new RegExp(view.value));
});

test('a view names its deleted parts', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const label = newName();
  const body = {
    label,
    values: ['Red', 'Blue'],
    type: 1 as const,
    objects: [{ type: 'devices' as const, order: 0, required: false }],
  };
  await call(groups.create, { body });
  const { data } = await call(groups.definitions, {});
  const tag = data.find((d) => d.label === label);
  const view = await save(call, { filter: { [`tags.${tag?.id}`]: 'Red', security_status: 'unsecured' } });
  await call(groups.remove, { params: { id: tag?.id ?? '' } });
  await page.goto(`/devices?custom_view=${view.value}`);
  await expect(page.getByText('Parts of this view do not exist any more and are left out: a group.')).toBeVisible();
  expect(await totalRows(page)).toBeGreaterThan(0);
  await expectAccessible(page);
});

test('everything about views works by keyboard and passes axe', nightly, async ({ page, api }) => {
  const view = await save(await api('admin'), { sharing: { with: 'everyone' } });
  await page.goto(`/devices?custom_view=${view.value}`);
  await totalRows(page);
  await header(page, 'Name').getByRole('button').press('Enter');
  await expect(edited(page)).toBeVisible();
  await expect(edge(page, 'Name')).toBeAttached();
  await expectAccessible(page);
  await options(page).press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Save', exact: true })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(options(page)).toBeFocused();
  await options(page).press('Enter');
  await page.getByRole('menuitem', { name: 'Name and sharing' }).press('Enter');
  await expect(drawer(page).getByRole('textbox', { name: 'Name' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Columns' }).press('Enter');
  await expect(drawer(page, 'Columns')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Columns' })).toBeFocused();
});

test('Back discards the values typed for a new view, and closes its form', nightly, async ({ page }) => {
  await page.goto('/devices?custom_view=Overview');
  await totalRows(page);
  await chooseView(page, 'Locks');
  await option(page, 'Save as new view');
  const form = drawer(page, 'Save view');
  await form.getByRole('textbox', { name: 'Name' }).fill('Half a name');
  await page.goBack();
  await form.getByRole('button', { name: 'Discard changes' }).click();
  await expect(drawer(page)).toHaveCount(0);
  await expectView(page, 'Overview');
});

test('Back closes an untouched form of a view for good', nightly, async ({ page, api }) => {
  const view = await save(await api('admin'));
  await page.goto('/devices?custom_view=Overview');
  await totalRows(page);
  await chooseView(page, view.label);
  await option(page, 'Name and sharing');
  await expect(drawer(page, 'Name and sharing')).toBeVisible();
  await page.goBack();
  await expect(drawer(page)).toHaveCount(0);
  await expectView(page, 'Overview');
  await page.goForward();
  await expectView(page, view.label);
  await expect(drawer(page)).toHaveCount(0);
});

test('saving or discarding a changed view moves the focus to its options', nightly, async ({ page, api }) => {
  const view = await save(await api('admin'));
  await page.goto(`/devices?custom_view=${view.value}`);
  await totalRows(page);
  for (const name of ['Discard changes', 'Save']) {
    await header(page, 'Name').getByRole('button').click();
    await page.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(edited(page)).toHaveCount(0);
    await expect(options(page)).toBeFocused();
  }
});
