// Two profiles change the same record: the second save is refused, and merged field by field.
import { devices } from '@keyward/contract/devices';
import { groups, type ManagedTag } from '@keyward/contract/groups';
import { profiles } from '@keyward/contract/profiles';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import type { Call } from './calls.ts';
import { drawer } from './list.ts';
import { newcomer } from './newcomer.ts';
import { expect, nightly, test } from './people.ts';
import { findRole } from './roles.ts';
import { newDevice, newNames } from './things.ts';

const nameField = (of: Locator) => of.getByRole('textbox', { name: 'Name', exact: true });
const button = (of: Page | Locator, name: string) => of.getByRole('button', { name, exact: true });

const made: string[] = [];
test.afterEach(async ({ api }) => {
  const call = await api('admin');
  for (const id of made.splice(0)) await call(groups.remove, { params: { id } }).catch(() => undefined);
});
/** A text field whose name is being edited. */
async function editNewTag(page: Page, call: Call): Promise<ManagedTag> {
  const { data: tag } = await call(groups.create, { body: { label: newNames('').name, type: 0 } });
  made.push(tag.id);
  await page.goto(`/access/groups?kind=text&tag=${tag.id}`);
  await button(page, `Edit ${tag.label}`).click();
  await nameField(drawer(page)).fill(`${tag.label} mine`);
  return tag;
}

test('a conflicting save asks about each field that both profiles changed', async ({ page, open, api, problems }) => {
  problems.expect(/412.*\/api\/v1\/devices/);
  const call = await api('admin');
  const device = await newDevice(call);
  const other = await open('manager');
  for (const one of [page, other]) {
    await one.goto(`/devices?open=${device.id}`);
    await expect(nameField(drawer(one))).toHaveValue(device.name);
  }
  const text = (of: Page, name: string) => drawer(of).getByRole('textbox', { name });
  await nameField(drawer(other)).fill(`${device.name} by Mona`);
  await text(other, 'Fixture').fill('Bay 7');
  await text(other, 'Notes').fill('from Mona');
  await button(drawer(other), 'Save').click();
  await expect(drawer(other)).toHaveCount(0);

  await nameField(drawer(page)).fill(`${device.name} by Alex`);
  await text(page, 'Notes').fill('from Alex');
  await button(drawer(page), 'Save').click();
  const conflict = drawer(page).getByRole('region', {
    name: /^Mona Whitfield changed this at \d\d\/\d\d\/\d{4} \d\d:\d\d$/,
  });
  await expect(conflict.getByRole('heading')).toBeFocused();
  // the typed text is kept, and the change that only Mona made is taken over
  await expect(nameField(drawer(page))).toHaveValue(`${device.name} by Alex`);
  await expect(text(page, 'Fixture')).toHaveValue('Bay 7');
  await expect(conflict.getByRole('listitem')).toHaveText(['Fixture: Empty → Bay 7']);
  const question = (name: string) => conflict.getByRole('radiogroup', { name });
  await expect(conflict.getByRole('radiogroup')).toHaveCount(2);
  await expect(question('Name')).toContainText(`${device.name} by Mona`);
  await expect(conflict.getByRole('radio', { checked: true })).toHaveCount(0);
  await expectAccessible(page);

  // an open question blocks the save
  await button(drawer(page), 'Save').click();
  const mine = question('Name').getByRole('radio', { name: 'Keep mine' });
  await expect(mine).toBeFocused();
  await expect(question('Name')).toContainText('Choose one of the two values.');
  await page.keyboard.press('Space');
  await expect(mine).toBeChecked();
  await question('Notes').getByRole('radio', { name: 'Take theirs' }).check();
  await expect(text(page, 'Notes')).toHaveValue('from Mona');

  await page.keyboard.press('Control+Enter');
  await expect(drawer(page)).toHaveCount(0);
  const { data: saved } = await call(devices.get, { params: { id: device.id } });
  expect(saved.name).toBe(`${device.name} by Alex`);
  expect(saved.tags.flatMap(({ label, values }) => (label === 'Location' ? [] : [[label, ...values]]))).toEqual(
    expect.arrayContaining([
      ['Fixture', 'Bay 7'],
      ['Notes', 'from Mona'],
    ]),
  );
});

test('a conflict over a deleted device says so', nightly, async ({ page, api, problems }) => {
  problems.expect(/412.*\/api\/v1\/devices/, /404.*\/api\/v1\/devices/);
  const call = await api('admin');
  const device = await newDevice(call);
  await page.goto(`/devices?open=${device.id}`);
  await nameField(drawer(page)).fill(`${device.name} mine`);
  await call(devices.update, { params: { id: device.id }, body: { name: `${device.name} theirs` } });
  // deleted between the refusal and the read of the stored record
  let refused = false;
  let deleted: Promise<void> | undefined;
  await page.route(`**/api/v1/devices/${device.id}`, async (route) => {
    if (route.request().method() === 'PUT') refused = true;
    else if (refused && !deleted) await (deleted = call(devices.remove, { params: { id: device.id } }));
    await route.continue();
  });
  await button(drawer(page), 'Save').click();
  await expect(drawer(page).getByText('This device no longer exists')).toBeVisible();
});

test(
  'a tag saved concurrently by another profile is merged field by field',
  nightly,
  async ({ page, api, problems }) => {
    problems.expect(/412.*tag-definitions/);
    const call = await api('admin');
    const tag = await editNewTag(page, call);
    await call(groups.update, {
      params: { id: tag.id },
      body: { label: `${tag.label} theirs`, objects: [{ type: 'users' }] },
    });
    await button(drawer(page), 'Save').click();
    const conflict = drawer(page).getByRole('region', { name: /^Alex Morgan changed this at/ });
    await expect(conflict.getByRole('listitem')).toHaveText(['Applies to: Devices: Yes → No']);
    await expect(drawer(page).getByRole('checkbox', { name: 'Devices', exact: true })).not.toBeChecked();
    await conflict.getByRole('radio', { name: 'Take theirs' }).check();
    await expect(nameField(drawer(page))).toHaveValue(`${tag.label} theirs`);
    // a third name answers the question as well
    await nameField(drawer(page)).fill(`${tag.label} both`);
    await expect(conflict.getByRole('radio', { checked: true })).toHaveCount(0);
    await button(drawer(page), 'Save').click();
    await expect(drawer(page)).toHaveCount(0);
    await expect(page.getByRole('heading', { name: `${tag.label} both`, exact: true })).toBeVisible();
  },
);

test('a rename by another person while a form is open is not overwritten', nightly, async ({ page, api, problems }) => {
  problems.expect(/409.*values\/edit/);
  const call = await api('admin');
  const { data: tag } = await call(groups.create, { body: { label: newNames('').name, type: 1, values: ['Toys'] } });
  made.push(tag.id);
  await page.clock.install();
  await page.goto(`/access/groups?tag=${tag.id}`);
  await page.getByRole('listitem').filter({ hasText: 'Toys' }).hover();
  await button(page, 'Edit Toys').click();
  await nameField(drawer(page)).fill('Dolls');
  await call(groups.editValues, {
    params: { id: tag.id },
    body: { values: [{ oldValue: 'Toys', newValue: 'Games' }] },
  });
  // the list behind the form is read again, once it is some seconds old
  await page.clock.fastForward(20_000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(page.getByText('Games', { exact: true })).toBeAttached();
  await button(drawer(page), 'Save').click();
  await expect(drawer(page)).toContainText('“Toys” was renamed or deleted in the meantime.');
  await expect(nameField(drawer(page))).toHaveValue('Dolls');
  const { data } = await call(groups.all, { query: { type: '1' } });
  expect(data.find(({ id }) => id === tag.id)?.values.map(({ name }) => name)).toEqual(['Games']);
});

test('a form of a deleted tag closes and the reason stays', nightly, async ({ page, api, problems }) => {
  problems.expect(/404.*tag-definitions/);
  const call = await api('admin');
  const tag = await editNewTag(page, call);
  await call(groups.remove, { params: { id: tag.id } });
  await button(drawer(page), 'Save').click();
  await expect(drawer(page)).toHaveCount(0);
  await expect(page.getByRole('alert').filter({ hasText: 'Tag could not be updated' })).toContainText(
    'This no longer exists',
  );
});

test(
  'a profile saved concurrently by another profile keeps the typed values',
  nightly,
  async ({ page, api, problems }) => {
    problems.expect(/412.*\/api\/v1\/users/);
    const call = await api('admin');
    const person = await newcomer(call, 'demo');
    const clerks = await findRole(call, 'Store clerk');
    await page.goto(`/users?open=${person.id}`);
    const form = drawer(page, person.name);
    await nameField(form).fill('Mine');
    await form.getByRole('textbox', { name: 'Email' }).fill('mine@demo.example');
    await button(form, 'Generate').click();
    const password = await form.getByLabel('Temporary password').inputValue();
    await call(profiles.update, { params: { id: person.id }, body: { name: 'Theirs', roles: [clerks?.id ?? ''] } });
    await button(form, 'Save').click();
    const conflict = form.getByRole('region', { name: /^Alex Morgan changed this at/ });
    await expect(conflict.getByRole('listitem')).toHaveText(['Roles: Empty → Store clerk']);
    await expect(conflict.getByRole('radiogroup')).toHaveCount(1);
    await conflict.getByRole('radio', { name: 'Take theirs' }).check();
    await expect(form.getByLabel('Temporary password')).toHaveValue(password);
    await button(form, 'Save').click();
    await expect(drawer(page)).toHaveCount(0);
    const { data } = await call(profiles.get, { params: { id: person.id } });
    expect(data).toMatchObject({ name: 'Theirs', email: 'mine@demo.example', isPasswordTemporary: true });
    expect(data.roles).toMatchObject([{ name: 'Store clerk' }]);
  },
);
