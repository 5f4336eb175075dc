import { groups } from '@keyward/contract/groups';
import { profiles } from '@keyward/contract/profiles';
import { expectAccessible } from './axe.ts';
import { chooseView, drawer, headAction, row, rowLink } from './list.ts';
import { expect, nightly, test } from './people.ts';
import { alertOf, button } from './roles.ts';
import { leeds, newDevice, newNames } from './things.ts';

test('a deleted device is restored from the list of deleted devices, and opened', nightly, async ({ page, api }) => {
  const device = await newDevice(await api('admin'), { tags: { Department: ['Denim'] } });
  await page.goto(`/devices?open=${device.id}`);
  await headAction(drawer(page, device.name), 'Delete');
  const deletion = drawer(page, 'Delete device');
  await expect(deletion).toContainText('This is permanent and cannot be undone.');
  await expect(deletion).toContainText(
    'For 30 days an administrator can bring back its name, location and groups, never its tokens and OnePASS keys.',
  );
  await button(deletion, 'Delete device').click();
  await expect(alertOf(page, 'Device has been deleted')).toBeVisible();

  await button(page.locator('body'), 'View options').click();
  await page.getByRole('menuitem', { name: 'Recently deleted' }).click();
  const list = drawer(page, 'Recently deleted devices');
  const entry = list.getByRole('listitem').filter({ hasText: device.name });
  await expect(entry).toContainText(device.serial_number);
  await expect(entry).toContainText(/Deleted .* by Alex Morgan · 30 days left/);
  await expectAccessible(page);
  await button(entry, `Restore ${device.name}`).click();
  const question = drawer(page, 'Restore device');
  await expect(question).toContainText(`Restore ${device.name}?`);
  await expectAccessible(page);
  await button(question, 'Cancel').click();
  await button(entry, `Restore ${device.name}`).click();
  await button(question, 'Restore').click();
  const alert = alertOf(page, 'Device restored successfully');
  await button(alert, 'Open').click();
  const edit = drawer(page, device.name);
  await expect(edit.getByRole('textbox', { name: 'Serial number' })).toHaveValue(device.serial_number);
  await expect(edit.getByText('Denim').first()).toBeVisible();
  await expect(edit.getByText(leeds).first()).toBeVisible();
  const restored = new URL(page.url()).searchParams.get('open');
  expect(restored).not.toBe(device.id);

  // the event of the restoring leads to the events before the deletion, regardless of the view that was chosen last
  await page.goto('/activity');
  await chooseView(page, 'Key Activity');
  await page.goto(`/activity?custom_view=Overview&filter.entity_id=${restored}`);
  await rowLink(row(page, 'Device restored')).click();
  await drawer(page, 'Activity Details').getByRole('link', { name: 'Activity before the deletion' }).click();
  await expect(row(page, 'Device deleted')).toBeVisible();
  await expect(row(page, 'Device added')).toBeVisible();
});

test(
  'a deleted profile is restored from the event of its deletion, which names what is not restored',
  nightly,
  async ({ page, api }) => {
    const admin = await api('admin');
    const { name, serial } = newNames('');
    const { data: tag } = await admin(groups.create, {
      body: { label: `Team ${serial}`, type: 1, values: ['Night', 'Day'], objects: [{ type: 'users' }] },
    });
    const { data: person } = await admin(profiles.create, {
      body: { name: name.slice(0, 35), username: serial, tags: [{ tagId: tag.id, values: ['Night'] }] },
    });
    await admin(profiles.remove, { params: { id: person.id } });
    await admin(groups.remove, { params: { id: tag.id } });
    await page.goto(`/activity?filter.entity_id=${person.id}`);
    await rowLink(row(page, 'Profile deleted')).click();
    const event = drawer(page, 'Activity Details');
    await button(event, 'Restore').click();
    const question = drawer(page, 'Restore profile');
    await expect(question).toContainText('with a new PIN');
    await expect(question.getByRole('listitem')).toHaveText(`Team ${serial}: Night (no longer exists)`);
    await button(question, 'Restore').click();
    await expect(alertOf(page, `Without: Team ${serial}: Night`)).toBeVisible();
    // it can be restored once
    await expect(event.getByRole('button', { name: 'Restore' })).toHaveCount(0);
    await button(alertOf(page, 'Profile restored successfully'), 'Open').click();
    await expect(drawer(page, person.name).getByRole('textbox', { name: 'Profile ID' })).toHaveValue(serial);
  },
);
