import { activity } from '@keyward/contract/activity';
import { expectAccessible } from './axe.ts';
import { devices } from '@keyward/contract/devices';
import { drawer, expectTotal, headAction, row, rowLink, withoutLive } from './list.ts';
import { expect, nightly, test } from './people.ts';
import { rowMenu } from './selection.ts';
import { leeds, newDevice } from './things.ts';

test('a key is reported lost in its drawer, shows as lost, and is found again', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const { id, name, serial_number: serial } = await newDevice(call, { type: 'OneKey' });
  await page.goto(`/devices?search=${serial}&open=${id}`);
  await headAction(drawer(page, name), 'Report lost');
  const question = drawer(page, 'Report key lost');
  await expect(question.getByRole('textbox', { name: 'Note' })).toBeFocused();
  await page.keyboard.type('- last seen there');
  await page.keyboard.press('Enter');
  await expect(question.getByText("“- last seen there” will be saved as “'- last seen there”.")).toBeVisible();
  await question.getByRole('textbox', { name: 'Note' }).fill('Seen at the till');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${name} is reported lost`)).toBeVisible();
  const open = drawer(page, name);
  await expect(open.getByText('Lost', { exact: true })).toBeVisible();
  await expect(open.getByText(/reported by .* “Seen at the till”/)).toBeVisible();
  await expectAccessible(page);

  await page.goto(`/devices?custom_view=Lost+keys&search=${serial}`);
  await expectTotal(page, 1);
  await expect(row(page, name)).toContainText('Lost');
  await expect(row(page, name)).toContainText(leeds);
  // and found by the menu of its row
  await rowMenu(page, name).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Show activity', 'Found', 'Delete']);
  await page.getByRole('menuitem', { name: 'Found' }).click();
  await expect(page.getByText('The key may be used again')).toBeVisible();
  await expectTotal(page, 0);
  expect((await call(devices.get, { params: { id } })).data.lost).toBeNull();
  const { data } = await call(activity.list, { query: { entity_id: id, sort: 'event_time:desc' } });
  expect(data.map(({ event }) => event)).toEqual(['REPORT_KEY_FOUND', 'REPORT_KEY_LOST', 'ADD_DEVICE']);
});

test('Back asks about a typed note, and keeping it leaves the form open', nightly, async ({ page, api }) => {
  const { name, serial_number: serial } = await newDevice(await api('admin'), { type: 'OneKey' });
  await page.goto(`/devices?search=${serial}`);
  await rowLink(row(page, name)).click();
  await headAction(drawer(page, name), 'Report lost');
  const address = page.url();
  const form = drawer(page, 'Report key lost');
  const note = form.getByRole('textbox', { name: 'Note' });
  await note.fill('Seen at the till');
  await page.goBack();
  const leaving = form.getByRole('alertdialog', { name: 'Leave without saving?' });
  await leaving.getByRole('button', { name: 'Keep editing' }).click();
  await expect(leaving).toHaveCount(0);
  await expect(page).toHaveURL(address);
  await expect(note).toHaveValue('Seen at the till');
  await expect(note).toBeFocused();
  // Forward is no answer
  await page.goBack();
  await expect(leaving).toBeVisible();
  await expect(page).toHaveURL(address);
  await page.goForward();
  await leaving.getByRole('button', { name: 'Keep editing' }).click();
  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect(leaving).toBeVisible();
  await page.goForward();
  await leaving.getByRole('button', { name: 'Discard' }).click();
  await expect(drawer(page)).toHaveCount(0);
  await expect(page).toHaveURL(`/devices?search=${serial}`);
});

test(
  'the retry of an unanswered report of a found key is the same report',
  nightly,
  async ({ page, api, problems }) => {
    problems.expect(/\/found.*ERR_CONNECTION_RESET/, /ERR_CONNECTION_RESET.*\/found/);
    const call = await api('admin');
    const { id, name } = await newDevice(call, { type: 'OneKey' });
    await call(devices.reportLost, { params: { id }, body: {} });
    await page.route(
      `**/api/v1/devices/${id}/found`,
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    // a live update would show that the key is found
    await withoutLive(page);
    await page.goto(`/devices?open=${id}`);
    await headAction(drawer(page, name), 'Found');
    const noAnswer = page.getByRole('alert').filter({ hasText: 'The server cannot be reached.' });
    await expect(noAnswer).toBeVisible();
    await expect(page.getByText('The key could not be reported found')).toHaveCount(0);
    // another report would be refused
    await noAnswer.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('The key may be used again')).toBeVisible();
  },
);

test('a key can be reported lost from the menu of its row; a lock has no such item', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const key = await newDevice(call, { type: 'OneKey' });
  const lock = await newDevice(call, { type: 'RAC lock' });
  await page.goto(`/devices?search=${lock.serial_number}`);
  await rowMenu(page, lock.name).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Show activity', 'Delete']);
  await page.goto(`/devices?search=${key.serial_number}`);
  await rowMenu(page, key.name).click();
  await page.getByRole('menuitem', { name: 'Report lost' }).click();
  const question = drawer(page, 'Report key lost');
  await expect(question.getByText(`Until ${key.name} is reported found`)).toBeVisible();
  await question.getByRole('button', { name: 'Report lost' }).click();
  await expect(page.getByText(`${key.name} is reported lost`)).toBeVisible();
  expect((await call(devices.get, { params: { id: key.id } })).data.lost).toMatchObject({ note: null });
});

test(
  'reporting a deleted key lost from its row’s menu says that it is deleted, and can be closed',
  nightly,
  async ({ page, api, problems }) => {
    const call = await api('admin');
    const { id, name, serial_number: serial } = await newDevice(call, { type: 'OneKey' });
    // a live update would remove the row
    await withoutLive(page);
    await page.goto(`/devices?search=${serial}`);
    await expectTotal(page, 1);
    await call(devices.remove, { params: { id } });
    problems.expect(new RegExp(`404.*devices/${id}`));
    await rowMenu(page, name).click();
    await page.getByRole('menuitem', { name: 'Report lost' }).click();
    const question = drawer(page, 'Report key lost');
    const said = 'This no longer exists, or it is not in your locations.';
    await expect(question.getByRole('alert').filter({ hasText: said })).toHaveCount(1);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
  },
);
