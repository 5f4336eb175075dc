import { groups } from '@keyward/contract/groups';
import { profiles } from '@keyward/contract/profiles';
import type { Permissions } from '@keyward/contract/permissions';
import { roles } from '@keyward/contract/roles';
import type { Locator } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import type { Call } from './calls.ts';
import { drawer } from './list.ts';
import { expect, nightly, test } from './people.ts';
import { newPerson, newRole } from './roles.ts';
import { leeds, newDevice } from './things.ts';

const panel = (of: Locator) => of.getByRole('region', { name: 'Why may they, why not' });
const answer = (of: Locator) => panel(of).getByRole('status');
/** Chooses the subject of the question, by keyboard. */
async function explain(of: Locator, question: string, what: string) {
  const field = panel(of).getByRole('combobox', { name: question });
  await field.fill(what);
  await of.page().getByRole('option', { name: what }).first().click();
}

const made: { role: string; person: string }[] = [];
/** A profile in Leeds with a role of its own. */
async function somebody(call: Call, held: Permissions) {
  const role = await newRole(call, held);
  const person = await newPerson(call, role);
  made.push({ role: role.id, person: person.id });
  const { data } = await call(groups.definitions, { query: { object_type: 'users' } });
  const tags = data.flatMap((d) => (d.is_location ? [{ tagId: d.id, values: [leeds] }] : []));
  await call(profiles.update, { params: { id: person.id }, body: { tags } });
  return { role, person };
}
test.afterEach(async ({ api }) => {
  const call = await api('admin');
  for (const { role, person } of made.splice(0)) {
    await call(profiles.remove, { params: { id: person } });
    await call(roles.remove, { params: { id: role } });
  }
});

test('a permission: the role that grants it, or why not and who can grant it', nightly, async ({ page, api }) => {
  const { role, person } = await somebody(await api('admin'), { DEVICES: 'READ' });
  await page.goto(`/users?open=${person.id}`);
  const edit = drawer(page, person.name);
  await explain(edit, 'Does this person hold a permission?', 'Devices');
  await expect(answer(edit)).toContainText(`${role.name}: View`);
  await explain(edit, 'Does this person hold a permission?', 'Assign roles');
  await expect(answer(edit)).toContainText('None of the person’s roles gives it.');
  await expect(answer(edit)).toContainText(`${role.name}: No`);
  await expect(answer(edit)).toContainText(/The person needs another role\. Ask .*Alex Morgan/);
  await expectAccessible(page);
});

test('a device: the first failing rule and who can fix it, from profile and device', async ({ page, api }) => {
  const call = await api('admin');
  const { person } = await somebody(call, { DEVICES: 'READ' });
  const device = await newDevice(call);
  await page.goto(`/users?open=${person.id}`);
  const edit = drawer(page, person.name);
  await explain(edit, 'May this person use a device?', device.name);
  await expect(answer(edit)).toContainText('May not use it now');
  // it scrolls into view above the footer of the drawer
  await expect(answer(edit)).toBeInViewport({ ratio: 1 });
  const rules = answer(edit).getByRole('listitem');
  await expect(rules.first()).toHaveText('The profile is active.');
  await expect(rules.nth(1)).toHaveText('No role lets the person use OKMs or the mobile app.');
  await expect(rules.nth(2)).toHaveText('The device is at one of the person’s locations.');
  await expect(answer(edit)).toContainText(/The person needs another role\. Ask .*Alex Morgan/);

  await page.goto(`/devices?open=${device.id}`);
  const shown = drawer(page, device.name);
  await explain(shown, 'May somebody use this device?', person.name);
  await expect(answer(shown)).toContainText('No role lets the person use OKMs or the mobile app.');
  await expectAccessible(page);
});

test('works with read permission only', async ({ open, api }) => {
  const { role, person } = await somebody(await api('admin'), { USERS: 'READ' });
  const page = await open('clerk');
  await page.goto(`/users?open=${person.id}`);
  const facts = drawer(page, person.name);
  await explain(facts, 'Does this person hold a permission?', 'Profiles');
  await expect(answer(facts)).toContainText(`${role.name}: View`);
});
