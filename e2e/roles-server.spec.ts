// The role editor where the server refuses, and where it has roles on several pages.
import { watches } from '@keyward/contract/watches';
import { withoutLive } from './list.ts';
import { expect, nightly, test } from './people.ts';
import {
  bar,
  button,
  cell,
  choose,
  column,
  findRole,
  grid,
  heldBy,
  nameField,
  newName,
  newRole,
  openRoles,
  removeNamed,
  saying,
} from './roles.ts';
import { batchNames } from './selection.ts';

// deletes the roles of the previous test, once no page shows them
test.beforeEach(async ({ api }) => removeNamed(await api('admin')));

test('a refusal of the server at save is shown in the matrix', nightly, async ({ page, api, problems }) => {
  problems.expect(/500.*\/api\/v1\/roles/, /409.*\/api\/v1\/roles/);
  const call = await api('admin');
  const role = await newRole(call, {});
  await withoutLive(page);
  await openRoles(page);
  await button(page, `Edit ${role.name}`).click();
  await choose(page, 'Devices', 'Edit');
  await page.route(`**/api/v1/roles/${role.id}`, (route) =>
    route.fulfill({ status: 500, json: { errors: [{ code: 'internal', detail: 'broken' }] } }),
  );
  // a refusal reads the roles again; with the name below among them, the page itself would refuse it
  const rolesAgain = page.waitForResponse('**/api/v1/roles?*');
  await button(bar(page), 'Save').click();
  await expect(bar(page).getByRole('alert')).toContainText('Error updating role');
  await rolesAgain;
  await expect(cell(page, 'Devices')).toHaveText('Edit');
  await page.unroute(`**/api/v1/roles/${role.id}`);
  // a name that was free when the page was opened
  const { name: taken } = await newRole(call, {});
  await nameField(page).fill(taken);
  await button(bar(page), 'Save').click();
  await expect(grid(page).getByText('Role name already exists')).toBeVisible();
  await expect(nameField(page)).toHaveAttribute('aria-invalid', 'true');
  const free = newName();
  await nameField(page).fill(free);
  await saying(page, 'Role saved successfully', () => button(bar(page), 'Save').click());
  expect(heldBy(await findRole(call, free))).toEqual({ DEVICES: 'EDIT' });
});

test('roles are read page by page', nightly, async ({ page, api }) => {
  const role = await newRole(await api('admin'), {});
  const asked: number[] = [];
  await page.route('**/api/v1/roles?*', async (route) => {
    const url = new URL(route.request().url());
    const at = Number(url.searchParams.get('page'));
    asked.push(at);
    url.searchParams.set('page', '1');
    const response = await route.fetch({ url: url.href });
    const body = (await response.json()) as { data: object[] }; // the contract's reply
    const data = body.data.slice((at - 1) * 2, at * 2);
    await route.fulfill({ response, json: { ...body, data, page: at, total_pages: Math.ceil(body.data.length / 2) } });
  });
  await openRoles(page);
  await expect(column(page, role.name)).toBeAttached();
  expect(asked.length).toBeGreaterThan(2);
  expect(asked).toEqual(asked.map((_, i) => i + 1));
  await page.unrouteAll({ behavior: 'wait' });
});

test('edits made after discarding changes are asked about again', nightly, async ({ page }) => {
  await openRoles(page);
  const type = async () => {
    await button(page, 'Add role').click();
    await nameField(page).fill(newName());
  };
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await type();
  await button(bar(page), 'Cancel').click();
  await button(question, 'Discard changes').click();
  await expect(nameField(page)).toHaveCount(0);
  await type();
  await expect(question).toHaveCount(0);
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Devices' }).click();
  await expect(question).toBeVisible();
  await expect(page).toHaveURL('/access/roles');
});

test('Ctrl+Enter in a watch saves the watch, not the role that is edited below', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const { word } = batchNames('Pressed', 1);
  const { data } = await call(watches.create, {
    body: {
      resource: 'device',
      base: 'Overview',
      filter: {},
      search: word,
      name: word,
      rule: { when: 'appears' },
      delivery: 'inbox',
      quiet: null,
    },
  });
  await openRoles(page);
  await page.getByRole('button', { name: 'Add role' }).click();
  await nameField(page).fill(newName());
  await page.getByRole('button', { name: /^Inbox/ }).click();
  const inbox = page.getByRole('dialog', { name: 'Inbox' });
  await inbox.getByRole('tab', { name: 'Watches' }).click();
  await inbox.getByRole('button', { name: `Change: ${word}` }).click();
  const form = page.getByRole('dialog', { name: 'Change', exact: true });
  await form.getByRole('textbox', { name: 'Name' }).fill(`${word} still`);
  await page.keyboard.press('Control+Enter');
  await expect(form).toHaveCount(0);
  await expect(inbox.getByRole('listitem').filter({ hasText: `${word} still` })).toBeVisible();
  await inbox.getByRole('button', { name: 'Close' }).click();
  await expect(nameField(page)).toBeVisible();
  await expect(page.getByText('Role saved successfully')).toHaveCount(0);
  await call(watches.remove, { params: { id: data.id } });
});
