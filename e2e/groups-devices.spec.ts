import { groups } from '@keyward/contract/groups';
import { drawer } from './list.ts';
import { newcomer } from './newcomer.ts';
import { expect, freshState, nightly, test } from './people.ts';
import { button, newRole, removeNamed } from './roles.ts';
import { newDevice } from './things.ts';

const made: string[] = [];
test.afterEach(async ({ api }) => {
  const call = await api('admin');
  for (const id of made.splice(0)) await call(groups.remove, { params: { id } }).catch(() => undefined);
  await removeNamed(call);
});

test(
  'without permission to edit devices, a group on devices cannot be deleted, and the reason is shown',
  nightly,
  async ({ open, api }) => {
    const call = await api('admin');
    const label = `Test ${Math.random().toString(36).slice(2, 8)}`;
    const { data: tag } = await call(groups.create, { body: { label, type: 1, values: ['Free', 'Taken'] } });
    made.push(tag.id);
    await newDevice(call, { tags: { [tag.label]: ['Taken'] } });
    const role = await newRole(call, { 'ACCESS-GROUP-TAGS': 'EDIT', 'WEB-USER': 'TRUE' });
    const { username } = await newcomer(call, 'demo', role.name);
    const page = await open(null, { storageState: await freshState('demo', username) });
    await page.goto(`/access/groups?tag=${tag.id}`);
    const reason = (what: string) => `Devices with ${what}: 1. Removing it requires the permission to edit devices.`;
    await expect(button(page, 'Delete Taken')).toHaveAccessibleDescription(reason('Taken'));
    await page.getByRole('listitem').filter({ hasText: 'Free' }).hover();
    await button(page, 'Delete Free').click();
    await drawer(page).getByRole('textbox').fill('Free');
    await expect(button(drawer(page), 'Delete')).toBeEnabled();
    await button(drawer(page), 'Cancel').click();

    await button(page, `Delete ${tag.label}`).click();
    await expect(drawer(page)).toContainText('1 device is no longer restricted by it');
    await drawer(page).getByRole('textbox').fill(tag.label);
    await expect(drawer(page)).toContainText(reason(tag.label));
    await expect(button(drawer(page), 'Delete')).toBeDisabled();
  },
);
