import { devices } from '@keyward/contract/devices';
import { expectAccessible } from './axe.ts';
import {
  chooseView,
  drawer,
  expectTotal,
  header,
  row,
  rowLink,
  rows,
  searchBox,
  searchFor,
  table,
  totalRows,
} from './list.ts';
import { expect, nightly, test } from './people.ts';
import { bulk, deleteByMenu, deleteChosen, loadedBox, rowBox, rowMenu } from './selection.ts';
import { left, newDevice, someDevices } from './things.ts';
import type { Route } from '@playwright/test';

test('selected rows are deleted together after a confirmation that names them', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const { word, names } = await someDevices(call, 4);
  await page.goto(`/devices?search=${word}`);
  await expectTotal(page, 4);
  await expect(bulk(page)).toHaveCount(0);
  await rowBox(page, names[0] ?? '').check();
  // Shift selects the range
  await rowBox(page, names[2] ?? '').click({ modifiers: ['Shift'] });
  await expect(page.getByText('3 selected', { exact: true })).toBeVisible();
  await expect(rowBox(page, names[1] ?? '')).toBeChecked();
  await expect(rowBox(page, names[3] ?? '')).not.toBeChecked();
  expect(await loadedBox(page).evaluate((input: HTMLInputElement) => input.indeterminate)).toBe(true);
  // selecting a row does not open it
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

test('all matching rows are deleted, unless their number changed', nightly, async ({ page, api, problems }) => {
  const call = await api('admin');
  const { word, names } = await someDevices(call, 55);
  await page.goto(`/devices?search=${word}`);
  await expectTotal(page, 55);
  await loadedBox(page).check();
  await expect(page.getByText('50 selected', { exact: true })).toBeVisible();
  await bulk(page).getByRole('button', { name: 'Select all 55 matching' }).click();
  await expect(page.getByText('55 selected', { exact: true })).toBeVisible();
  // a matching device is added concurrently
  await newDevice(call, { name: `${word} late` });
  problems.expect(/409.*\/api\/v1\/devices\/delete/);
  await deleteChosen(page, 'Delete 55 devices');
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to delete 55 devices' });
  await expect(alert).toContainText('56 records match now instead of 55');
  expect(await left(call, word)).toBe(56);
  // the reason is shown on the rows
  await expect(row(page, names[0] ?? '').getByRole('button', { name: /56 records match now/ })).toBeVisible();
  await alert.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('56 total rows')).toBeVisible();
  await bulk(page).getByRole('button', { name: 'Clear selection' }).click();
  await loadedBox(page).check();
  await bulk(page).getByRole('button', { name: 'Select all 56 matching' }).click();
  await rowBox(page, names[1] ?? '').uncheck();
  await expect(page.getByText('55 selected', { exact: true })).toBeVisible();
  await deleteChosen(page, 'Delete 55 devices');
  await expect(page.getByText('55 devices have been deleted')).toBeVisible();
  await expectTotal(page, 1);
  expect(await left(call, word)).toBe(1);
});

test('a row’s menu acts on that row', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const { word, names, ids } = await someDevices(call, 2);
  const [first = ''] = names;
  const second = `${names[1]} b`;
  await call(devices.update, { params: { id: ids[1] ?? '' }, body: { name: second } });
  await page.goto(`/devices?search=${word}`);
  await rowMenu(page, first).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Show activity', 'Delete']);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem')).toHaveCount(0);
  await expect(rowMenu(page, first)).toBeFocused();
  await deleteByMenu(page, first, 'Delete device');
  await expect(page.getByText('Device has been deleted')).toBeVisible();
  await expect(row(page, first)).toHaveCount(0);
  await rowMenu(page, second).click();
  await page.getByRole('menuitem', { name: 'Show activity' }).click();
  await expect(page).toHaveURL(/\/activity\?custom_view=Overview&filter\.entity_id=/);
  await expectTotal(page, 2);
  const named = async (name: string) => {
    await expect(page.getByRole('heading', { name: `Activity of ${name}`, exact: true })).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: /^Entity / })).toHaveText(`Entity ${name}`);
  };
  await named(second);
  await page.reload();
  await named(second);
  // and back from an event to its device
  await page
    .getByRole('button', { name: /^Actions/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Show device' }).click();
  await expect(drawer(page, second)).toBeVisible();
  // an event about a profile links to the profile
  await page.goto('/activity?filter.event=LOGIN');
  await page
    .getByRole('button', { name: /^Actions/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Show profile' }).click();
  await expect(page).toHaveURL(/\/users\?open=/);
  await expect(drawer(page)).toBeVisible();
  // the activity of a person has the events with them as agent
  await page.goto('/users?search=Alex Morgan');
  await rowMenu(page, 'Alex Morgan').click();
  await page.getByRole('menuitem', { name: 'Show activity' }).click();
  await expect(page).toHaveURL(/\/activity\?custom_view=Overview&filter\.agent_id=/);
  await expect(page.getByRole('listitem').filter({ hasText: /^Agent / })).toHaveText('Agent Alex Morgan');
});

test(
  'an action follows its view’s definition, with default texts where it has none',
  nightly,
  async ({ page, api, problems }) => {
    const { word, names, ids } = await someDevices(await api('admin'), 4);
    const [first = '', second = '', third = '', fourth = ''] = names;
    const ring = {
      id: 'ring',
      type: 'send',
      text: 'Ring',
      state: {},
      apiUrl: '/api/v1/devices/ring',
      apiMethod: 'POST',
    };
    const described = [
      ring,
      { id: 'line', type: 'spacer', text: '', state: {} },
      { ...ring, id: 'one', type: 'activate', text: 'Wake', state: { name: second, serial_number: '*' } },
      { ...ring, id: 'none', type: 'cancel', text: 'Hush', state: { state_updated_at: '*' } },
      { ...ring, id: 'nowhere', text: 'Nowhere', apiUrl: undefined },
      { ...ring, id: 'wordless', text: 'Wordless', apiMethod: undefined },
      { ...ring, id: 'outside', text: 'Outside', apiUrl: '//evil.example/api/v1/devices' },
      { ...ring, id: 'away', type: 'view', text: 'Away', apiUrl: 'https://evil.example/' },
    ];
    await page.route('**/api/v1/custom-views?**', async (route) => {
      const response = await route.fetch();
      const { data, ...rest } = await response.json();
      const actions = { bulk: described, single: described };
      await route.fulfill({ response, json: { ...rest, data: data.map((view: object) => ({ ...view, actions })) } });
    });
    const sent: unknown[] = [];
    const held: Route[] = [];
    await page.route('**/devices/ring', (route) => {
      sent.push(route.request().postDataJSON());
      held.push(route);
    });
    const answer = async (status: number) => {
      await expect.poll(() => held.length).toBe(1);
      await held
        .pop()
        ?.fulfill({ status, json: status === 200 ? {} : { errors: [{ code: 'internal', detail: 'x' }] } });
    };
    const filterData = { search: word, timezone: expect.any(String) };
    await page.goto(`/devices?search=${word}`);
    await expectTotal(page, 4);

    // several rows: progress, then success, and the selection is cleared
    await rowBox(page, first).check();
    await rowBox(page, second).check();
    const buttons = bulk(page).getByRole('button');
    await expect(buttons.filter({ hasText: 'Hush' })).toHaveAttribute('aria-disabled', 'true');
    await expect(buttons.filter({ hasText: 'Wake' })).toHaveText('Wake (1 of 2)');
    await buttons.filter({ hasText: 'Ring' }).click();
    await expect(row(page, first).getByLabel('Ring…')).toBeVisible();
    await expect(rowBox(page, second)).toBeDisabled();
    await answer(200);
    await expect(page.getByRole('status').filter({ hasText: 'Ring completed successfully' })).toContainText('Success');
    expect(sent).toEqual([{ ids: [ids[0], ids[1]], filterData }]);
    await expect(bulk(page)).toHaveCount(0);
    for (const name of [first, second]) {
      await expect(row(page, name).getByRole('img', { name: 'Ring completed successfully' })).toBeVisible();
      await expect(row(page, name)).toHaveAttribute('aria-disabled', 'true');
      await expect(rowBox(page, name)).toBeDisabled();
    }
    await rowBox(page, third).check();
    await buttons.filter({ hasText: 'Select the 2 loaded rows' }).click();
    await expect(page.getByText('2 selected', { exact: true })).toBeVisible();
    await expect(loadedBox(page)).toBeChecked();
    await expect(rowBox(page, first)).not.toBeChecked();
    await rowBox(page, fourth).uncheck();

    // a failure flags the rows, which stay selected
    problems.allow(/500.*\/devices\/ring/);
    const failed = page.getByRole('alert').filter({ hasText: 'Ring failed. Please try again.' });
    await buttons.filter({ hasText: 'Ring' }).click();
    await answer(500);
    await expect(failed).toBeVisible();
    await failed.getByRole('button', { name: 'Close' }).click();
    await expect(rowBox(page, third)).toBeChecked();
    await expect(row(page, third)).toHaveAttribute('data-state', 'error');

    // one row: actions depend on its state; an action without a call of the portal is not performed
    const act = async (name: string) => {
      await rowMenu(page, third).click();
      await page.getByRole('menuitem', { name, exact: true }).click();
    };
    problems.expect(/action nowhere names no call/, /action wordless names no call/, /action outside names no call/);
    problems.expect(/action away leads nowhere/);
    for (const name of ['Nowhere', 'Wordless', 'Outside', 'Away']) await act(name);
    await rowMenu(page, third).click();
    await expect(page.getByRole('menuitem')).toHaveText(['Ring', 'Nowhere', 'Wordless', 'Outside', 'Away']);
    await expect(page.getByRole('menu').getByRole('separator')).toHaveCount(1);
    await expect(page.getByRole('menuitem', { name: 'Ring' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menuitem')).toHaveCount(0);
    await act('Ring');
    await answer(500);
    await expect(failed).toBeVisible();
    // other selected rows stay selected
    await rowBox(page, fourth).check();
    await expect(page.getByText('2 selected', { exact: true })).toBeVisible();
    await act('Ring');
    await answer(200);
    await expect(row(page, third)).toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByText('1 selected', { exact: true })).toBeVisible();
    await expect(rowBox(page, fourth)).toBeChecked();
    expect(sent.slice(2)).toEqual([
      { resource: ids[2], filterData },
      { resource: ids[2], filterData },
    ]);
    // another list does not have the selection
    await page.getByRole('link', { name: 'Profiles' }).click();
    await expect(page.getByRole('heading', { name: 'Profiles', level: 1 })).toBeVisible();
    await totalRows(page);
    await page.getByRole('link', { name: 'Devices' }).click();
    await expect(page.getByRole('heading', { name: 'Devices', level: 1 })).toBeVisible();
    await searchBox(page).fill(word);
    await searchBox(page).press('Enter');
    await expect(rowBox(page, first)).toBeEnabled();
    await page.unrouteAll({ behavior: 'wait' });
  },
);

test('rows are selected by keyboard alone, and the selection ends with the view', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const { word, names } = await someDevices(call, 4);
  await page.goto(`/devices?search=${word}`);
  await expectTotal(page, 4);
  await header(page, 'Last reported').getByRole('button').focus();
  await page.keyboard.press('Tab');
  await expect(rowLink(rows(page).first())).toBeFocused();
  await page.keyboard.press('Space');
  await expect(rowBox(page, names[0] ?? '')).toBeChecked();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('3 selected', { exact: true })).toBeVisible();
  await page.keyboard.press('Space');
  await expect(page.getByText('2 selected', { exact: true })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(rowMenu(page, names[2] ?? '')).toBeFocused();
  // another search keeps the selection and shows how much of it is hidden
  await searchFor(page, names[0] ?? '');
  await expect(page.getByText('1 of them is not among the rows shown')).toBeVisible();
  await chooseView(page, 'Locks');
  await expect(table(page, 'Devices')).not.toHaveAttribute('aria-busy', 'true');
  await expect(bulk(page)).toHaveCount(0);
  await expect(rowBox(page, names[0] ?? '')).not.toBeChecked();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('rows can be selected', nightly, async ({ page, api }) => {
    const call = await api('admin');
    const { word, names } = await someDevices(call, 3);
    await page.goto(`/devices?search=${word}`);
    await rowBox(page, names[1] ?? '').check();
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

  test('sees which permission an action needs', nightly, async ({ page }) => {
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
