import { activity } from '@keyward/contract/activity';
import { profiles } from '@keyward/contract/profiles';
import { roles } from '@keyward/contract/roles';
import { expectAccessible } from './axe.ts';
import type { Call } from './calls.ts';
import { drawer, expectTotal, header, row, totalRows, withoutLive } from './list.ts';
import { newcomer } from './newcomer.ts';
import { expect, freshState, nightly, test } from './people.ts';
import { bulk, confirmDelete, deleteByMenu, deleteChosen, loadedBox, rowBox, rowMenu } from './selection.ts';
import { someProfiles } from './profiles.ts';

const left = async (call: Call, search: string) => (await call(profiles.list, { query: { search } })).total_results;

test('selected profiles are deleted together after a confirmation that names them', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const { word, names } = await someProfiles(call, 3);
  const [first = '', second = '', last = ''] = names;
  await page.goto(`/users?search=${word}`);
  await expectTotal(page, 3);
  await rowBox(page, first).check();
  await rowBox(page, second).check();
  await expectAccessible(page);
  await bulk(page).getByRole('button', { name: 'Delete' }).click();
  const question = drawer(page, 'Delete 2 profiles');
  for (const name of [first, second]) await expect(question.getByText(name, { exact: true })).toBeVisible();
  await expect(question).toContainText(
    'For 30 days an administrator can bring back name and groups, never PIN or sign-in.',
  );
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('2 profiles have been deleted')).toBeVisible();
  await expectTotal(page, 1);
  expect(await left(call, word)).toBe(1);

  // and one by the menu of its row
  await rowMenu(page, last).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Show activity', 'End now', 'Delete']);
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await confirmDelete(page, 'Delete profile');
  await expect(page.getByText('Profile has been deleted')).toBeVisible();
  expect(await left(call, word)).toBe(0);
});

test('all matching profiles are deleted', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const { word } = await someProfiles(call, 52);
  await page.goto(`/users?search=${word}`);
  await expectTotal(page, 52);
  await loadedBox(page).check();
  await bulk(page).getByRole('button', { name: 'Select all 52 matching' }).click();
  await expect(page.getByText('52 selected', { exact: true })).toBeVisible();
  await deleteChosen(page, 'Delete 52 profiles');
  await expect(page.getByText('52 profiles have been deleted')).toBeVisible();
  expect(await left(call, word)).toBe(0);
});

test(
  'one’s own profile is never selected with all matching rows, even when it is loaded later',
  nightly,
  async ({ open, api }) => {
    const call = await api('admin');
    const me = await newcomer(call, 'demo', 'Admin');
    const { data: own } = await call(profiles.update, { params: { id: me.id }, body: { name: `000 ${me.username}` } });
    const page = await open(null, { storageState: await freshState('demo', me.username) });
    await page.goto('/users?sort=name:desc');
    await totalRows(page);
    await loadedBox(page).check();
    await bulk(page)
      .getByRole('button', { name: /^Select all/ })
      .click();
    await header(page, 'Name').getByRole('button').click();
    await expect(rowBox(page, own.name)).not.toBeChecked();
    // all selectable rows are selected
    await expect(loadedBox(page)).toBeChecked();
    await loadedBox(page).click();
    await expect(bulk(page)).toHaveCount(0);
    // an open page would notice the end of its session
    await page.close();
    await call(profiles.remove, { params: { id: me.id } });
  },
);

test(
  'a profile that cannot be deleted blocks the deletion of all, and is named with the reason',
  nightly,
  async ({ open, api, problems }) => {
    problems.expect(/403.*\/api\/v1\/users\/delete/);
    const call = await api('admin');
    const { word, names, ids } = await someProfiles(call, 2);
    const [plain = '', above = ''] = names;
    const { data: all } = await call(roles.list);
    const body = { roles: [all.find((role) => role.builtIn === 'admin')?.id ?? ''] };
    const { data: stays } = await call(profiles.update, { params: { id: ids[1] ?? '' }, body });
    const page = await open('manager');
    await page.goto(`/users?search=${word}`);
    await expectTotal(page, 2);
    await loadedBox(page).check();
    await deleteChosen(page, 'Delete 2 profiles');
    const alert = page.getByRole('alert').filter({ hasText: 'Failed to delete 2 profiles' });
    await expect(alert).toContainText(`${above} · ${stays.username}: You do not hold these permissions yourself:`);
    await expect(alert).toContainText('Nothing was changed.');
    await expect(row(page, above).getByRole('button', { name: /^You do not hold/ })).toBeVisible();
    await expect(row(page, plain).getByRole('button', { name: /^Nothing was changed, because/ })).toBeVisible();
    expect(await left(call, word)).toBe(2);
    for (const id of ids) await call(profiles.remove, { params: { id } });
  },
);

test('explains why a profile with more permissions cannot be deleted', nightly, async ({ open, api, problems }) => {
  problems.expect(/403.*\/api\/v1\/users\//);
  const call = await api('admin');
  const { word, names, ids } = await someProfiles(call, 1);
  const [name = ''] = names;
  const [id = ''] = ids;
  const { data: all } = await call(roles.list);
  const admins = all.find((role) => role.builtIn === 'admin');
  const body = { roles: [admins?.id ?? ''] };
  await call(profiles.update, { params: { id }, body });
  const page = await open('manager');
  await page.goto(`/users?search=${word}`);
  await deleteByMenu(page, name, 'Delete profile');
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to delete profile' });
  await expect(alert).toContainText(/You do not hold these permissions yourself: .*Roles, /);
  await expect(alert).not.toContainText('ROLES');
  await call(profiles.remove, { params: { id } });
});

test.describe('the clerk', () => {
  test.use({ person: 'clerk' });

  test('sees which permission is required', nightly, async ({ page }) => {
    // the last row stays the last one while other tests add profiles and delete them
    await withoutLive(page);
    await page.goto('/users');
    await totalRows(page);
    await page
      .getByRole('checkbox', { name: /^Select / })
      .last()
      .check();
    const button = bulk(page).getByRole('button', { name: 'Delete' });
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await button.hover();
    await expect(page.getByRole('tooltip')).toHaveText('Profiles permission required.');
    await button.press('Enter');
    await expect(drawer(page)).toHaveCount(0);
  });
});

test(
  'roles are given to several profiles after a preview; the alert and the event’s drawer undo it',
  nightly,
  async ({ page, api }) => {
    const call = await api('admin');
    const { word, names, ids } = await someProfiles(call, 2);
    const rolesOf = (id = '') =>
      call(profiles.get, { params: { id } }).then(({ data }) => data.roles.map((role) => role.name));
    const give = async () => {
      await rowBox(page, names[0] ?? '').check();
      await rowBox(page, names[1] ?? '').check();
      await bulk(page).getByRole('button', { name: 'Change', exact: true }).click();
      const form = drawer(page, 'Change 2 profiles');
      await form.getByRole('combobox', { name: 'What to change' }).click();
      await page.getByRole('option', { name: 'Roles', exact: true }).click();
      await form.getByRole('combobox', { name: 'Give' }).click();
      await page.getByRole('option', { name: 'Store clerk', exact: true }).click();
      await page.keyboard.press('Escape');
      await expect(form.getByText('2 profiles change', { exact: true })).toBeVisible();
      await expect(form.getByText('Devices: No access → View')).toHaveCount(2);
      await expectAccessible(page);
      await form.getByRole('button', { name: 'Change 2 profiles' }).dblclick();
      await expect(page.getByText('2 profiles have been changed')).toBeVisible();
      expect(await rolesOf(ids[1])).toEqual(['Store clerk']);
    };
    await page.goto(`/users?search=${word}`);
    await expectTotal(page, 2);
    await give();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('2 profiles are as they were')).toBeVisible();
    expect(await rolesOf(ids[1])).toEqual([]);

    await give();
    const { data: events } = await call(activity.list, { query: { event: 'MODIFY_USER', entity_id: ids[0] ?? '' } });
    await page.goto(`/activity?open=${events[0]?.id}`);
    await page.getByRole('button', { name: 'Undo this change for 2 profiles' }).click();
    await expect(page.getByText('2 profiles are as they were')).toBeVisible();
    expect(await rolesOf(ids[1])).toEqual([]);
  },
);

test('a profile that cannot be changed is named and can be left out', nightly, async ({ open, api }) => {
  const call = await api('admin');
  const { word, names } = await someProfiles(call, 2);
  const [plain = '', reachable = ''] = names;
  const found = (await call(profiles.list, { query: { search: reachable } })).data[0];
  const email = `${word.replaceAll(' ', '.')}@northgate.example`.toLowerCase();
  await call(profiles.update, { params: { id: found?.id ?? '' }, body: { email } });
  const page = await open('admin');
  await page.goto(`/users?search=${word}`);
  await expectTotal(page, 2);
  for (const name of names) await rowBox(page, name).check();
  await bulk(page).getByRole('button', { name: 'Change', exact: true }).click();
  const form = drawer(page, 'Change 2 profiles');
  await form.getByRole('combobox', { name: 'What to change' }).click();
  await page.getByRole('option', { name: 'Send reset instructions' }).click();
  await expect(form.getByText('1 profile cannot be changed, so none will be.')).toBeVisible();
  await expect(form.getByText(plain)).toBeVisible();
  await expect(form.getByRole('button', { name: 'Send 1 mail' })).toBeDisabled();
  await form.getByRole('button', { name: 'Leave it out' }).click();
  await drawer(page, 'Change 1 profile').getByRole('button', { name: 'Send 1 mail' }).click();
  await expect(page.getByText('1 mail is on its way')).toBeVisible();
});
