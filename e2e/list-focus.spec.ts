// The focus in a list once rows have moved, or once the focused element is gone.
import { limits } from '@keyward/contract/limits';
import { drawer, expectTotal, row, rowLink, table, totalRows } from './list.ts';
import { expect, nightly, test } from './people.ts';
import { bulk, deleteByMenu, deleteChosen, rowBox } from './selection.ts';
import { newDevice, someDevices } from './things.ts';

test('keys act on the row that has the focus, also after rows are added above it', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const { word, names } = await someDevices(call, 3);
  const [first = '', second = '', third = ''] = names;
  await page.goto(`/devices?search=${word}`);
  await expectTotal(page, 3);
  await rowLink(row(page, second)).focus();
  await newDevice(call, { name: `${word} no 000` });
  // a press of the pointer would take the focus
  await page.getByRole('button', { name: 'Refresh' }).dispatchEvent('click');
  await expectTotal(page, 4);
  await expect(rowLink(row(page, second))).toBeFocused();
  await expect(rowLink(row(page, second))).toHaveAttribute('tabindex', '0');
  await page.keyboard.press('Space');
  await expect(rowBox(page, second)).toBeChecked();
  await expect(rowBox(page, first)).not.toBeChecked();
  await page.keyboard.press('ArrowDown');
  await expect(rowLink(row(page, third))).toBeFocused();
});

test('a checkbox that scrolls out of view keeps the focus while further rows load', nightly, async ({ page }) => {
  await page.goto('/devices?search=pod');
  const total = await totalRows(page);
  expect(total).toBeGreaterThan(limits.pageSize);
  const id = await page.locator('[aria-rowindex="4"]').getByRole('checkbox').getAttribute('id');
  const third = page.locator(`[id="${id}"]`);
  await third.check();
  await expect(page.getByText('1 selected', { exact: true })).toBeVisible();
  const last = page.locator(`[aria-rowindex="${total + 1}"]`);
  await expect(async () => {
    await table(page, 'Devices').evaluate((list) => list.parentElement?.scrollTo(0, 1e6));
    await expect(last).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(third).toBeFocused();
  await page.keyboard.press('Space');
  await expect(third).not.toBeChecked();
  await expect(bulk(page)).toHaveCount(0);
});

test(
  'an action on a row leaves the focus on it, or on the next one once it is deleted',
  nightly,
  async ({ page, api }) => {
    const { word, names } = await someDevices(await api('admin'), 2);
    const [first = '', second = ''] = names;
    await page.goto(`/devices?search=${word}`);
    await expectTotal(page, 2);
    const answered = Promise.withResolvers<void>();
    await page.route('**/api/v1/devices/delete', async (route) => {
      await answered.promise;
      await route.continue();
    });
    await deleteByMenu(page, first, 'Delete device');
    await expect(rowLink(row(page, first))).toBeFocused();
    answered.resolve();
    await expect(row(page, first)).toHaveCount(0);
    await expect(rowLink(row(page, second))).toBeFocused();
  },
);

test('the focus moves below the rows when the buttons of a selection disappear', nightly, async ({ page, api }) => {
  const { word, names } = await someDevices(await api('admin'), 2);
  const [first = ''] = names;
  await page.goto(`/devices?search=${word}`);
  await expectTotal(page, 2);
  const foot = page.getByRole('region', { name: 'Devices' }).locator('footer');
  await rowBox(page, first).check();
  await bulk(page).getByRole('button', { name: 'Clear selection' }).press('Enter');
  await expect(bulk(page)).toHaveCount(0);
  await expect(foot).toBeFocused();
  await rowBox(page, first).check();
  await deleteChosen(page, 'Delete device');
  await expect(bulk(page)).toHaveCount(0);
  await expect(foot).toBeFocused();
});

test('a retried action keeps rows selected since', nightly, async ({ page, api, problems }) => {
  problems.expect(/failed: POST .*devices\/delete/, /ERR_FAILED.*devices\/delete/);
  const { word, names } = await someDevices(await api('admin'), 3);
  const [first = '', , third = ''] = names;
  await page.goto(`/devices?search=${word}`);
  await expectTotal(page, 3);
  await rowBox(page, first).check();
  await page.route('**/api/v1/devices/delete', (route) => route.abort(), { times: 1 });
  await deleteChosen(page, 'Delete device');
  const again = page.getByRole('alert').getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await bulk(page).getByRole('button', { name: 'Clear selection' }).click();
  await rowBox(page, third).check();
  await again.click();
  await expect(row(page, first)).toHaveCount(0);
  await expect(rowBox(page, third)).toBeChecked();
  await expect(page.getByText('1 selected', { exact: true })).toBeVisible();
});

test('clearing a search that found nothing moves the focus to the filter button', nightly, async ({ page }) => {
  const opener = page.getByRole('button', { name: /^Filter/ });
  await page.goto('/devices?custom_view=Locks&search=no+such+thing');
  await page.getByRole('button', { name: 'Clear search and filters' }).press('Enter');
  await totalRows(page);
  await expect(opener).toBeFocused();
  // a view without rows, regardless of the stored devices
  await page.route('**/api/v1/devices?*', async (route) => {
    if (new URL(route.request().url()).searchParams.get('custom_view') !== 'Locks') return route.continue();
    return route.fulfill({ json: { data: [], page: 1, results_per_page: 100, total_results: 0, total_pages: 0 } });
  });
  await page.goto('/devices?custom_view=Locks');
  await page.getByRole('button', { name: /^Show / }).press('Enter');
  await totalRows(page);
  await expect(opener).toBeFocused();
  await expect(drawer(page)).toHaveCount(0);
});
