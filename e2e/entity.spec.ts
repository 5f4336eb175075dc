// The common parts of all entities' drawers: the head, the tabs, the deletion, and their place beside the list.
import { groups } from '@keyward/contract/groups';
import { devices } from '@keyward/contract/devices';
import { holdWrites } from './held.ts';
import { drawer, headAction, row, rowLink, rows, searchFor, totalRows } from './list.ts';
import { expect, nightly, test } from './people.ts';
import { alertOf, button } from './roles.ts';
import { alsoRemove, newName, option, removeSaved } from './saved.ts';
import { leeds, newDevice, someDevices } from './things.ts';

// a page that still shows a view would get an alert that it is gone
test.afterAll(removeSaved);

test(
  'the head of the drawer shows the state of a device, and the history its events',
  nightly,
  async ({ page, api }) => {
    const device = await newDevice(await api('admin'));
    await page.goto(`/devices?open=${device.id}`);
    const edit = drawer(page, device.name);
    await expect(edit.getByText('Never reported').first()).toBeVisible();
    await expect(edit.getByText(leeds).first()).toBeVisible();
    await expect(edit.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await edit.getByRole('tab', { name: 'History' }).click();
    await expect(edit.getByRole('listitem')).toHaveCount(1);
    await expect(edit.getByRole('listitem')).toContainText(/Device added.*Alex Morgan/s);
    await edit.getByRole('link', { name: 'Show all in Activity' }).click();
    await expect(page).toHaveURL(`/activity?custom_view=Overview&filter.entity_id=${device.id}`);
    await expect(row(page, 'Device added')).toHaveCount(1);
  },
);

test(
  'a form keeps its values while another tab is open, and shows its faults on Save',
  nightly,
  async ({ page, api }) => {
    const device = await newDevice(await api('admin'));
    await page.goto(`/devices?open=${device.id}`);
    const edit = drawer(page, device.name);
    const name = edit.getByRole('textbox', { name: 'Name' });
    await edit.getByRole('tab', { name: 'History' }).click();
    await expect(button(edit, 'Save')).toHaveCount(0);
    await edit.getByRole('tab', { name: 'Details' }).click();
    await name.fill('');
    await edit.getByRole('tab', { name: 'History' }).click();
    await button(edit, 'Save').click();
    await expect(name).toBeFocused();
    await expect(name).toHaveAttribute('aria-invalid', 'true');
    await name.fill(`${device.name} renamed`);
    await edit.getByRole('tab', { name: 'Access' }).click();
    await button(edit, 'Save').click();
    await expect(alertOf(page, 'Device updated successfully')).toBeVisible();
  },
);

test(
  'a cancelled deletion returns to the unchanged form; a deletion does not ask about unsaved changes',
  nightly,
  async ({ page, api }) => {
    const call = await api('admin');
    const device = await newDevice(call);
    await page.goto(`/devices?open=${device.id}`);
    const edit = drawer(page, device.name);
    const name = edit.getByRole('textbox', { name: 'Name' });
    await name.fill('half a name');
    await headAction(edit, 'Delete');
    const question = drawer(page, 'Delete device');
    await expect(question).toContainText(`Delete ${device.name}?`);
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(name).toHaveValue('half a name');
    // the drawer reads nothing by itself while its device is being deleted
    await page.route(`**/api/v1/devices/${device.id}`, async (route) => {
      if (route.request().method() !== 'DELETE') return route.fallback();
      // the live stream says that it is gone, and the list is read again, before the answer comes
      const reread = page.waitForResponse((other) => new URL(other.url()).pathname === '/api/v1/devices');
      const response = await route.fetch();
      await reread;
      await route.fulfill({ response });
    });
    await headAction(edit, 'Delete');
    await button(question, 'Delete device').click();
    await expect(alertOf(page, 'Device has been deleted')).toBeVisible();
    await expect(drawer(page)).toHaveCount(0);
    await expect(page).toHaveURL('/devices');
  },
);

test('a confirmation closes when its page is left', nightly, async ({ page, api }) => {
  const device = await newDevice(await api('admin'));
  await page.goto('/devices');
  await totalRows(page);
  await searchFor(page, device.name);
  await rowLink(row(page, device.name)).click();
  await headAction(drawer(page, device.name), 'Delete');
  await expect(drawer(page, 'Delete device')).toBeVisible();
  await page.goBack();
  await expect(drawer(page)).toHaveCount(0);
});

test(
  'the drawers of a category and a group delete from their head, and show the history',
  nightly,
  async ({ page, api }) => {
    const label = `Test ${crypto.randomUUID().slice(0, 8)}`;
    const call = await api('admin');
    const { data: tag } = await call(groups.create, { body: { label, type: 1, values: ['Only'] } });
    await page.goto(`/access/groups?tag=${tag.id}`);
    const item = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    await item('Only').hover();
    await button(page, 'Edit Only').click();
    const value = drawer(page, 'Edit Access Group');
    await expect(value).toContainText('Not used yet');
    await headAction(value, 'Delete');
    const question = drawer(page, 'Delete Access Group');
    await question.getByRole('textbox').fill('Only');
    await button(question, 'Delete').click();
    await expect(alertOf(page, 'Access group deleted successfully')).toBeVisible();
    await expect(drawer(page)).toHaveCount(0);

    await item(label).hover();
    await button(page, `Edit ${label}`).click();
    const edit = drawer(page, 'Edit Access Group Category');
    await edit.getByRole('tab', { name: 'History' }).click();
    await expect(edit.getByRole('listitem').first()).toContainText('Values deleted');
    await headAction(edit, 'Delete');
    const second = drawer(page, 'Delete Access Group Category');
    await second.getByRole('textbox').fill(label);
    await button(second, 'Delete').click();
    await expect(alertOf(page, 'Category deleted successfully')).toBeVisible();
    await expect(drawer(page)).toHaveCount(0);
  },
);

test('keeping changes returns the focus to the field that had it, or to the form', nightly, async ({ page, api }) => {
  const device = await newDevice(await api('admin'));
  await page.goto(`/devices?open=${device.id}`);
  const form = drawer(page, device.name);
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  const keep = question.getByRole('button', { name: 'Keep editing' });
  const notes = form.getByRole('textbox', { name: 'Notes' });
  await notes.fill('unsaved');
  await page.keyboard.press('Escape');
  await expect(keep).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(notes).toBeFocused();
  // the question takes the place of the button
  await button(form, 'Cancel').press('Enter');
  await expect(keep).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused();
});

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1920, height: 1080 } });

  test('Escape asks again after changes beside the list were kept', nightly, async ({ page, api }) => {
    const device = await newDevice(await api('admin'));
    await page.goto(`/devices?search=${device.serial_number}&open=${device.id}`);
    const panel = page.getByRole('complementary', { name: device.name });
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await panel.getByRole('textbox', { name: 'Name' }).fill('unsaved');
    for (let i = 0; i < 2; i++) {
      await page.keyboard.press('Escape');
      await expect(question).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(question).toHaveCount(0);
      await expect(panel.getByRole('textbox', { name: 'Name' })).toBeFocused();
    }
  });

  test('the drawer stands beside the list, and the arrow keys walk the rows', nightly, async ({ page, api }) => {
    const { word, names } = await someDevices(await api('admin'), 3);
    const [first = '', second = '', third = ''] = names;
    await page.goto(`/devices?search=${encodeURIComponent(word)}`);
    await rowLink(row(page, first)).click();
    const panel = (name: string) => page.getByRole('complementary', { name });
    await expect(panel(first)).toBeVisible();
    await expect(drawer(page)).toHaveCount(0);
    await expect(rowLink(row(page, first))).toBeFocused();
    const list = await rows(page).first().boundingBox();
    const beside = await panel(first).boundingBox();
    expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThanOrEqual(beside?.x ?? 0);
    await panel(first).getByRole('tab', { name: 'History' }).click();
    await rowLink(row(page, first)).focus();
    await page.keyboard.press('ArrowDown');
    await expect(panel(second).getByRole('listitem').first()).toContainText('Device added');
    await page.keyboard.press('ArrowDown');
    await expect(panel(third)).toBeVisible();
    await expect(rowLink(row(page, third))).toBeFocused();
    await panel(third).getByRole('tab', { name: 'Details' }).click();
    await panel(third).getByRole('textbox', { name: 'Name' }).fill('unsaved');
    await rowLink(row(page, third)).focus();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByText('Leave without saving?')).toBeVisible();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expect(panel(third).getByRole('textbox', { name: 'Name' })).toHaveValue('unsaved');
    await panel(third).getByRole('textbox', { name: 'Name' }).fill(third);
    await page.keyboard.press('Escape');
    await expect(panel(third)).toHaveCount(0);
  });

  test('a new device takes the focus, and Escape closes a list before the drawer', nightly, async ({ page }) => {
    await page.goto('/devices');
    await totalRows(page);
    await page.getByRole('button', { name: 'Add device' }).click();
    const panel = page.getByRole('complementary', { name: 'Add device' });
    await expect(panel.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await panel.getByRole('combobox', { name: 'Department' }).click();
    await expect(page.getByRole('listbox')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox')).toHaveCount(0);
    await expect(panel).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Add device' })).toBeFocused();
  });

  test('a form over the list saves itself, not the row that is open beside it', nightly, async ({ page, api }) => {
    const call = await api('admin');
    const device = await newDevice(call);
    const name = newName();
    await page.goto(`/devices?open=${device.id}`);
    await totalRows(page);
    await expect(page.getByRole('complementary', { name: device.name }).getByRole('textbox').first()).toBeVisible();
    await option(page, 'Save as new view');
    const form = drawer(page, 'Save view');
    await form.getByRole('textbox', { name: 'Name' }).fill(name);
    await button(form, 'Save').click();
    await expect(page.getByText(`The view “${name}” is saved.`)).toBeVisible();
    await alsoRemove(call, name);
    const { data } = await call(devices.get, { params: { id: device.id } });
    expect(data.version).toBe(device.version);
  });

  test('a late answer for one row leaves a row opened since unchanged', nightly, async ({ page, api }) => {
    const { word, names, ids } = await someDevices(await api('admin'), 2);
    const [first = '', second = ''] = names;
    const panel = (name: string) => page.getByRole('complementary', { name });
    const nameOf = (name: string) => panel(name).getByRole('textbox', { name: 'Name' });
    await page.goto(`/devices?search=${encodeURIComponent(word)}`);
    await rowLink(row(page, first)).click();
    await nameOf(first).fill(`${first} renamed`);
    const held = await holdWrites(page, `**/api/v1/devices/${ids[0]}`);
    await button(panel(first), 'Save').click();
    await held.sent;
    await rowLink(row(page, second)).click();
    await nameOf(second).fill('unsaved');
    held.answer();
    await expect(alertOf(page, 'Device updated successfully')).toBeVisible();
    await expect(row(page, `${first} renamed`)).toBeVisible();
    await expect(page.getByText('Leave without saving?')).toHaveCount(0);
    await expect(nameOf(second)).toHaveValue('unsaved');
  });
});
