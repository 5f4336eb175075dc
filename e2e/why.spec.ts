import { groups } from '@keyward/contract/groups';
import { profiles } from '@keyward/contract/profiles';
import type { Permissions } from '@keyward/contract/permissions';
import { roles } from '@keyward/contract/roles';
import type { Locator } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import type { Call } from './calls.ts';
import { reportThrough } from './controllers.ts';
import { drawer } from './list.ts';
import { expect, nightly, test } from './people.ts';
import { newPerson, newRole } from './roles.ts';
import { leeds, newDevice } from './things.ts';

const panel = (of: Locator, name: string) => of.getByRole('region', { name });
const ofPerson = 'What this person may use';
const ofDevice = 'Who may use this device';
const openAccess = (of: Locator) => of.getByRole('tab', { name: 'Access' }).click();
/** Searches a list of devices or people, and opens the explanation of the one with this name. */
async function explain(list: Locator, name: string): Promise<Locator> {
  await list.getByRole('textbox').fill(name);
  const line = list.getByRole('listitem').filter({ has: list.page().getByRole('button', { name }) });
  await line.getByRole('button').click();
  return line.getByRole('status');
}
/** The answer to a question about a permission. */
async function askPermission(of: Locator, permission: string): Promise<Locator> {
  const asked = panel(of, 'Permissions of this person');
  await asked.getByRole('combobox', { name: 'Choose a permission' }).fill(permission);
  await of.page().getByRole('option', { name: permission }).first().click();
  return asked.getByRole('status');
}

const made: { role: string; person: string }[] = [];
/** A profile in Leeds with a role of its own. */
async function personWith(call: Call, held: Permissions) {
  const role = await newRole(call, held);
  const person = await newPerson(call, role);
  made.push({ role: role.id, person: person.id });
  const { data } = await call(groups.definitions, { query: { object_type: 'users' } });
  const tags = data.flatMap((d) => (d.is_location ? [{ tagId: d.id, values: [leeds] }] : []));
  await call(profiles.update, { params: { id: person.id }, body: { tags } });
  return { role, person };
}
test.afterEach(async ({ api, browser }) => {
  // a page that shows the person would request deleted rows
  for (const page of browser.contexts().flatMap((context) => context.pages())) await page.goto('about:blank');
  const call = await api('admin');
  for (const { role, person } of made.splice(0)) {
    await call(profiles.remove, { params: { id: person } });
    await call(roles.remove, { params: { id: role } });
  }
});

test(
  'a permission is explained by the role that grants it, or by why not and who can grant it',
  nightly,
  async ({ page, api }) => {
    const { role, person } = await personWith(await api('admin'), { DEVICES: 'READ' });
    await page.goto(`/users?open=${person.id}`);
    const edit = drawer(page, person.name);
    await openAccess(edit);
    await expect(await askPermission(edit, 'Devices')).toContainText(`${role.name}: View`);
    const answer = await askPermission(edit, 'Assign roles');
    await expect(answer).toContainText('None of the person’s roles gives it.');
    await expect(answer).toContainText(`${role.name}: No`);
    await expect(answer).toContainText(/The person needs another role\. Ask .*Alex Morgan/);
    await expectAccessible(page);
  },
);

test(
  'the access tab of a person lists devices, and explains the first rule that fails',
  nightly,
  async ({ page, api }) => {
    const call = await api('admin');
    const { person } = await personWith(call, { DEVICES: 'READ' });
    const device = await newDevice(call);
    await page.goto(`/users?open=${person.id}`);
    const edit = drawer(page, person.name);
    await openAccess(edit);
    const list = panel(edit, ofPerson);
    // without a search: the devices at the person's location
    await expect(list.getByRole('listitem').first()).toContainText(leeds);
    await expect(list.getByRole('status').first()).toHaveText(/^0 of [1-9]\d* allowed$/);
    const answer = await explain(list, device.name);
    await expect(answer).toContainText('May not use it now');
    const rules = answer.getByRole('listitem');
    // one device, with its rules
    await expect(list.getByRole('listitem')).toHaveCount(1 + (await rules.count()));
    await expect(list.getByRole('listitem').first()).toContainText('No role for it');
    await expect(rules.first()).toHaveText('The profile is active.');
    await expect(rules.nth(1)).toHaveText('The profile’s validity has begun.');
    await expect(rules.nth(2)).toHaveText('The profile’s validity has not ended.');
    await expect(rules.nth(3)).toHaveText('No role lets the person use OKMs or the mobile app.');
    await expect(rules.nth(4)).toHaveText('The device is at one of the person’s locations.');
    await expect(answer).toContainText(/The person needs another role\. Ask .*Alex Morgan/);
    await expectAccessible(page);
  },
);

test(
  'the access tab of a device lists people, those who are allowed to use it first',
  nightly,
  async ({ page, api }) => {
    const call = await api('admin');
    const { person } = await personWith(call, { DEVICES: 'READ' });
    const device = await newDevice(call);
    // the OKMs of the demo were last heard when it was made, and through a silent one no one may use a device
    await reportThrough(call, device.controller?.id ?? '', []);
    await page.goto(`/devices?open=${device.id}`);
    const edit = drawer(page, device.name);
    await openAccess(edit);
    const list = panel(edit, ofDevice);
    const words = list.locator('button > :last-child');
    await expect(words.first()).toHaveText('Allowed');
    const all = await words.allInnerTexts();
    expect(all.lastIndexOf('Allowed')).toBeLessThan(all.findIndex((text) => text !== 'Allowed'));
    const answer = await explain(list, person.name);
    await expect(answer).toContainText('No role lets the person use OKMs or the mobile app.');
  },
);

test('permissions are explained with only the permission to read', nightly, async ({ open, api }) => {
  const { role, person } = await personWith(await api('admin'), { USERS: 'READ' });
  const page = await open('clerk');
  await page.goto(`/users?open=${person.id}`);
  const facts = drawer(page, person.name);
  await openAccess(facts);
  await expect(await askPermission(facts, 'Profiles')).toContainText(`${role.name}: View`);
});
