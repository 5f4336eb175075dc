import { activity } from '@keyward/contract/activity';
import { devices } from '@keyward/contract/devices';
import { expectAccessible } from './axe.ts';
import { drawer, expectTotal } from './list.ts';
import { expect, nightly, test } from './people.ts';
import { batchNames, bulk, rowBox } from './selection.ts';
import { leeds, newDevice } from './things.ts';

test('groups are given to several devices after a preview; the alert and the event’s drawer undo it', async ({
  page,
  api,
}) => {
  const call = await api('admin');
  const { word, names } = batchNames('Batch', 2);
  const made = [];
  for (const name of names) made.push(await newDevice(call, { name, type: 'RAC lock' }));
  const [first, second] = made;
  const groupsOf = async () => (await call(devices.get, { params: { id: second?.id ?? '' } })).data.tagValues;
  const give = async () => {
    for (const name of names) await rowBox(page, name).check();
    await bulk(page).getByRole('button', { name: 'Change', exact: true }).click();
    const form = drawer(page, 'Change 2 devices');
    await form.getByRole('combobox', { name: 'What to change' }).click();
    await page.getByRole('option', { name: 'Department', exact: true }).click();
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
  const { data: events } = await call(activity.list, { query: { event: 'MODIFY_DEVICE', entity_id: first?.id ?? '' } });
  await page.goto(`/activity?open=${events[0]?.id}`);
  await page.getByRole('button', { name: 'Undo this change for 2 devices' }).click();
  await expect(page.getByText('2 devices are as they were')).toBeVisible();
  expect(await groupsOf()).toEqual([]);
});

test('a device that refuses the change is named and can be left out', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const { word, names } = batchNames('Batch', 2);
  const [able = '', unable = ''] = names;
  const { id } = await newDevice(call, { name: able, type: 'RAC lock' });
  const { serial_number: serial } = await newDevice(call, { name: unable, type: 'Smart POD' });
  await page.goto(`/devices?search=${word}`);
  await expectTotal(page, 2);
  for (const name of names) await rowBox(page, name).check();
  await bulk(page).getByRole('button', { name: 'Change', exact: true }).click();
  const form = drawer(page, 'Change 2 devices');
  await form.getByRole('combobox', { name: 'What to change' }).click();
  await page.getByRole('option', { name: 'Dual authorization' }).click();
  await form.getByRole('radio', { name: 'Enable' }).check();
  await expect(form.getByText('1 device cannot be changed, so none will be.')).toBeVisible();
  await expect(form.getByText(`${unable} ${serial} · ${leeds}: This device type does not support`)).toBeVisible();
  await expect(form.getByRole('button', { name: 'Change 1 device' })).toBeDisabled();
  await form.getByRole('button', { name: 'Leave it out' }).click();
  await drawer(page, 'Change 1 device').getByRole('button', { name: 'Change 1 device' }).click();
  await expect(page.getByText('1 device has been changed')).toBeVisible();
  expect((await call(devices.get, { params: { id } })).data.info.dual_auth).toBe(true);
});
