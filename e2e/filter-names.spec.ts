import { readFile } from 'node:fs/promises';
import { devices } from '@keyward/contract/devices';
import { groups } from '@keyward/contract/groups';
import { bar, button, chooseSeveral, openFilters } from './filters.ts';
import { drawer, rows } from './list.ts';
import { expect, nightly, test } from './people.ts';
import { newDevice, newNames } from './things.ts';

test('a value can be chosen whatever its name, alone and with others', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const label = `Shelf ${newNames('').serial}`;
  const value = 'Toys & Games; <b>"=1"</b>, $5 | `x`';
  const objects = [{ type: 'devices' as const, order: 1, required: false }];
  const { data: made } = await call(groups.create, { body: { label, type: 1, values: [value, '=Plain'], objects } });
  const device = await newDevice(call, { tags: { [label]: [value] } });
  const other = await newDevice(call, { tags: { [label]: ['=Plain'] } });
  await page.goto('/devices');
  const form = await openFilters(page);
  await chooseSeveral(form, `${label}: value`, value);
  await button(form, 'Apply').click();
  await expect(bar(page).getByRole('listitem')).toHaveText(`${label} ${value}`);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(device.name);
  // the filter is in the URL
  await page.reload();
  await expect(bar(page).getByRole('listitem')).toHaveText(`${label} ${value}`);
  await expect(rows(page)).toHaveCount(1);
  await openFilters(page);
  await chooseSeveral(form, `${label}: value`, '=Plain');
  await button(form, 'Apply').click();
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).filter({ hasText: other.name })).toHaveCount(1);

  // a device with the value is renamed without a note about characters, and keeps the value
  await page.goto(`/devices?open=${device.id}`);
  await drawer(page, device.name).getByRole('textbox', { name: 'Name', exact: true }).fill(`${device.name} moved`);
  await button(drawer(page, device.name), 'Save').click();
  await expect(page.getByText('Device updated successfully')).toBeVisible();
  const { data: renamed } = await call(devices.get, { params: { id: device.id } });
  expect(renamed.name).toBe(`${device.name} moved`);
  expect(renamed.tags.find(({ tagId }) => tagId === made.id)?.values).toEqual([value]);
  await call(groups.remove, { params: { id: made.id } });
});

test.describe('in Japanese', () => {
  test.use({ locale: 'ja-JP', tenant: 'harbor' });

  test('roles are chosen and downloaded by the names on screen', nightly, async ({ page }) => {
    await page.goto('/users');
    await expect(rows(page).first()).toBeVisible();
    await page.getByRole('button', { name: '絞り込む', exact: true }).click();
    const form = drawer(page, 'フィルター');
    await form.getByRole('combobox', { name: 'ロール: 値' }).click();
    await page.getByRole('option', { name: '管理者', exact: true }).click();
    await page.keyboard.press('Escape');
    await expect(form.getByText('role.name')).toHaveCount(0);
    await form.getByRole('button', { name: '適用', exact: true }).click();
    await expect(page).toHaveURL(/filter\.role\.name=Admin/);
    await expect(page.getByRole('list', { name: 'フィルター' })).toContainText('管理者');
    await expect(rows(page).first()).toContainText('管理者');
    await page.getByRole('button', { name: 'CSV をダウンロード' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV をダウンロード', exact: true }).click(),
    ]);
    const [, ...lines] = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).toContain('管理者');
  });
});
