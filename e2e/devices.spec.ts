import { devices } from '@keyward/contract/devices';
import type { Locator, Page } from '@playwright/test';
import { choose, drawer, expectTotal, headAction, row, rowLink, totalRows } from './list.ts';
import { field, openPalette } from './palette.ts';
import { expect, nightly, test } from './people.ts';
import { leeds, newDevice, newNames, prefixes } from './things.ts';

const nameField = (of: Locator) => of.getByRole('textbox', { name: 'Name' });
const serialField = (of: Locator) => of.getByRole('textbox', { name: 'Serial number' });
const button = (of: Locator, name: string) => of.getByRole('button', { name, exact: true });
const alertOf = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

async function openNew(page: Page): Promise<Locator> {
  await page.goto('/devices');
  await totalRows(page);
  await page.getByRole('button', { name: 'Add device' }).click();
  await expect(page).toHaveURL(/open=new/);
  const form = drawer(page, 'Add device');
  await expect(nameField(form)).toBeFocused();
  return form;
}

test('a new lock stays open to be edited, a new key closes the drawer', async ({ page }) => {
  for (const type of ['RAC lock', 'OneKey'] as const) {
    const { name, serial } = newNames(prefixes[type]);
    const form = await openNew(page);
    await nameField(form).fill(name);
    await serialField(form).fill(serial.toLowerCase());
    await choose(form, 'Location', leeds);
    await form.getByRole('textbox', { name: 'Fixture' }).fill('Bay 7');
    await button(form, 'Add device').click();
    await expect(alertOf(page, 'Device added successfully')).toBeVisible();
    await expect(form).toHaveCount(0);
    if (type === 'OneKey') {
      await expect(drawer(page)).toHaveCount(0);
      await expect(page).toHaveURL('/devices');
    } else {
      const edit = drawer(page, name);
      await expect(serialField(edit)).toHaveValue(serial);
      await expect(serialField(edit)).not.toBeEditable();
      await expect(edit.getByText(type, { exact: true })).toBeVisible();
      await expect(edit.getByText('Never reported').first()).toBeVisible();
      await expect(page).toHaveURL(/open=[0-9a-f-]{36}/);
    }
    await page.goto(`/devices?search=${serial}`);
    await expect(row(page, name)).toContainText(leeds);
  }
});

test('explains each invalid field with the specified text', nightly, async ({ page }) => {
  const form = await openNew(page);
  await button(form, 'Add device').click();
  const says = (text: string) => expect(form.getByText(text, { exact: true })).toBeVisible();
  await says('This field is required.');
  await says('Serial number is required');
  await says('Location is required');
  await expect(nameField(form)).toBeFocused();
  await nameField(form).fill('x'.repeat(65));
  await says('65 of 64 characters');
  for (const wrong of ['3A10', '3A1000000000000G', '3A100000000000000']) {
    await serialField(form).fill(wrong);
    await serialField(form).blur();
    await says('Enter a valid 16-character serial number');
  }
  await says('Device name cannot exceed 64 characters');
  const notes = form.getByRole('textbox', { name: 'Notes' });
  await notes.fill('this & that');
  await notes.blur();
  await says('& | ; $ < > ` are not allowed.');
  await notes.fill('n'.repeat(101));
  await says('101 of 100 characters');
  await notes.blur();
  await says('This field cannot exceed 100 characters');
  await notes.fill('n'.repeat(100));
  await says('100 of 100 characters');
  await expect(form.getByText('This field cannot exceed 100 characters')).toBeHidden();
});

test('shows the server’s refusal at its field', nightly, async ({ page, api, problems }) => {
  problems.expect(/400.*\/api\/v1\/devices/, /409.*\/api\/v1\/devices/);
  const taken = await newDevice(await api('admin'));
  const form = await openNew(page);
  await nameField(form).fill('Browser test refused');
  await choose(form, 'Location', leeds);
  for (const [serial, words] of [
    [
      'FFFF000000000001',
      'This serial number cannot be added: it belongs to no device type, or is in use outside your locations. Check it on the device’s label.',
    ],
    [taken.serial_number, 'A device with this serial number already exists.'],
  ] as const) {
    await serialField(form).fill(serial);
    await button(form, 'Add device').click();
    await expect(form.getByText(words, { exact: true })).toBeVisible();
    await expect(serialField(form)).toHaveAttribute('aria-invalid', 'true');
    await expect(serialField(form)).toBeFocused();
  }
  // the restored input is not saved
  await button(form, 'Cancel').click();
  await expect(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible();
});

test('saves changes, and warns before it removes characters', nightly, async ({ page, api }) => {
  const device = await newDevice(await api('admin'), { type: 'IR padlock 2.0' });
  await page.goto(`/devices?search=${device.serial_number}`);
  await rowLink(row(page, device.name)).click();
  const form = drawer(page, device.name);
  await expect(nameField(form)).toBeFocused();
  await nameField(form).fill(`${device.name} <b>moved</b>`);
  await form.getByRole('combobox', { name: 'Department' }).click();
  await page.getByRole('option', { name: 'Denim' }).click();
  await form.getByRole('checkbox', { name: 'Dual authorization' }).check();
  await page.keyboard.press('Control+Enter');
  await expect(form.getByText('Some characters will be removed')).toBeVisible();
  await button(form, 'Save').click();
  await expect(alertOf(page, 'Device updated successfully')).toBeVisible();
  await expect(drawer(page)).toHaveCount(0);
  const changed = row(page, `${device.name} moved`);
  await expect(changed).toContainText('Denim');
  await rowLink(changed).click();
  const again = drawer(page, `${device.name} moved`);
  await expect(again.getByRole('checkbox', { name: 'Dual authorization' })).toBeChecked();
});

test('asks for dual authorization only where the type has it', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const having = ['RAC lock', 'Padlock (indoor only)', 'IR padlock 2.0', 'Padlock (in/outdoor)'];
  const types = ['RAC lock', 'Padlock (indoor only)', 'Padlock (in/outdoor)', 'Cabinet lock', 'Smart POD'] as const;
  const { name: word } = newNames('');
  for (const [at, type] of types.entries()) await newDevice(call, { type, name: `${word} no ${at}` });
  await page.goto(`/devices?search=${word}`);
  for (const [at, type] of types.entries()) {
    await rowLink(row(page, `${word} no ${at}`)).click();
    const form = drawer(page, `${word} no ${at}`);
    await expect(nameField(form)).toBeVisible();
    await expect(form.getByRole('checkbox', { name: 'Dual authorization' })).toHaveCount(having.includes(type) ? 1 : 0);
    await page.keyboard.press('Escape');
    await expect(drawer(page)).toHaveCount(0);
  }
  await page.getByRole('button', { name: 'Add device' }).click();
  await expect(nameField(drawer(page, 'Add device'))).toBeVisible();
  await expect(drawer(page).getByRole('checkbox')).toHaveCount(0);
});

test('keeps typed values, and saves once on a double click', nightly, async ({ page }) => {
  const { name, serial } = newNames(prefixes['Cabinet lock']);
  const form = await openNew(page);
  await nameField(form).fill(name);
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(nameField(form)).toHaveValue(name);
  await serialField(form).fill(serial);
  await choose(form, 'Location', leeds);
  await button(form, 'Add device').dblclick();
  await expect(drawer(page, name)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toHaveCount(0);
  await openNew(page);
  await nameField(form).fill('given up');
  await button(form, 'Cancel').click();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(drawer(page)).toHaveCount(0);
  await expect(page).toHaveURL('/devices');
});

test(
  'deletes only after naming the losses; each action is in the activity',
  nightly,
  async ({ page, api, problems }) => {
    const call = await api('admin');
    const device = await newDevice(call);
    await call(devices.update, {
      params: { id: device.id },
      ifMatch: device.version,
      body: { name: `${device.name} changed` },
    });
    await page.goto(`/devices?search=${device.serial_number}`);
    await rowLink(row(page, device.name)).click();
    await headAction(drawer(page, `${device.name} changed`), 'Delete');
    const question = drawer(page, 'Delete device');
    await expect(question).toContainText(`Delete ${device.name} changed?`);
    await expect(question).toContainText('This is permanent and cannot be undone.');
    await expect(question).toContainText(device.serial_number);
    await expect(button(question, 'Cancel')).toBeFocused();
    await button(question, 'Cancel').click();
    await headAction(drawer(page, `${device.name} changed`), 'Delete');
    await button(question, 'Delete device').click();
    await expect(alertOf(page, 'Device has been deleted')).toBeVisible();
    await expect(drawer(page)).toHaveCount(0);
    await expect(page.getByText('No records found for the search or filter criteria')).toBeVisible();

    problems.expect(new RegExp(`404.*${device.id}`));
    await page.goto(`/devices?open=${device.id}`);
    await expect(drawer(page).getByText('This device no longer exists')).toBeVisible();
    await button(drawer(page), 'Back to devices').click();
    await expect(page).toHaveURL('/devices');

    await page.goto(`/activity?search=${encodeURIComponent(device.name)}`);
    await expectTotal(page, 3);
    for (const act of ['Device added', 'Device changed', 'Device deleted'])
      await expect(row(page, act)).toContainText('Alex Morgan');
  },
);

test.describe('the manager of one location', () => {
  test.use({ person: 'manager' });

  test('has its one location preselected and the others disabled', nightly, async ({ page }) => {
    const form = await openNew(page);
    const location = form.getByRole('combobox', { name: 'Location' });
    await expect(location).toHaveValue(leeds);
    await location.click();
    await location.fill('');
    const options = page.getByRole('option');
    await expect(options).toHaveCount(12);
    await expect(options.filter({ hasText: leeds })).toBeEnabled();
    const york = page.getByRole('option', { name: 'Northgate – York (not assigned to you)' });
    await expect(york).toHaveAttribute('data-combobox-disabled', 'true');
    await york.click({ force: true });
    await expect(york).toBeVisible();
  });
});

test('Ctrl+Enter saves no form that a question or a dialog covers', nightly, async ({ page, api }) => {
  const device = await newDevice(await api('admin'));
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(device.id) && request.method() !== 'GET') writes.push(request.method());
  });
  await page.goto(`/devices?open=${device.id}`);
  const form = drawer(page, device.name);
  const name = `${device.name} renamed`;
  await nameField(form).fill(name);
  await headAction(form, 'Delete');
  const question = drawer(page, 'Delete device');
  await expect(button(question, 'Cancel')).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await button(question, 'Cancel').click();
  await expect(nameField(form)).toHaveValue(name);

  await openPalette(page);
  await field(page).fill('settings');
  await page.keyboard.press('Enter');
  const settings = drawer(page, 'Settings');
  await expect(settings.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Control+Enter');
  await settings.getByRole('button', { name: 'Close' }).click();
  await expect(settings).toHaveCount(0);
  await expect(nameField(form)).toHaveValue(name);
  expect(writes).toEqual([]);

  // the focus is nowhere
  await page.evaluate(() =>
    document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined,
  );
  await page.keyboard.press('Control+Enter');
  await expect(alertOf(page, 'Device updated successfully')).toBeVisible();
  expect(writes).toEqual(['PUT']);
});
