import { activity } from '@keyward/contract/activity';
import { auth } from '@keyward/contract/auth';
import { devices } from '@keyward/contract/devices';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { type Call, send } from './calls.ts';
import { drawer, expectTotal, withoutLive } from './list.ts';
import { expect, freshState, nightly, noSingleSignOn, test } from './people.ts';
import { batchNames, bulk, rowBox } from './selection.ts';
import { leeds, newDevice } from './things.ts';

/** Chooses these two rows and the attribute to change. Returns the dialog. */
async function changing(page: Page, names: readonly string[], what: string): Promise<Locator> {
  for (const name of names) await rowBox(page, name).check();
  await bulk(page).getByRole('button', { name: 'Change', exact: true }).click();
  const form = drawer(page, 'Change 2 devices');
  await form.getByRole('combobox', { name: 'What to change' }).click();
  await page.getByRole('option', { name: what, exact: true }).click();
  return form;
}

test(
  'groups are given to several devices after a preview; the alert and the event’s drawer undo it',
  nightly,
  async ({ page, api }) => {
    const call = await api('admin');
    const { word, names } = batchNames('Batch', 2);
    const made = [];
    for (const name of names) made.push(await newDevice(call, { name, type: 'RAC lock' }));
    const [first, second] = made;
    const groupsOf = async () => (await call(devices.get, { params: { id: second?.id ?? '' } })).data.tagValues;
    const give = async () => {
      const form = await changing(page, names, 'Department');
      await form.getByRole('combobox', { name: 'Give' }).click();
      await page.getByRole('option', { name: 'Phones', exact: true }).click();
      await page.keyboard.press('Escape');
      await expect(form.getByText('2 devices change', { exact: true })).toBeVisible();
      await expect(form.getByText(`${first?.serial_number} · ${leeds}`)).toBeVisible();
      await expect(form.getByText('Department: N/A → Phones')).toHaveCount(2);
      await expect(form.getByText(/ (person|people) loses? access$/).first()).toBeVisible();
      await expectAccessible(page);
      await form.getByRole('button', { name: 'Change 2 devices' }).dblclick();
      await expect(page.getByText('2 devices have been changed')).toBeVisible();
      expect(await groupsOf()).toEqual(['Phones']);
    };
    await page.goto(`/devices?search=${word}`);
    await expectTotal(page, 2);
    await give();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('2 devices are as they were')).toBeVisible();
    expect(await groupsOf()).toEqual([]);

    await give();
    const { data: events } = await call(activity.list, {
      query: { event: 'MODIFY_DEVICE', entity_id: first?.id ?? '' },
    });
    await page.goto(`/activity?open=${events[0]?.id}`);
    await page.getByRole('button', { name: 'Undo this change for 2 devices' }).click();
    await expect(page.getByText('2 devices are as they were')).toBeVisible();
    expect(await groupsOf()).toEqual([]);
  },
);

test('devices get another location after a preview, and the alert undoes it', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const { word, names } = batchNames('Batch', 2);
  const ids: string[] = [];
  for (const name of names) ids.push((await newDevice(call, { name, type: 'RAC lock' })).id);
  const locations = async () => {
    const all = [];
    for (const id of ids) all.push((await call(devices.get, { params: { id } })).data.locationTagValue);
    return all;
  };
  const dublin = 'Northgate – Dublin';
  await page.goto(`/devices?search=${word}`);
  await expectTotal(page, 2);
  const form = await changing(page, names, 'Location');
  await form.getByRole('combobox', { name: 'Location' }).click();
  await page.getByRole('option', { name: dublin, exact: true }).click();
  await expect(form.getByText('2 devices change', { exact: true })).toBeVisible();
  await expect(form.getByText(`Location: ${leeds} → ${dublin}`)).toHaveCount(2);
  expect(await locations()).toEqual([leeds, leeds]);
  await form.getByRole('button', { name: 'Change 2 devices' }).click();
  await expect(page.getByText('2 devices have been changed')).toBeVisible();
  expect(await locations()).toEqual([dublin, dublin]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('2 devices are as they were')).toBeVisible();
  expect(await locations()).toEqual([leeds, leeds]);
});

test('a device that cannot be changed is named and can be left out', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const { word, names } = batchNames('Batch', 2);
  const [able = '', unable = ''] = names;
  const { id } = await newDevice(call, { name: able, type: 'RAC lock' });
  const { serial_number: serial } = await newDevice(call, { name: unable, type: 'Smart POD' });
  await page.goto(`/devices?search=${word}`);
  await expectTotal(page, 2);
  const form = await changing(page, names, 'Dual authorization');
  await form.getByRole('radio', { name: 'Enable' }).check();
  await expect(form.getByText('1 device cannot be changed, so none will be.')).toBeVisible();
  const refused = form.getByRole('alert').getByRole('listitem');
  await expect(refused).toContainText([`${unable} ${serial} · ${leeds}`]);
  await expect(refused).toContainText(['This device type does not support dual authorization.']);
  await expect(form.getByRole('button', { name: 'Change 1 device' })).toBeDisabled();
  await form.getByRole('button', { name: 'Leave it out' }).click();
  await drawer(page, 'Change 1 device').getByRole('button', { name: 'Change 1 device' }).click();
  await expect(page.getByText('1 device has been changed')).toBeVisible();
  expect((await call(devices.get, { params: { id } })).data.info.dual_auth).toBe(true);
});

test('if no device can be changed, the dialog says so and none can be left out', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const { word, names } = batchNames('Batch', 2);
  for (const name of names) await newDevice(call, { name, type: 'Smart POD' });
  await page.goto(`/devices?search=${word}`);
  await expectTotal(page, 2);
  const form = await changing(page, names, 'Dual authorization');
  await form.getByRole('radio', { name: 'Enable' }).check();
  await expect(form.getByRole('alert').getByRole('listitem')).toHaveCount(2);
  await expect(form.getByText('None of the 2 devices can be changed.')).toBeVisible();
  await expect(form.getByRole('button', { name: /^Leave / })).toHaveCount(0);
  await expect(form.getByRole('button', { name: 'Change 0 devices' })).toBeDisabled();
  await expectAccessible(page);
});

/** Opens the dialog for two new locks, with a group to give. */
async function giving(page: Page, call: Call) {
  const { word, names } = batchNames('Batch', 2);
  const ids: string[] = [];
  for (const name of names) ids.push((await newDevice(call, { name, type: 'RAC lock' })).id);
  await withoutLive(page);
  await page.goto(`/devices?search=${word}`);
  await expectTotal(page, 2);
  for (const name of names) await rowBox(page, name).check();
  await bulk(page).getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByRole('combobox', { name: 'What to change' }).click();
  await page.getByRole('option', { name: 'Department', exact: true }).click();
  await page.getByRole('combobox', { name: 'Give' }).click();
  await page.getByRole('option', { name: 'Phones', exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByText('2 devices change', { exact: true })).toBeVisible();
  const [one = '', two = ''] = ids;
  const groupsOf = async (id: string) => (await call(devices.get, { params: { id } })).data.tagValues;
  return { one, two, groupsOf };
}
const apply = (page: Page, label: string) => page.getByRole('dialog').getByRole('button', { name: label }).click();

test(
  'a device deleted while the dialog is open blocks the change of all, and can be left out',
  nightly,
  async ({ page, api, problems }) => {
    problems.expect(/404.*devices\/change/);
    const call = await api('admin');
    const { one, two, groupsOf } = await giving(page, call);
    await call(devices.remove, { params: { id: two } });
    await apply(page, 'Change 2 devices');
    const form = drawer(page, 'Change 2 devices');
    await expect(form.getByText('This no longer exists, or it is not in your locations.').first()).toBeVisible();
    expect(await groupsOf(one)).toEqual([]);
    await form.getByRole('button', { name: 'Leave it out' }).click();
    await apply(page, 'Change 1 device');
    await expect(page.getByText('1 device has been changed')).toBeVisible();
    expect(await groupsOf(one)).toEqual(['Phones']);
  },
);

test(
  'a change is made once even if its reply is lost or the service is unavailable',
  nightly,
  async ({ page, api, problems }) => {
    problems.allow(/devices\/change/, /ERR_CONNECTION_RESET/);
    const call = await api('admin');
    const { one, groupsOf } = await giving(page, call);
    const keys: (string | undefined)[] = [];
    await page.route('**/api/v1/devices/change', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length === 1)
        await route.fulfill({ status: 503, json: { errors: [{ code: 'unavailable', detail: 'x' }] } });
      else if (keys.length === 2) await route.fetch().then(() => route.abort('connectionreset'));
      else await route.continue();
    });
    const form = drawer(page, 'Change 2 devices');
    await apply(page, 'Change 2 devices');
    await expect(form.getByRole('alert').filter({ hasText: 'The service is temporarily unavailable.' })).toBeVisible();
    // not shown while the outcome is not known
    await expect(form.getByText('No device was changed')).toHaveCount(0);
    expect(await groupsOf(one)).toEqual([]);
    await apply(page, 'Change 2 devices');
    await expect.poll(() => keys.length).toBe(2);
    await apply(page, 'Change 2 devices');
    await expect(page.getByText('2 devices have been changed')).toBeVisible();
    expect(keys).toEqual([keys[0], keys[0], keys[0]]);
    const { data } = await call(activity.list, { query: { event: 'MODIFY_DEVICE', entity_id: one } });
    expect(data).toHaveLength(1);
  },
);

test('leaving with a chosen change asks first, and Ctrl+Enter makes the change', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const { one, groupsOf } = await giving(page, call);
  const form = drawer(page, 'Change 2 devices');
  await page.keyboard.press('Escape');
  await expect(form.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible();
  await form.getByRole('button', { name: 'Keep editing' }).click();
  await expect(form.getByText('2 devices change', { exact: true })).toBeVisible();
  expect(await groupsOf(one)).toEqual([]);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('2 devices have been changed')).toBeVisible();
  expect(await groupsOf(one)).toEqual(['Phones']);
});

test('a session that ended while the dialog was open changes nothing', nightly, async ({ open, api, problems }) => {
  problems.expect(/401.*devices\/change/);
  problems.allow(noSingleSignOn);
  const call = await api('admin');
  const state = await freshState('demo', 'admin');
  const page = await open(null, { storageState: state });
  const { one, groupsOf } = await giving(page, call);
  const cookie = state.cookies.map(({ name, value }) => `${name}=${value}`).join();
  await page.route('**/api/v1/devices/change', async (route) => {
    expect((await send('demo', 'POST', auth.logout.path, { headers: { cookie } })).status).toBe(204);
    await route.continue();
  });
  await apply(page, 'Change 2 devices');
  await expect(page).toHaveURL('/username');
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
  expect(await groupsOf(one)).toEqual([]);
});
