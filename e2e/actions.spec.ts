import { devices } from '@keyward/contract/devices';
import { expectAccessible } from './axe.ts';
import type { Call } from './calls.ts';
import { chooseView, drawer, expectTotal, header, row, rowLink, rows, searchFor, table, totalRows } from './list.ts';
import { expect, test } from './people.ts';
import { newDevice } from './things.ts';
import type { Page } from '@playwright/test';

/** Devices that one search finds and no other does; their common word, and their names in the list's order. */
async function some(call: Call, count: number) {
  const word = `Batch ${Math.random().toString(36).slice(2, 10)}`;
  const names: string[] = [];
  const ids: string[] = [];
  for (let i = 1; i <= count; i++) {
    const name = `${word} no ${String(i).padStart(3, '0')}`;
    const { id } = await newDevice(call, { name });
    names.push(name);
    ids.push(id);
  }
  return { word, names, ids };
}
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
const allBox = (page: Page) => page.getByRole('checkbox', { name: 'Select the loaded rows' });
const bulk = (page: Page) => page.getByRole('group', { name: 'Actions for the selected rows' });
const left = async (call: Call, search: string) => (await call(devices.list, { query: { search } })).total_results;

test('chosen rows are deleted together, after a question that names them', async ({ page, api }) => {
  const call = await api('admin');
  const { word, names } = await some(call, 4);
  await page.goto(`/devices?search=${word}`);
  await expectTotal(page, 4);
  await expect(bulk(page)).toHaveCount(0);
  await box(page, names[0] ?? '').check();
  // with Shift everything in between
  await box(page, names[2] ?? '').click({ modifiers: ['Shift'] });
  await expect(page.getByText('3 selected', { exact: true })).toBeVisible();
  await expect(box(page, names[1] ?? '')).toBeChecked();
  await expect(box(page, names[3] ?? '')).not.toBeChecked();
  expect(await allBox(page).evaluate((input: HTMLInputElement) => input.indeterminate)).toBe(true);
  // choosing opens nothing
  await expect(page).not.toHaveURL(/open=/);
  await expectAccessible(page);
  await bulk(page).getByRole('button', { name: 'Delete' }).click();
  const question = drawer(page, 'Delete 3 devices');
  for (const name of names.slice(0, 3)) await expect(question.getByText(name, { exact: true })).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('3 selected', { exact: true })).toBeVisible();
  await bulk(page).getByRole('button', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('3 devices have been deleted')).toBeVisible();
  await expect(row(page, names[0] ?? '')).toHaveCount(0);
  await expectTotal(page, 1);
  await expect(bulk(page)).toHaveCount(0);
  expect(await left(call, word)).toBe(1);
});

test('all that match are deleted, unless they are not as many any more', async ({ page, api, problems }) => {
  const call = await api('admin');
  const { word, names } = await some(call, 55);
  await page.goto(`/devices?search=${word}`);
  await expectTotal(page, 55);
  await allBox(page).check();
  await expect(page.getByText('50 selected', { exact: true })).toBeVisible();
  await bulk(page).getByRole('button', { name: 'Select all 55 matching' }).click();
  await expect(page.getByText('55 selected', { exact: true })).toBeVisible();
  // somebody adds one meanwhile
  await newDevice(call, { name: `${word} late` });
  problems.expect(/409.*\/api\/v1\/devices\/delete/);
  await bulk(page).getByRole('button', { name: 'Delete' }).click();
  await drawer(page, 'Delete 55 devices').getByRole('button', { name: 'Delete', exact: true }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to delete 55 devices' });
  await expect(alert).toContainText('56 records match now instead of 55');
  expect(await left(call, word)).toBe(56);
  // the reason stands on the rows
  await expect(row(page, names[0] ?? '').getByRole('button', { name: /56 records match now/ })).toBeVisible();
  await alert.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('56 total rows')).toBeVisible();
  await bulk(page).getByRole('button', { name: 'Clear selection' }).click();
  await allBox(page).check();
  await bulk(page).getByRole('button', { name: 'Select all 56 matching' }).click();
  await bulk(page).getByRole('button', { name: 'Delete' }).click();
  await drawer(page, 'Delete 56 devices').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('56 devices have been deleted')).toBeVisible();
  expect(await left(call, word)).toBe(0);
});

test('one row is acted on by its menu', async ({ page, api }) => {
  const call = await api('admin');
  const { word, names, ids } = await some(call, 2);
  const [first = ''] = names;
  const second = `${names[1]} b`;
  await call(devices.update, { params: { id: ids[1] ?? '' }, body: { name: second } });
  await page.goto(`/devices?search=${word}`);
  const menu = (name: string) => page.getByRole('button', { name: `Actions ${name}`, exact: true });
  await menu(first).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Show activity', 'Delete']);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem')).toHaveCount(0);
  await expect(menu(first)).toBeFocused();
  await menu(first).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await drawer(page, 'Delete device').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Device has been deleted')).toBeVisible();
  await expect(row(page, first)).toHaveCount(0);
  await menu(second).click();
  await page.getByRole('menuitem', { name: 'Show activity' }).click();
  await expect(page).toHaveURL(/\/activity\?filter\.entity_id=/);
  await expectTotal(page, 2);
  // and back from an event to its device
  await page
    .getByRole('button', { name: /^Actions/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Show device' }).click();
  await expect(drawer(page, second)).toBeVisible();
  // what happened to a person leads to the person
  await page.goto('/activity?filter.event=LOGIN');
  await page
    .getByRole('button', { name: /^Actions/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Show profile' }).click();
  await expect(page).toHaveURL(/\/users\?open=/);
  await expect(drawer(page)).toBeVisible();
});

test('why a row could not be changed stands on it', async ({ page, api, problems }) => {
  const call = await api('admin');
  const { word, names, ids } = await some(call, 2);
  await page.goto(`/devices?search=${word}`);
  await expectTotal(page, 2);
  await call(devices.remove, { params: { id: ids[0] ?? '' } });
  problems.expect(/404.*\/api\/v1\/devices\/delete/);
  await allBox(page).check();
  await bulk(page).getByRole('button', { name: 'Delete' }).click();
  await drawer(page, 'Delete 2 devices').getByRole('button', { name: 'Delete', exact: true }).click();
  const reason = 'This no longer exists, or it is not in your locations.';
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to delete 2 devices' })).toContainText(reason);
  const mark = row(page, names[1] ?? '').getByRole('button', { name: reason });
  await mark.hover();
  await expect(page.getByRole('tooltip')).toHaveText(reason);
  await expectAccessible(page);
  // all or none
  expect(await left(call, word)).toBe(1);
});

test('rows are chosen by keyboard alone, and the choice ends with the view', async ({ page, api }) => {
  const call = await api('admin');
  const { word, names } = await some(call, 4);
  await page.goto(`/devices?search=${word}`);
  await expectTotal(page, 4);
  await header(page, 'Last reported').getByRole('button').focus();
  await page.keyboard.press('Tab');
  await expect(rowLink(rows(page).first())).toBeFocused();
  await page.keyboard.press('Space');
  await expect(box(page, names[0] ?? '')).toBeChecked();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('3 selected', { exact: true })).toBeVisible();
  await page.keyboard.press('Space');
  await expect(page.getByText('2 selected', { exact: true })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: `Actions ${names[2]}`, exact: true })).toBeFocused();
  // another search keeps the choice and says what is out of sight
  await searchFor(page, names[0] ?? '');
  await expect(page.getByText('1 of them is not among the rows shown')).toBeVisible();
  await chooseView(page, 'Locks');
  await expect(table(page, 'Devices')).not.toHaveAttribute('aria-busy', 'true');
  await expect(bulk(page)).toHaveCount(0);
  await expect(box(page, names[0] ?? '')).not.toBeChecked();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('cards are chosen as well', async ({ page, api }) => {
    const call = await api('admin');
    const { word, names } = await some(call, 3);
    await page.goto(`/devices?search=${word}`);
    await box(page, names[1] ?? '').check();
    await expect(page.getByText('1 selected', { exact: true })).toBeVisible();
    await bulk(page).getByRole('button', { name: 'Select the 3 loaded rows' }).click();
    await expect(page.getByText('3 selected', { exact: true })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await expectAccessible(page);
    await bulk(page).getByRole('button', { name: 'Clear selection' }).click();
    await expect(bulk(page)).toHaveCount(0);
  });
});

test.describe('the clerk', () => {
  test.use({ person: 'clerk' });

  test('is told which right an action needs', async ({ page }) => {
    await page.goto('/devices');
    await totalRows(page);
    await rows(page).first().getByRole('checkbox').check();
    const button = bulk(page).getByRole('button', { name: 'Delete' });
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await button.hover();
    await expect(page.getByRole('tooltip')).toHaveText('Devices permission required.');
    await button.press('Enter');
    await expect(drawer(page)).toHaveCount(0);
    await rows(page)
      .first()
      .getByRole('button', { name: /^Actions/ })
      .click();
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toContainText('Devices permission required.');
  });
});
