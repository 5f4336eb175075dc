// The drawer of a device for profiles with only some of the rights.
import { devices } from '@keyward/contract/devices';
import { drawer, expectTotal, totalRows } from './list.ts';
import { newcomer } from './newcomer.ts';
import { expect, freshState, nightly, test } from './people.ts';
import { newRole } from './roles.ts';
import { option } from './saved.ts';
import { deleteByMenu } from './selection.ts';
import { newDevice, newNames, prefixes } from './things.ts';

test('an editor without the permission to assign groups sees them as text', nightly, async ({ open, api }) => {
  const call = await api('admin');
  const [tagged, plain] = [await newDevice(call, { tags: { Department: ['Denim'] } }), await newDevice(call)];
  const role = await newRole(call, { DEVICES: 'EDIT', 'ALL-DATA-ACCESS': 'TRUE' });
  const { username } = await newcomer(call, 'demo', role.name);
  const page = await open(null, { storageState: await freshState('demo', username) });
  for (const [device, words] of [
    [tagged, 'Denim'],
    [plain, 'N/A'],
  ] as const) {
    await page.goto(`/devices?open=${device.id}`);
    const form = drawer(page, device.name);
    await expect(form.getByRole('textbox', { name: 'Name' })).toBeEditable();
    await expect(form.getByRole('combobox', { name: 'Location' })).toBeVisible();
    await expect(form.getByRole('combobox', { name: 'Department' })).toHaveCount(0);
    await expect(form.getByText(/^Department/).locator('..')).toContainText(words);
  }
});

test(
  'a device with groups cannot be deleted or replaced without permission to assign them',
  nightly,
  async ({ open, api, problems }) => {
    problems.expect(/403.*\/api\/v1\/devices\//);
    const call = await api('admin');
    const tagged = await newDevice(call, { tags: { Department: ['Denim'] } });
    const role = await newRole(call, { DEVICES: 'EDIT', 'ALL-DATA-ACCESS': 'TRUE' });
    const { username } = await newcomer(call, 'demo', role.name);
    const page = await open(null, { storageState: await freshState('demo', username) });
    const reason = 'The device has groups, so you need the permission to assign groups.';

    await page.goto(`/devices?open=${tagged.id}`);
    const form = drawer(page, tagged.name);
    await form.getByRole('button', { name: 'More actions' }).click();
    const item = page.getByRole('menuitem', { name: 'Delete' });
    await expect(item).toHaveAttribute('aria-disabled', 'true');
    await expect(item).toContainText(reason);
    // so is replacing, before a serial number is typed
    const replace = page.getByRole('menuitem', { name: 'Replace…' });
    await expect(replace).toHaveAttribute('aria-disabled', 'true');
    await expect(replace).toContainText(reason);
    await replace.click({ force: true });
    await expect(drawer(page, 'Replace device')).toHaveCount(0);
    await page.keyboard.press('Escape');
    // an address still opens the question, and the server refuses
    await page.goto(`/devices?open=${tagged.id}&part=replace`);
    const question = drawer(page, 'Replace device');
    const { serial } = newNames(prefixes['Cabinet lock']);
    await question.getByRole('textbox', { name: 'Serial number of the new device' }).fill(serial);
    await question.getByRole('button', { name: 'Replace', exact: true }).click();
    await expect(question).toContainText(reason);

    await page.goto(`/devices?search=${encodeURIComponent(tagged.name)}`);
    await expectTotal(page, 1);
    await deleteByMenu(page, tagged.name, 'Delete device');
    await expect(page.getByRole('alert').filter({ hasText: 'Failed to delete device' })).toContainText(reason);

    await call(devices.remove, { params: { id: tagged.id } });
    await page.goto('/devices');
    await totalRows(page);
    await option(page, 'Recently deleted');
    await page.getByRole('button', { name: `Restore ${tagged.name}` }).click();
    const restoring = drawer(page, 'Restore device');
    await expect(restoring.getByRole('alert').filter({ hasText: reason })).toBeVisible();
    await expect(restoring.getByRole('button', { name: 'Restore', exact: true })).toBeDisabled();
  },
);

test('OnePASS in the drawer needs the permission to edit keys', nightly, async ({ open, api }) => {
  const call = await api('admin');
  const lock = await newDevice(call, { type: 'IR padlock 2.0' });
  for (const [right, shown] of [
    ['READ', 0],
    ['EDIT', 1],
  ] as const) {
    const role = await newRole(call, { DEVICES: 'READ', 'SECURE-KEYS': right, 'ALL-DATA-ACCESS': 'TRUE' });
    const { username } = await newcomer(call, 'demo', role.name);
    const page = await open(null, { storageState: await freshState('demo', username) });
    await page.goto(`/devices?open=${lock.id}`);
    const form = drawer(page, lock.name);
    await expect(form.getByRole('heading', { name: 'Reported state' })).toBeVisible();
    await expect(form.getByRole('region', { name: 'OnePASS' })).toHaveCount(shown);
  }
});
