import { devices } from '@keyward/contract/devices';
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { bar, button, choose, chooseSeveral, filters, openFilters } from './filters.ts';
import { expectTotal, rows, table, totalRows } from './list.ts';
import { expect, nightly, test } from './people.ts';
import { newDevice } from './things.ts';

const settled = (page: Page, name: 'Devices' | 'Activity' = 'Devices') =>
  expect(table(page, name)).not.toHaveAttribute('aria-busy', 'true');

test('a text is filtered by contains, is, starts, ends, is not', nightly, async ({ page, api }) => {
  const { name } = await newDevice(await api('admin'));
  const end = name.slice(-8);
  const others = 'No records found for the search or filter criteria';
  await page.goto('/devices');
  const all = await totalRows(page);
  for (const [condition, value, shown] of [
    ['contains', end.slice(0, 6), true],
    ['is equal to', name, true],
    ['is equal to', end, false],
    ['starts with', name.slice(0, -2), true],
    ['ends with', end, true],
  ] as const) {
    const form = await openFilters(page);
    await choose(form, 'Name: condition', condition);
    await form.getByRole('textbox', { name: 'Name: value' }).fill(value);
    await button(form, 'Apply').click();
    await expect(filters(page)).toHaveCount(0);
    await expect(page).toHaveURL(/filter\.name=/);
    if (shown) {
      await expect(rows(page)).toHaveCount(1);
      await expect(rows(page)).toContainText(name);
    } else await expect(page.getByText(others)).toBeVisible();
  }
  const form = await openFilters(page);
  await choose(form, 'Name: condition', 'is not');
  await form.getByRole('textbox', { name: 'Name: value' }).fill(name);
  await button(form, 'Apply').click();
  await expect(bar(page).getByRole('listitem')).toHaveText(`Name not ${name}`);
  // other tests add and delete devices concurrently
  await expect.poll(() => totalRows(page)).toBeGreaterThan(all / 2);
});

test('shows what is missing next to the field', nightly, async ({ page }) => {
  await page.goto('/devices');
  await totalRows(page);
  const form = await openFilters(page);
  await choose(form, 'Name: condition', 'contains');
  await form.getByRole('textbox', { name: 'Serial number: value' }).fill('3A');
  await button(form, 'Apply').click();
  await expect(form.getByText('Value is required')).toBeVisible();
  await expect(form.getByText('Condition is required')).toBeVisible();
  await expect(form.getByRole('textbox', { name: 'Name: value' })).toBeFocused();
  await expectAccessible(page);
  await form.getByRole('textbox', { name: 'Name: value' }).fill('  till ');
  await form.getByRole('textbox', { name: 'Serial number: value' }).fill('');
  await expect(form.getByRole('textbox', { name: 'Name: value' })).toHaveValue('till');
  await button(form, 'Apply').click();
  await expect(bar(page).getByRole('listitem')).toHaveText('Name contains till');
});

test('a number is whole: other input is removed, and the field says so', nightly, async ({ page, api }) => {
  const { total_results: low } = await (await api('admin'))(devices.list, { query: { battery: 'lt:100' } });
  expect(low).toBeGreaterThan(0);
  await page.goto('/devices');
  await totalRows(page);
  const form = await openFilters(page);
  const value = form.getByRole('textbox', { name: 'Battery (%): value' });
  for (const [typed, words] of [
    ['12.5', 'Invalid integer'],
    ['a dozen', 'Value must be a number'],
  ] as const) {
    await value.fill(typed);
    await value.blur();
    await expect(value).toHaveValue('');
    await expect(form.getByText(words, { exact: true })).toBeVisible();
  }
  await value.fill(' 12 ');
  await value.blur();
  await expect(value).toHaveValue('12');
  await button(form, 'Apply').click();
  await expect(form.getByText('Condition is required', { exact: true })).toBeVisible();
  await form.getByRole('combobox', { name: 'Battery (%): condition' }).click();
  const own = ['is equal to', 'is greater than', 'is less than', 'is not', 'is empty', 'is not empty'];
  await expect(page.getByRole('option')).toHaveText(own);
  await page.getByRole('option', { name: 'is less than' }).click();
  await value.fill('');
  await button(form, 'Apply').click();
  await expect(form.getByText('Value is required', { exact: true })).toBeVisible();
  await value.fill('100');
  await button(form, 'Apply').click();
  await expect(page).toHaveURL(/filter\.battery=lt(:|%3A)100$/);
  await expect(bar(page).getByRole('listitem')).toHaveText('Battery (%) less than 100');
  await expectTotal(page, low);
});

test('one of a few values is filtered by is, is not', nightly, async ({ page }) => {
  await page.goto('/users');
  const all = await totalRows(page);
  const form = await openFilters(page);
  await choose(form, 'Switched off: value', 'Yes');
  await button(form, 'Apply').click();
  await expect(page).toHaveURL('/users?filter.disabled=true');
  await expect(bar(page).getByRole('listitem')).toHaveText('Switched off Yes');
  await expect.poll(() => totalRows(page)).toBeLessThan(all);
  await openFilters(page);
  await choose(form, 'Switched off: condition', 'is not');
  await button(form, 'Apply').click();
  await expect(bar(page).getByRole('listitem')).toHaveText('Switched off not Yes');
  await expect.poll(() => totalRows(page)).toBeGreaterThan(all / 2);
});

test('several values are looked up on the server; the bar removes one or all', nightly, async ({ page }) => {
  await page.goto('/devices');
  const all = await totalRows(page);
  const form = await openFilters(page);
  const types = form.getByRole('combobox', { name: 'Device type: value' });
  await types.click();
  // the options are rendered and handle keys
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.type('padlock (in/');
  await expect(page.getByRole('option')).toHaveText(['Select All', /padlock \(in\/outdoor\)/i]);
  const dropdown = page.getByRole('dialog', { name: 'Device type: value' });
  await page.keyboard.type('zzz');
  await expect(dropdown.getByText('No options found', { exact: true })).toBeVisible();
  await dropdown.getByRole('button', { name: 'Clear search' }).click();
  await expect(page.getByRole('option')).toHaveCount(9);
  expect((await dropdown.boundingBox())?.height).toBe(300);
  await expect(dropdown.getByRole('status')).toHaveText('0 items selected');
  await page.getByRole('option', { name: 'Select All' }).click();
  await expect(dropdown.getByRole('status')).toHaveText('8 items selected');
  await page.getByRole('option').nth(1).click();
  await expect(dropdown.getByRole('status')).toHaveText('7 items selected');
  await page.getByRole('option', { name: 'Select All' }).click();
  await page.getByRole('option', { name: 'Select All' }).click();
  await expect(dropdown.getByRole('status')).toHaveText('0 items selected');
  await page.keyboard.press('Escape');
  await chooseSeveral(form, 'Security status: value', 'Secured', 'Unsecured');
  await chooseSeveral(form, 'Department: value', 'Denim', 'Unassigned');
  await expect(form.getByRole('combobox', { name: 'Department: value' })).toHaveText('Denim, Unassigned');
  await button(form, 'Apply').click();
  await expect(bar(page).getByRole('listitem')).toHaveText([
    'Security status Secured, Unsecured',
    'Department Denim, Unassigned',
  ]);
  await settled(page);
  const both = await totalRows(page);
  expect(both).toBeLessThan(all);
  await expect(page.getByRole('button', { name: 'Filter, 2 active' })).toBeVisible();

  await page.getByRole('button', { name: 'Remove the filter on Department' }).click();
  await expect(bar(page).getByRole('listitem')).toHaveText('Security status Secured, Unsecured');
  await expect.poll(() => totalRows(page)).toBeGreaterThan(both);
  await page.goBack();
  await expect(bar(page).getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(bar(page)).toHaveCount(0);
  await expect(page).toHaveURL('/devices');
});

test('two quick changes are both kept', nightly, async ({ page }) => {
  await page.goto('/devices?filter.security_status=unsecured&filter.device_class=LOCK&search=pad');
  await totalRows(page);
  await expect(bar(page).getByRole('button')).toHaveCount(2);
  // all in one task, before the next render
  await page.evaluate(() => {
    for (const one of document.querySelectorAll<HTMLElement>('[aria-label^="Remove the filter"]')) one.click();
    document.querySelector<HTMLElement>('[aria-label="Clear search"]')?.click();
  });
  await expect(page).toHaveURL('/devices');
  await expect(bar(page)).toHaveCount(0);
});

test('a list is filtered by is empty and is not empty', nightly, async ({ page }) => {
  await page.goto('/devices');
  const all = await totalRows(page);
  const form = await openFilters(page);
  await choose(form, 'Security status: condition', 'is empty');
  await expect(form.getByRole('combobox', { name: 'Security status: value' })).toHaveCount(0);
  await button(form, 'Apply').click();
  await expect(bar(page).getByRole('listitem')).toHaveText('Security status is empty');
  await settled(page);
  const without = await totalRows(page);
  await openFilters(page);
  await choose(form, 'Security status: condition', 'is not empty');
  await button(form, 'Apply').click();
  await expect(bar(page).getByRole('listitem')).toHaveText('Security status is not empty');
  await expect.poll(() => totalRows(page)).toBeGreaterThan(without);
  // other tests add and delete devices concurrently
  expect(Math.abs((await totalRows(page)) + without - all)).toBeLessThan(all / 4);
});

test('saved filters are restored when the list opens, until they are removed', nightly, async ({ page }) => {
  await page.goto('/devices');
  await totalRows(page);
  const form = await openFilters(page);
  await chooseSeveral(form, 'Class: value', 'OKM');
  await button(form, 'Apply and save').click();
  await expect(bar(page).getByRole('listitem')).toHaveText('Class OKM');
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('filters')))
    .toBe('{"device":{"device_class":"OKM"}}');
  await page.goto('/activity');
  await totalRows(page);
  await expect(bar(page)).toHaveCount(0);
  await page.getByRole('navigation').getByRole('link', { name: 'Devices' }).click();
  await expect(page).toHaveURL(/filter\.device_class=OKM/);
  await expect(bar(page).getByRole('listitem')).toHaveText('Class OKM');
  // a link with a view is not narrowed by saved filters
  await page.goto('/devices?custom_view=Keys');
  await totalRows(page);
  await expect(bar(page)).toHaveCount(0);
  // applying without saving does not replace the saved filters
  await page.goto('/devices');
  await expect(bar(page).getByRole('listitem')).toHaveText('Class OKM');
  await openFilters(page);
  await button(form, 'Clear all').click();
  await button(form, 'Apply').click();
  await expect(bar(page)).toHaveCount(0);
  await expect(page).toHaveURL('/devices');
  await page.goto('/devices');
  await expect(bar(page).getByRole('listitem')).toHaveText('Class OKM');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(bar(page)).toHaveCount(0);
  await page.goto('/devices');
  await totalRows(page);
  await expect(bar(page)).toHaveCount(0);
});

test('a link’s filter that the form cannot show stays unchanged', nightly, async ({ page }) => {
  await page.goto('/devices?filter.name=not%3Alike%3A*till*');
  await totalRows(page);
  await expect(bar(page).getByRole('listitem')).toHaveText('Name not contains till');
  const form = await openFilters(page);
  await expect(form.getByRole('combobox', { name: 'Name: condition' })).toHaveValue('as it is now');
  await chooseSeveral(form, 'Class: value', 'LOCK');
  await button(form, 'Apply').click();
  await expect(bar(page).getByRole('listitem')).toHaveCount(2);
  await expect(page).toHaveURL(/filter\.name=not(:|%3A)like(:|%3A)\*till\*/);
});

test('the drawer works by keyboard alone; it and its dropdown pass axe', nightly, async ({ page }) => {
  await page.goto('/devices');
  await totalRows(page);
  const opener = page.getByRole('button', { name: 'Filter', exact: true });
  await expect(opener).toBeEnabled();
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(filters(page)).toBeVisible();
  await expectAccessible(page);
  const types = filters(page).getByRole('combobox', { name: 'Class: value' });
  await types.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('combobox', { name: 'Search in Class: value' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByText('4 items selected')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(types).toBeFocused();
  await expect(filters(page)).toBeVisible();
  // so does the calendar: Escape closes one thing at a time
  const start = filters(page).getByRole('button', { name: 'Created: value, Start date' });
  await start.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Created: value' }).getByRole('table')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(start).toBeFocused();
  await expect(filters(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(filters(page)).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test(
  'the focus moves from a removed filter to the next one, finally to the filter button',
  nightly,
  async ({ page }) => {
    await page.goto('/devices?filter.security_status=unsecured&filter.device_class=LOCK');
    await totalRows(page);
    const opener = page.getByRole('button', { name: /^Filter/ });
    const remove = (name: string) => page.getByRole('button', { name: `Remove the filter on ${name}` });
    await remove('Class').focus();
    await page.keyboard.press('Enter');
    await expect(remove('Class')).toHaveCount(0);
    await expect(remove('Security status')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(bar(page)).toHaveCount(0);
    await expect(opener).toBeFocused();
    await page.goBack();
    await page.getByRole('button', { name: 'Clear filters' }).focus();
    await page.keyboard.press('Enter');
    await expect(bar(page)).toHaveCount(0);
    await expect(opener).toBeFocused();
  },
);
