import { groups } from '@keyward/contract/groups';
import { profiles } from '@keyward/contract/profiles';
import { bar } from './filters.ts';
import { drawer, expectTotal, row, rowLink } from './list.ts';
import { newcomer } from './newcomer.ts';
import { expect, nightly, test } from './people.ts';
import { column, newRole, removeNamed } from './roles.ts';
import { batchNames, rowMenu } from './selection.ts';
import { leeds, newDevice, newNames } from './things.ts';

test(
  'a device’s row leads to its OKM, the OKM’s drawer to the devices at its location',
  nightly,
  async ({ page, api }) => {
    const { name, controller } = await newDevice(await api('admin'));
    if (!controller) throw new Error('no controller');
    // a view with the column
    await page.goto(`/devices?custom_view=Never%20reported&search=${encodeURIComponent(name)}`);
    await row(page, name).getByRole('link', { name: controller.name }).click();
    const form = drawer(page, controller.name);
    await expect(form).toBeVisible();
    await expect(page).toHaveURL(`/devices?open=${controller.id}`);
    await form.getByRole('link', { name: leeds, exact: true }).click();
    await expect(page).toHaveURL(/\/devices\?custom_view=Overview&filter\.tags\./);
    await expect(bar(page).getByRole('listitem')).toHaveText(`Location ${leeds}`);
  },
);

test('rows that a link filters by id are shown by name', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const [one, other] = [await newDevice(call), await newDevice(call)];
  await page.goto(`/devices?filter.id=${one.id},${other.id}`);
  await expectTotal(page, 2);
  await expect(bar(page)).toContainText(`${one.name}, ${other.name}`);
  const { id, name } = await newcomer(call, 'demo');
  await page.goto(`/users?filter.id=${id}`);
  await expect(bar(page)).toContainText(name);
  await page.goto(`/activity?filter.entity_id=${one.id},${id}`);
  await expect(bar(page)).toContainText(`${one.name}, ${name}`);
  // the id of no row
  await page.goto(`/devices?filter.id=${crypto.randomUUID()}`);
  await expect(bar(page)).toContainText('1 chosen');
});

test('the uses of a category open their list', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const label = `Floor ${newNames('').serial}`;
  const objects = [{ type: 'devices' as const, order: 1, required: false }];
  const { data: tag } = await call(groups.create, { body: { label, type: 1, values: ['One', 'Two'], objects } });
  for (const value of ['One', 'Two']) await newDevice(call, { tags: { [label]: [value] } });
  await page.goto(`/access/groups?tag=${tag.id}`);
  await page
    .getByText(/^Used by/)
    .getByRole('link', { name: '2 devices' })
    .click();
  await expectTotal(page, 2);
  await expect(bar(page)).toContainText(label);
  await call(groups.remove, { params: { id: tag.id } });
});

test('a profile leads to its roles and its location', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const role = await newRole(call, { DEVICES: 'READ' });
  const { id, name } = await newcomer(call, 'demo', role.name);
  await page.goto(`/users?open=${id}`);
  await drawer(page, name).getByRole('link', { name: role.name }).click();
  await expect(page).toHaveURL(`/access/roles?role=${role.id}`);
  await expect(column(page, role.name)).toBeInViewport();
  await expect(page.getByRole('button', { name: `Edit ${role.name}` })).toBeFocused();
  await removeNamed(call);
});

test('an invitation leads to its keys and their devices', nightly, async ({ page }) => {
  await page.goto('/onepass?tab=Invitations&search=li.wei');
  await rowLink(row(page, 'li.wei@example.com')).click();
  const keys = drawer(page, 'li.wei@example.com').getByRole('region', { name: 'Keys' }).getByRole('row');
  const [key, device] = [keys.last().getByRole('link').first(), keys.last().getByRole('link').last()];
  const name = await device.innerText();
  await key.click();
  await drawer(page).getByRole('link', { name }).click();
  await expect(drawer(page, name)).toBeVisible();
});

test('the activity of a person without events shows their name', nightly, async ({ page, api }) => {
  const { word, names } = batchNames('Idle', 1);
  const name = names[0] ?? '';
  const call = await api('admin');
  await call(profiles.create, { body: { name, username: name.replaceAll(' ', '.').toLowerCase() } });
  await page.goto(`/users?search=${word}`);
  await rowMenu(page, name).click();
  await page.getByRole('menuitem', { name: 'Show activity' }).click();
  await expect(page.getByRole('heading', { name: `Activity of ${name}`, exact: true })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: /^Agent / })).toHaveText(`Agent ${name}`);
  // a deleted or unknown person has no heading
  await page.goto(`/activity?filter.agent_id=${crypto.randomUUID()}`);
  await expectTotal(page, 0);
  await expect(page.getByRole('heading', { name: /^Activity of/ })).toHaveCount(0);
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
});
