// What the drawer of a device shows to those with some of the rights.
import { drawer } from './list.ts';
import { newcomer } from './newcomer.ts';
import { expect, freshState, nightly, test } from './people.ts';
import { newRole } from './roles.ts';
import { newDevice } from './things.ts';

test('an editor who may not assign groups reads them as text', nightly, async ({ open, api }) => {
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

test('OnePASS in the drawer needs the right to edit keys', nightly, async ({ open, api }) => {
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
