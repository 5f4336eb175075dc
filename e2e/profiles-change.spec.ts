// Changes to several profiles at once, and their undoing.
import { profiles } from '@keyward/contract/profiles';
import type { Locator, Page } from '@playwright/test';
import type { Call } from './calls.ts';
import { drawer, expectTotal, table } from './list.ts';
import { expect, nightly, test } from './people.ts';
import { someProfiles } from './profiles.ts';
import { bulk, loadedBox } from './selection.ts';
import { leeds } from './things.ts';

const stored = async (call: Call, id = '') => (await call(profiles.get, { params: { id } })).data;
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' });
/** The values of a profile's tag. */
const valuesOf = async (call: Call, id: string | undefined, label: string) =>
  (await stored(call, id)).tags.find((tag) => tag.label === label)?.values;

/** Lists the two profiles that the search finds. */
async function openList(page: Page, word: string): Promise<void> {
  await page.goto(`/users?search=${word}`);
  await expectTotal(page, 2);
}
/** Chooses all rows and the attribute to change. */
async function change(page: Page, what: string): Promise<Locator> {
  await loadedBox(page).check();
  await bulk(page).getByRole('button', { name: 'Change', exact: true }).click();
  const form = drawer(page, 'Change 2 profiles');
  await form.getByRole('combobox', { name: 'What to change' }).click();
  await page.getByRole('option', { name: what, exact: true }).click();
  return form;
}
async function apply(page: Page, form: Locator): Promise<void> {
  await form.getByRole('button', { name: 'Change 2 profiles' }).click();
  await expect(page.getByText('2 profiles have been changed')).toBeVisible();
}
/** The next change has an alert of its own. */
async function closeAlert(page: Page): Promise<void> {
  const alert = page.getByRole('status').filter({ hasText: '2 profiles have been changed' });
  await alert.getByRole('button', { name: 'Close' }).click();
  await expect(alert).toHaveCount(0);
}
async function choose(page: Page, field: Locator, value: string): Promise<void> {
  await field.click();
  await page.getByRole('option', { name: value, exact: true }).click();
  await page.keyboard.press('Escape');
}

test('several profiles are disabled, and enabled again', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const { word, ids } = await someProfiles(call, 2);
  await openList(page, word);
  for (const [option, disabled] of [
    ['Disable', true],
    ['Enable', false],
  ] as const) {
    const form = await change(page, 'Active');
    await form.getByRole('radio', { name: option }).check();
    await expect(form.getByText('2 profiles change', { exact: true })).toBeVisible();
    await apply(page, form);
    for (const id of ids) expect(await stored(call, id)).toMatchObject({ disabled });
    await closeAlert(page);
  }
});

test('a failure to read roles and groups is shown, and can be retried', nightly, async ({ page, api, problems }) => {
  problems.expect(/500.*\/api\/v1\/roles/, /500.*tag-definitions/);
  const { word } = await someProfiles(await api('admin'), 2);
  const [noRoles, noGroups] = ['**/api/v1/roles?*', '**/api/v1/tag-definitions?*'];
  for (const failing of [noRoles, noGroups]) {
    await page.route(failing, (route) =>
      route.fulfill({ status: 500, json: { errors: [{ code: 'internal', detail: 'Internal Server Error' }] } }),
    );
  }
  await openList(page, word);
  const form = await change(page, 'Roles');
  for (const [failing, words] of [
    [noRoles, 'The roles could not be loaded.'],
    [noGroups, 'The groups could not be loaded.'],
  ] as const) {
    const failure = form.getByRole('alert').filter({ hasText: words });
    await expect(failure).toBeVisible();
    await page.unroute(failing);
    await failure.getByRole('button', { name: 'Try again' }).click();
    await expect(failure).toHaveCount(0);
  }
  await form.getByRole('combobox', { name: 'Give' }).click();
  await expect(page.getByRole('option', { name: 'Admin', exact: true })).toBeVisible();
});

test('several profiles are given a group and lose it, and move to another location', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const { word, ids } = await someProfiles(call, 2);
  await openList(page, word);
  let form = await change(page, 'Department');
  await choose(page, form.getByRole('combobox', { name: 'Give' }), 'Phones');
  await apply(page, form);
  for (const id of ids) expect(await valuesOf(call, id, 'Department')).toEqual(['Phones']);
  await closeAlert(page);

  form = await change(page, 'Department');
  await choose(page, form.getByRole('combobox', { name: 'Give' }), 'Watches');
  await choose(page, form.getByRole('combobox', { name: 'Take away' }), 'Phones');
  await apply(page, form);
  for (const id of ids) expect(await valuesOf(call, id, 'Department')).toEqual(['Watches']);
  await closeAlert(page);

  form = await change(page, 'Location');
  const location = form.getByRole('combobox', { name: 'Location' });
  await location.click();
  await page.getByRole('option', { name: 'Northgate – York', exact: true }).click();
  await apply(page, form);
  for (const id of ids) {
    expect(await valuesOf(call, id, 'Location')).toEqual(['Northgate – York']);
    expect(await valuesOf(call, id, 'Department')).toEqual(['Watches']);
  }
  await expect(table(page, 'Profiles')).not.toContainText(leeds);
});

test('a change can be undone for ten seconds in the alert', nightly, async ({ page, api }) => {
  const { word } = await someProfiles(await api('admin'), 2);
  await page.clock.install();
  await openList(page, word);
  const form = await change(page, 'Active');
  await form.getByRole('radio', { name: 'Disable' }).check();
  await expect(form.getByText('2 profiles change', { exact: true })).toBeVisible();
  // from here on time passes only by `runFor`
  await page.clock.pauseAt(Date.now() + 60_000);
  await apply(page, form);
  await page.clock.runFor(9900);
  await expect(undo(page)).toBeVisible();
  await page.clock.runFor(200);
  await expect(undo(page)).toHaveCount(0);
});

test(
  'nothing is undone if one of the profiles was changed since, and that profile is named',
  nightly,
  async ({ page, api, problems }) => {
    problems.expect(/409.*\/undo/);
    const call = await api('admin');
    const { word, names, ids } = await someProfiles(call, 2);
    await page.goto(`/users?search=${word}`);
    await expectTotal(page, 2);
    const form = await change(page, 'Active');
    await form.getByRole('radio', { name: 'Disable' }).check();
    await apply(page, form);
    await call(profiles.update, { params: { id: ids[1] ?? '' }, body: { disabled: false } });
    await undo(page).click();
    const alert = page.getByRole('alert').filter({ hasText: `${names[1]}` });
    await expect(alert.getByText('Nothing was undone', { exact: true })).toBeVisible();
    await expect(alert).toContainText(/: Alex Morgan changed it since\./);
    expect(await stored(call, ids[0])).toMatchObject({ disabled: true });
    expect(await stored(call, ids[1])).toMatchObject({ disabled: false });
  },
);
