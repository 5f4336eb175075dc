import { groups } from '@keyward/contract/groups';
import { bar, button, chooseSeveral, openFilters } from './filters.ts';
import { rows } from './list.ts';
import { expect, test } from './people.ts';
import { newDevice, newNames } from './things.ts';

test('a value is chosen whatever it is called, alone and among others', async ({ page, api }) => {
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
  // the address carries it
  await page.reload();
  await expect(bar(page).getByRole('listitem')).toHaveText(`${label} ${value}`);
  await expect(rows(page)).toHaveCount(1);
  await openFilters(page);
  await chooseSeveral(form, `${label}: value`, '=Plain');
  await button(form, 'Apply').click();
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).filter({ hasText: other.name })).toHaveCount(1);
  await call(groups.remove, { params: { id: made.id } });
});
