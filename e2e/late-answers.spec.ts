// Answers that arrive after the part of the page that sent the call was closed.
import { invitations } from '@keyward/contract/invitations';
import { secureKeys } from '@keyward/contract/onepass';
import type { Locator, Page } from '@playwright/test';
import { holdWrites } from './held.ts';
import { choose, drawer, headAction, row, rowLink, totalRows, withoutLive } from './list.ts';
import { newcomer } from './newcomer.ts';
import { expect, nightly, test } from './people.ts';
import { alertOf, bar, button, nameField as roleNameField, newName as newRoleName, openRoles } from './roles.ts';
import { alsoRemove, newName, option, removeSaved, save as saveView } from './saved.ts';
import { leeds, newDevice, newNames, prefixes } from './things.ts';
import { confirmTokens } from './tokens.ts';

// a page that still shows a view would get an alert that it is gone
test.afterAll(removeSaved);

const nameField = (of: Locator) => of.getByRole('textbox', { name: 'Name' });
const openProfiles = async (page: Page) => {
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Profiles' }).click();
  await expect(page).toHaveURL('/users');
  await totalRows(page);
};

test('a save answered after its page was left does not lead back', nightly, async ({ page, api }) => {
  const device = await newDevice(await api('admin'));
  await page.goto(`/devices?open=${device.id}`);
  const form = drawer(page, device.name);
  await nameField(form).fill(`${device.name} renamed`);
  const held = await holdWrites(page, `**/api/v1/devices/${device.id}`);
  await button(form, 'Save').click();
  await held.sent;
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toHaveCount(0);
  await openProfiles(page);
  held.answer();
  await expect(alertOf(page, 'Device updated successfully')).toBeVisible();
  await totalRows(page);
  await expect(page).toHaveURL('/users');
});

test('a save answered after its drawer was reopened leaves the new form unchanged', nightly, async ({ page, api }) => {
  const device = await newDevice(await api('admin'));
  await page.goto(`/devices?search=${device.serial_number}`);
  await rowLink(row(page, device.name)).click();
  await nameField(drawer(page, device.name)).fill(`${device.name} renamed`);
  const held = await holdWrites(page, `**/api/v1/devices/${device.id}`);
  await button(drawer(page, device.name), 'Save').click();
  await held.sent;
  await page.keyboard.press('Escape');
  await rowLink(row(page, device.name)).click();
  const notes = drawer(page).getByRole('textbox', { name: 'Notes' });
  await notes.fill('typed later');
  held.answer();
  await expect(alertOf(page, 'Device updated successfully')).toBeVisible();
  await expect(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toHaveCount(0);
  await expect(notes).toHaveValue('typed later');
});

test('a device that is added after its form was closed is not opened', nightly, async ({ page }) => {
  const { name, serial } = newNames(prefixes['RAC lock']);
  await page.goto('/devices?open=new');
  const form = drawer(page, 'Add device');
  await nameField(form).fill(name);
  await form.getByRole('textbox', { name: 'Serial number' }).fill(serial);
  await choose(form, 'Location', leeds);
  const held = await holdWrites(page, '**/api/v1/devices');
  await button(form, 'Add device').click();
  await held.sent;
  await page.keyboard.press('Escape');
  await openProfiles(page);
  held.answer();
  await expect(alertOf(page, 'Device added successfully')).toBeVisible();
  await totalRows(page);
  await expect(page).toHaveURL('/users');
});

test('a failure after its drawer was closed is an alert of the page', nightly, async ({ page, api, problems }) => {
  problems.expect(/500.*\/api\/v1\/devices/);
  const device = await newDevice(await api('admin'));
  const ofPage = (text: string) => page.getByRole('alert').filter({ hasText: text });
  await page.goto(`/devices?open=${device.id}`);
  const form = drawer(page, device.name);
  await headAction(form, 'Delete');
  const deletion = await holdWrites(page, `**/api/v1/devices/${device.id}`);
  await button(drawer(page, 'Delete device'), 'Delete device').click();
  await deletion.sent;
  await page.keyboard.press('Escape');
  await expect(nameField(form)).toBeVisible();
  deletion.fail();
  await expect(ofPage('Failed to delete device')).toBeVisible();

  const save = await holdWrites(page, `**/api/v1/devices/${device.id}`);
  await nameField(form).fill(`${device.name} renamed`);
  await button(form, 'Save').click();
  await save.sent;
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toHaveCount(0);
  save.fail();
  await expect(ofPage('Failed to update device')).toBeVisible();
});

test(
  'the outcome of an invitation after its drawer was closed is an alert of the page',
  nightly,
  async ({ page, api, problems }) => {
    problems.expect(/500.*\/resend/, /500.*\/address/);
    const call = await api('admin');
    const { serial_number: serial } = await newDevice(call, { type: 'RAC lock' });
    const key = await call(secureKeys.create, { body: { serial, duration: 120, count: 3 } });
    const email = `late.${key.id}@example.com`;
    const { data } = await call(invitations.create, { body: { email, secure_key_ids: [key.id], notes: '' } });
    const ofPage = (text: string) => page.getByRole('alert').filter({ hasText: text });
    const close = async () => {
      await page.keyboard.press('Escape');
      await expect(drawer(page)).toHaveCount(0);
    };
    const shown = drawer(page, email);
    const open = () => page.goto(`/onepass?tab=Invitations&open=${data.id}`);

    await open();
    const resend = await holdWrites(page, '**/secure-key-invites/resend');
    await button(shown, 'Resend invitation').click();
    await resend.sent;
    await close();
    resend.fail();
    await expect(ofPage('Invitation not sent')).toBeVisible();

    await open();
    const correction = await holdWrites(page, '**/secure-key-invites/*/address');
    await button(shown, 'Correct address').click();
    await shown.getByRole('textbox', { name: 'New email address' }).fill(`other.${email}`);
    await button(shown, 'Send new link').click();
    await correction.sent;
    await close();
    correction.fail();
    await expect(ofPage('Invitation not sent')).toBeVisible();

    await open();
    const link = await holdWrites(page, '**/secure-key-invites/*/link');
    await button(shown, 'Show QR code').click();
    await link.sent;
    await close();
    link.answer();
    await expect(ofPage(`A new link for ${email} was made, but not shown.`)).toBeVisible();
  },
);

test(
  'a token that is issued after the drawer was closed is named in an alert of the page',
  nightly,
  async ({ page, api }) => {
    const call = await api('admin');
    const okm = await newDevice(call, { type: 'OKM 40' });
    await confirmTokens(call);
    await page.goto(`/devices?open=${okm.id}`);
    const issue = await holdWrites(page, '**/controller-tokens');
    await button(drawer(page, okm.name), 'Issue token').click();
    await issue.sent;
    await page.keyboard.press('Escape');
    await expect(drawer(page)).toHaveCount(0);
    issue.answer();
    await expect(page.getByRole('alert').filter({ hasText: 'was issued, but not shown' })).toBeVisible();
  },
);

test('a view that is saved after its page was left is not shown', nightly, async ({ page, api }) => {
  const name = newName();
  await page.goto('/devices?custom_view=Locks');
  await totalRows(page);
  await option(page, 'Save as new view');
  await drawer(page, 'Save view').getByRole('textbox', { name: 'Name' }).fill(name);
  const held = await holdWrites(page, '**/api/v1/custom-views');
  await drawer(page, 'Save view').getByRole('button', { name: 'Save', exact: true }).click();
  await held.sent;
  await page.keyboard.press('Escape');
  await openProfiles(page);
  held.answer();
  await expect(page.getByText(`The view “${name}” is saved.`)).toBeVisible();
  await alsoRemove(await api('admin'), name);
  await expect(page).toHaveURL('/users');
});

test('a role whose save fails after the page was left is named in an alert', nightly, async ({ page, problems }) => {
  problems.expect(/500.*\/api\/v1\/roles/);
  await openRoles(page);
  await button(page, 'Add role').click();
  await roleNameField(page).fill(newRoleName());
  const held = await holdWrites(page, '**/api/v1/roles');
  await button(bar(page), 'Save').click();
  await held.sent;
  await openProfiles(page);
  held.fail();
  await expect(page.getByRole('alert').filter({ hasText: 'Error creating role' })).toBeVisible();
});

test(
  'an unanswered end of access is not reported as failed; a retry is the same call, a new question another one',
  nightly,
  async ({ page, api, problems }) => {
    problems.expect(/users\/end.*ERR_CONNECTION_RESET/, /ERR_CONNECTION_RESET.*users\/end/);
    const { id, name } = await newcomer(await api('admin'), 'demo');
    const closed = Promise.withResolvers<void>();
    const keys: (string | undefined)[] = [];
    await page.route('**/api/v1/users/end', async (route) => {
      const tries = keys.push(route.request().headers()['idempotency-key']);
      if (tries === 4) return route.continue();
      if (tries === 3) await closed.promise;
      return route.abort('connectionreset');
    });
    await page.goto(`/users?open=${id}`);
    const question = drawer(page, 'End validity now');
    const noAnswer = (of: Page | Locator) => of.getByRole('alert').filter({ hasText: 'The server cannot be reached.' });
    const denied = page.getByText('Failed to end the validity');
    const ask = () => button(drawer(page, name), 'End now').click();
    const confirm = () => button(question, 'End now').click();
    const close = async () => {
      await page.keyboard.press('Escape');
      await expect(question).toHaveCount(0);
    };
    await ask();
    await confirm();
    await expect(noAnswer(question)).toBeVisible();
    await expect(denied).toHaveCount(0);
    await confirm();
    await expect.poll(() => keys.length).toBe(2);
    await expect(button(question, 'End now')).toBeEnabled();
    await close();

    await ask();
    await confirm();
    await expect.poll(() => keys.length).toBe(3);
    await close();
    closed.resolve();
    await expect(noAnswer(page)).toBeVisible();
    await expect(denied).toHaveCount(0);

    await ask();
    await confirm();
    await expect(page.getByText(`${name} can no longer sign in or use devices.`)).toBeVisible();
    expect(keys[1]).toBe(keys[0]);
    expect(new Set(keys).size).toBe(3);
  },
);

/** Loses the answer to the first write to the path, which the server carries out. Returns the idempotency keys of all. */
async function loseFirst(page: Page, path: string): Promise<(string | undefined)[]> {
  const keys: (string | undefined)[] = [];
  await page.route(path, async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    if (keys.push(route.request().headers()['idempotency-key']) > 1) return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  return keys;
}

test(
  'the retry of an unanswered deletion of a view is the same call, which can be undone',
  nightly,
  async ({ page, api, problems }) => {
    problems.expect(/custom-views.*ERR_CONNECTION_RESET/, /ERR_CONNECTION_RESET.*custom-views/);
    const view = await saveView(await api('admin'));
    const keys = await loseFirst(page, `**/api/v1/custom-views/${view.value}`);
    // a live update would show that the view is gone
    await withoutLive(page);
    await page.goto(`/devices?custom_view=${view.value}`);
    await totalRows(page);
    await option(page, 'Delete view');
    const alert = page.getByRole('alert').filter({ hasText: 'The server cannot be reached.' });
    await expect(alert).toBeVisible();
    await expect(page.getByText('The view could not be deleted.')).toHaveCount(0);
    await button(alert, 'Try again').click();
    const deleted = page.getByRole('status').filter({ hasText: `The view “${view.label}” is deleted.` });
    await button(deleted, 'Undo').click();
    await expect(page.getByText(`The view “${view.label}” is back.`)).toBeVisible();
    expect(keys).toEqual([keys[0], keys[0]]);
  },
);
