import {
  chooseView,
  drawer,
  expectEachRow,
  expectTotal,
  expectView,
  header,
  row,
  rowLink,
  rows,
  searchBox,
  searchFor,
  table,
  totalRows,
  viewName,
  viewTab,
  viewTabs,
} from './list.ts';
import { expect, nightly, test } from './people.ts';
import { newDevice, newNames } from './things.ts';
import { devices } from '@keyward/contract/devices';
import { groups } from '@keyward/contract/groups';

test('has the columns and the description of its view', nightly, async ({ page }) => {
  await page.goto('/devices');
  await totalRows(page);
  await expect(page.getByRole('columnheader')).toHaveText([
    '',
    'Name',
    'Serial number',
    'Device type',
    'Location',
    'Groups',
    'Security status',
    'Last reported',
    'Actions',
  ]);
  await expect(searchBox(page)).toHaveAttribute('placeholder', 'search');
  expect((await searchBox(page).locator('..').boundingBox())?.width).toBe(400);
  await expect(page.getByText('All devices in your locations.')).toBeVisible();
});

test('shows two groups as chips and the rest as +N; * is shown as All', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const label = `Shift ${newNames('').serial}`;
  const objects = [{ type: 'devices' as const, order: 1, required: false }];
  const { data: made } = await call(groups.create, { body: { label, type: 1, values: ['Day', 'Night'], objects } });
  const some = await newDevice(call, {
    tags: { Department: ['Phones', 'Watches', 'Denim', 'Cameras'], [label]: ['*'] },
  });
  const all = await newDevice(call, { tags: { Department: ['*'] } });
  await page.goto(`/devices?search=${some.serial_number}`);
  const cells = row(page, some.name).getByRole('cell');
  await expect(cells.nth(5)).toHaveText(/^Phones\s*Watches\s*\+3$/, { useInnerText: true });
  await cells.nth(5).getByRole('button', { name: '3 more values' }).hover();
  const rest = drawer(page).getByRole('listitem');
  await expect(rest).toHaveText(['Denim', 'Cameras', 'All']);
  await expect.poll(async () => (await drawer(page).boundingBox())?.width).toBe(210);
  await searchBox(page).hover();
  await expect(rest).toHaveCount(0);
  // the button shows the values and does not open the row
  await cells.nth(5).getByRole('button', { name: '3 more values' }).click();
  await expect(page).not.toHaveURL(/open=/);
  await searchFor(page, all.serial_number);
  await expect(row(page, all.name).getByRole('cell').nth(5)).toHaveText('All', { useInnerText: true });
  await call(groups.remove, { params: { id: made.id } });
});

test('searches a second after the last key, and at once with Enter', nightly, async ({ page }) => {
  await page.clock.install();
  await page.goto('/devices');
  await totalRows(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  await searchBox(page).pressSequentially('fitting room');
  await page.clock.runFor(950);
  expect(page.url()).not.toContain('search=');
  await page.clock.runFor(100);
  await expect(page).toHaveURL(/search=fitting(\+|%20)room/);
  await page.clock.resume();
  await expect(rows(page).first()).toContainText('Fitting room');
  await searchBox(page).fill('till');
  await searchBox(page).press('Enter');
  await expect(page).toHaveURL(/search=till/);
  await expect(rows(page).first()).toContainText('Till');
  await page.reload();
  await expect(searchBox(page)).toHaveValue('till');
  await expect(rows(page).first()).toContainText('Till');
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(page).not.toHaveURL(/search=/);
});

test('sorts by a column, also in the address', nightly, async ({ page }) => {
  await page.goto('/devices?search=padlock');
  await totalRows(page);
  await expect(header(page, 'Name')).toHaveAttribute('aria-sort', 'ascending');
  const serials = () => page.getByRole('row').getByRole('cell').getByRole('code').allInnerTexts();
  for (const [order, url] of [
    ['ascending', 'asc'],
    ['descending', 'desc'],
  ] as const) {
    await header(page, 'Serial number').getByRole('button').click();
    await expect(page).toHaveURL(new RegExp(`sort=serial_number(:|%3A)${url}`));
    await expect(header(page, 'Serial number')).toHaveAttribute('aria-sort', order);
    await expect(table(page, 'Devices')).not.toHaveAttribute('aria-busy', 'true');
    const seen = await serials();
    expect(seen.length).toBeGreaterThan(5);
    const sorted = seen.toSorted();
    expect(seen).toEqual(order === 'ascending' ? sorted : sorted.toReversed());
  }
  const [first] = await serials();
  await page.reload();
  await expect(rows(page).first()).toContainText(first ?? '');
  await expect(header(page, 'Groups').getByRole('button')).toHaveCount(0);
});

test('a chosen view is in the address and remembered', nightly, async ({ page }) => {
  await page.goto('/devices');
  await totalRows(page);
  await expect(viewTabs(page).getByRole('link').first()).toHaveText(viewName('Overview'));
  await viewTab(page, 'OKMs').click();
  await expect(page).toHaveURL(/custom_view=OKMs$/);
  await expect(page.getByText('Key managers and when they last reported.')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Security status' })).toHaveCount(0);
  await expectEachRow(page, 'OKM 40');
  await page.reload();
  await expectView(page, 'OKMs');
  const kept = () => page.evaluate(() => localStorage.getItem('deviceViewSelection'));
  await expect.poll(kept).toBe('OKMs');
  await page.goto('/activity');
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Devices' }).click();
  await expect(page).toHaveURL(/custom_view=OKMs/);
  await chooseView(page, 'Unassigned Devices');
  await expect(page.getByRole('columnheader', { name: 'Location' })).toHaveCount(0);
  await expect(rows(page).first()).toContainText('Spare');
  await expect.poll(kept).toBe('Unassigned Devices');
});

test('reads every row once, page by page', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const { total_results: total } = await call(devices.list, { query: { search: 'pod' } });
  expect(total).toBeGreaterThan(100);
  await page.goto('/devices?search=pod');
  await expectTotal(page, total);
  const seen = new Set<string>();
  await rows(page).first().hover();
  await expect(async () => {
    for (const text of await rows(page).getByRole('code').allInnerTexts()) seen.add(text);
    await page.mouse.wheel(0, 350);
    expect(seen.size).toBeGreaterThanOrEqual(total);
  }).toPass({ intervals: [50] });
  expect(seen.size).toBe(total);
  await expect(page.locator(`[aria-rowindex="${total + 1}"]`)).toBeVisible();
  await expect(table(page, 'Devices')).toHaveAttribute('aria-rowcount', String(total + 1));
});

test('opens a row by click and by address, and keeps the scroll position', nightly, async ({ page }) => {
  await page.goto('/devices?search=till');
  await totalRows(page);
  const place = () => table(page, 'Devices').evaluate((element) => element.parentElement?.scrollTop);
  await rows(page).first().hover();
  await page.mouse.wheel(0, 400);
  await expect.poll(place).toBe(400);
  const one = page.locator('[role=row][aria-rowindex="14"]');
  const name = (await rowLink(one).innerText()).trim();
  await one.getByRole('cell').nth(3).click();
  await expect(drawer(page, name)).toBeVisible();
  await expect(page).toHaveURL(/open=/);
  await page.reload();
  await expect(drawer(page, name)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/devices\?search=till$/);
  await rows(page).first().hover();
  await page.mouse.wheel(0, 400);
  await expect.poll(place).toBe(400);
  await one.getByRole('cell').nth(3).click();
  await expect(drawer(page)).toBeVisible();
  await page.goBack();
  await expect(drawer(page)).toHaveCount(0);
  await expect.poll(place).toBe(400);
});

test('works by keyboard alone', nightly, async ({ page }) => {
  await page.goto('/devices');
  await totalRows(page);
  const link = (index: number) => rowLink(rows(page).nth(index));
  await header(page, 'Last reported').getByRole('button').focus();
  await page.keyboard.press('Tab');
  await expect(link(0)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expect(link(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(drawer(page)).toBeVisible();
  await expect(drawer(page).getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toHaveCount(0);
  await expect(link(1)).toBeFocused();
  await page.keyboard.press('PageDown');
  await expect(link(1)).not.toBeFocused();
  await page.keyboard.press('End');
  await expect(page.locator('[aria-rowindex="51"]').getByRole('link')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(page.locator('[aria-rowindex="2"]').getByRole('link')).toBeFocused();
});

test('says when nothing is found, and offers a way back', nightly, async ({ page }) => {
  await page.goto('/devices');
  const all = await totalRows(page);
  await searchFor(page, 'no such thing');
  await expect(page.getByText('No records found for the search or filter criteria', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(page).toHaveURL('/devices');
  // other tests add and delete devices concurrently
  await expect.poll(() => totalRows(page)).toBeGreaterThan(all / 2);
});

test('says when the rows cannot be loaded, and loads them on Refresh', nightly, async ({ page, problems }) => {
  problems.expect(/failed: GET .*\/api\/v1\/devices/, /ERR_FAILED.*\/api\/v1\/devices/);
  await page.route('**/api/v1/devices?*', (route) => route.abort());
  await page.goto('/devices');
  const words = 'There was an error fetching data. Click refresh to reload the page and try again.';
  await expect(page.getByRole('alert').getByText(words, { exact: true })).toBeVisible();
  await page.unroute('**/api/v1/devices?*');
  await page.getByRole('alert').getByRole('button', { name: 'Refresh' }).click();
  await totalRows(page);
  await expect(page.getByText(words)).toBeHidden();
});

test('says when it takes long', nightly, async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.clock.install();
  await page.route('**/api/v1/devices?*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/devices');
  await expect(page.getByText('Loading…')).toBeVisible();
  const slow = page.locator('#content').getByText('This is taking longer than usual. Still working on it…');
  const spinner = page.getByRole('progressbar', { name: 'Loading…' });
  await expect(spinner).toBeVisible();
  await expect(slow).toBeHidden();
  await page.clock.runFor(3000);
  await expect(slow).toBeVisible();
  held.resolve();
  await totalRows(page);
  await expect(slow).toBeHidden();
  await expect(spinner).toBeHidden();
});

test.describe('the clerk', () => {
  test.use({ person: 'clerk' });

  test('sees the devices of one location read-only, with the missing permission', nightly, async ({ page }) => {
    await page.goto('/devices');
    await totalRows(page);
    await expectEachRow(page, 'Northgate – Leeds');
    const add = page.getByRole('button', { name: 'Add device' });
    await expect(add).toHaveAttribute('aria-disabled', 'true');
    await add.hover();
    await expect(page.getByRole('tooltip')).toHaveText('Devices permission required.');
    await searchFor(page, 'key cabinet');
    await expectEachRow(page, /key cabinet/i);
    await rowLink(rows(page).first()).click();
    const shown = drawer(page, /^Key cabinet/);
    await expect(
      shown.getByText('You can only view this device. To change it you need the Devices permission (Edit).'),
    ).toBeVisible();
    await expect(shown.getByRole('term').filter({ hasText: 'Department' })).toBeVisible();
    await expect(shown.getByText('N/A').first()).toBeVisible();
    await expect(shown.getByRole('textbox')).toHaveCount(0);
    await expect(shown.getByRole('combobox')).toHaveCount(0);
    for (const name of ['Save', 'More actions', 'Issue token'])
      await expect(shown.getByRole('button', { name })).toHaveCount(0);
    await page.goto('/devices?open=new');
    await expect(drawer(page).getByText('Devices permission required.')).toBeVisible();
  });
});
