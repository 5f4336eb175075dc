// The question before signing out: the losses that it names, and the parts that stay as they are while it is open.
import { auth } from '@keyward/contract/auth';
import { devices } from '@keyward/contract/devices';
import { roles } from '@keyward/contract/roles';
import type { Page } from '@playwright/test';
import { signInAs, signOut } from './account.ts';
import { expectAccessible } from './axe.ts';
import { download } from './csv.ts';
import { cookieOf, endBeforeWrite, note } from './ending.ts';
import { holdFile } from './held.ts';
import { drawer, headAction, row, rowLink, totalRows, withoutLive } from './list.ts';
import { openPalette, option } from './palette.ts';
import { expect, freshState, nightly, noSingleSignOn, test } from './people.ts';
import { bar, button, cell, choose, findRole, heldBy, newRole, openRoles, saying } from './roles.ts';
import { newDevice } from './things.ts';

test.use({ person: null });

const question = (page: Page) => drawer(page, 'Sign out now?');

/** Counts the sign-outs that the page asks the server for, and the questions of the browser, which it answers with leaving. */
function watchLeaving(page: Page) {
  const seen = { signOuts: 0, browserQuestions: 0 };
  page.on('request', (request) => (seen.signOuts += new URL(request.url()).pathname === auth.logout.path ? 1 : 0));
  page.on('dialog', (dialog) => (seen.browserQuestions++, void dialog.accept()));
  return seen;
}

const username = (page: Page) => page.getByRole('textbox', { name: 'Profile ID' });

/** Chooses Sign out in the palette, which opens above a drawer as well. */
async function signOutByPalette(page: Page): Promise<void> {
  await openPalette(page);
  await option(page, 'Sign out').click();
}

test.describe('signing out with an unsaved role', () => {
  test('asks first; staying keeps the session and the changes', async ({ open, api }) => {
    const call = await api('admin');
    const role = await newRole(call, { DEVICES: 'READ' });
    const page = await open(null, { storageState: await freshState('demo', 'admin') });
    const seen = watchLeaving(page);
    await openRoles(page);
    await button(page, `Edit ${role.name}`).click();
    await choose(page, 'Devices', 'Edit');
    await signOut(page);
    await expect(question(page)).toContainText('Your changes have not been saved.');
    await expect(button(question(page), 'Cancel')).toBeFocused();
    await button(question(page), 'Cancel').click();
    await expect(question(page)).toBeHidden();
    await expect(page.getByRole('button', { name: /^Your account/ })).toBeFocused();
    await expect(cell(page, 'Devices')).toHaveText('Edit');
    expect(seen).toEqual({ signOuts: 0, browserQuestions: 0 });
    await saying(page, 'Role saved successfully', () => button(bar(page), 'Save').click());
    expect(heldBy(await findRole(call, role.name))).toEqual({ DEVICES: 'EDIT' });
    await call(roles.remove, { params: { id: role.id } });
  });

  test('leaves after the answer, without a browser prompt', nightly, async ({ open, api }) => {
    const call = await api('admin');
    const role = await newRole(call, { DEVICES: 'READ' });
    const page = await open(null, { storageState: await freshState('demo', 'admin') });
    const seen = watchLeaving(page);
    await openRoles(page);
    await button(page, `Edit ${role.name}`).click();
    await choose(page, 'Devices', 'Edit');
    await signOut(page);
    await button(question(page), 'Sign out').click();
    await expect(page).toHaveURL('/username');
    await expect(username(page)).toBeVisible();
    expect(seen).toEqual({ signOuts: 1, browserQuestions: 0 });
    expect(heldBy(await findRole(call, role.name))).toEqual({ DEVICES: 'READ' });
    await call(roles.remove, { params: { id: role.id } });
  });
});

test('signing out during a download asks first, and cancels it', nightly, async ({ open }) => {
  const page = await open(null, { storageState: await freshState('demo', 'admin') });
  const seen = watchLeaving(page);
  await withoutLive(page);
  await page.goto('/devices');
  await totalRows(page);
  const preparing = page.getByRole('status').filter({ hasText: 'Preparing Devices CSV...' });
  // the download waits for its first rows
  await page.route(/\/api\/v1\/devices\?.*results_per_page=5000/, () => new Promise(() => undefined));
  await download(page).click();
  await expect(preparing).toBeVisible();
  await signOut(page);
  await expect(question(page)).toContainText('A download is still running. Signing out cancels it.');
  await button(question(page), 'Cancel').click();
  await expect(preparing).toBeVisible();
  expect(seen.signOuts).toBe(0);
  await signOut(page);
  await button(question(page), 'Sign out').click();
  await expect(page).toHaveURL('/username');
  expect(seen).toEqual({ signOuts: 1, browserQuestions: 0 });
});

test('a form below the question keeps its input and its focus', nightly, async ({ open, api }) => {
  const { id, name } = await newDevice(await api('admin'), { type: 'OneKey' });
  const page = await open(null, { storageState: await freshState('demo', 'admin') });
  const seen = watchLeaving(page);
  await page.goto(`/devices?open=${id}`);
  await headAction(drawer(page, name), 'Report lost');
  const form = drawer(page, 'Report key lost');
  const field = form.getByRole('textbox', { name: 'Note' });
  await field.fill('Seen at the till');
  for (const cancel of [() => button(question(page), 'Cancel').click(), () => page.keyboard.press('Escape')]) {
    await signOutByPalette(page);
    await expect(button(question(page), 'Cancel')).toBeFocused();
    await expect(question(page)).toContainText('Your changes have not been saved.');
    await cancel();
    await expect(question(page)).toHaveCount(0);
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('Seen at the till');
  }
  expect(seen).toEqual({ signOuts: 0, browserQuestions: 0 });
  await button(form, 'Report lost').click();
  await expect(page.getByText(`${name} is reported lost`)).toBeVisible();
});

test(
  'Back closes only the question, and has no effect once it is answered',
  nightly,
  async ({ open, api, problems }) => {
    problems.expect(/failed: POST .*logout/, /ERR_FAILED.*logout/);
    const { name, serial_number: serial } = await newDevice(await api('admin'), { type: 'OneKey' });
    const page = await open(null, { storageState: await freshState('demo', 'admin') });
    const seen = watchLeaving(page);
    const answered = Promise.withResolvers<void>();
    await page.route('**/api/v1/logout', async (route) => {
      await answered.promise;
      await route.abort();
    });
    await page.goto(`/devices?search=${serial}`);
    await rowLink(row(page, name)).click();
    await headAction(drawer(page, name), 'Report lost');
    const address = page.url();
    const field = drawer(page, 'Report key lost').getByRole('textbox', { name: 'Note' });
    await field.fill('Seen at the till');
    const asBefore = async () => {
      await expect(question(page)).toHaveCount(0);
      await expect(page).toHaveURL(address);
      await expect(field).toBeFocused();
      await expect(field).toHaveValue('Seen at the till');
      await expect(page.getByRole('alertdialog')).toHaveCount(0);
    };
    await signOutByPalette(page);
    await expect(button(question(page), 'Cancel')).toBeFocused();
    await page.goBack();
    await asBefore();
    await signOutByPalette(page);
    await button(question(page), 'Sign out').click();
    await expect(button(question(page), 'Cancel')).toBeDisabled();
    await page.goBack();
    await expect(page).toHaveURL(address);
    await expect(button(question(page), 'Cancel')).toBeDisabled();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    answered.resolve();
    await expect(page.getByText('Logout failed')).toBeVisible();
    await asBefore();
    expect(seen).toEqual({ signOuts: 1, browserQuestions: 0 });
  },
);

test('the question can be read and answered with a drawer below it', nightly, async ({ open, api }) => {
  const { id, name } = await newDevice(await api('admin'));
  const page = await open(null, { storageState: await freshState('demo', 'admin') });
  await page.goto(`/devices?open=${id}`);
  await drawer(page, name).getByRole('textbox', { name: 'Name' }).fill('Not saved');
  await signOutByPalette(page);
  await expect(button(question(page), 'Cancel')).toBeFocused();
  await expectAccessible(page, { within: '[role=dialog]:has(button[data-autofocus])' });
  for (const next of ['Sign out', 'Cancel', 'Sign out']) {
    await page.keyboard.press('Tab');
    await expect(button(question(page), next)).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/username');
});

test('a form stays open until the file of the question has arrived', nightly, async ({ open, api }) => {
  const { id, name } = await newDevice(await api('admin'));
  const page = await open(null, { storageState: await freshState('demo', 'admin') });
  const file = await holdFile(page, /\/after-[\w-]+\.js$/);
  const requested = page.waitForRequest(/\/after-[\w-]+\.js$/);
  await page.goto(`/devices?open=${id}`);
  const field = drawer(page, name).getByRole('textbox', { name: 'Name' });
  await field.fill('Not saved');
  await signOutByPalette(page);
  await requested;
  await field.fill('Not saved either');
  await expect(question(page)).toHaveCount(0);
  file.release();
  await expect(button(question(page), 'Cancel')).toBeFocused();
  await button(question(page), 'Cancel').click();
  await expect(field).toHaveValue('Not saved either');
  await expect(field).toBeFocused();
});

test(
  'an answered question cannot be cancelled; after a failure all is as before',
  nightly,
  async ({ open, api, problems }) => {
    problems.expect(/failed: POST .*logout/, /ERR_FAILED.*logout/);
    const { id, name } = await newDevice(await api('admin'));
    const page = await open(null, { storageState: await freshState('demo', 'admin') });
    const seen = watchLeaving(page);
    const answered = Promise.withResolvers<void>();
    await page.route('**/api/v1/logout', async (route) => {
      await answered.promise;
      await route.abort();
    });
    await page.goto(`/devices?open=${id}`);
    const field = drawer(page, name).getByRole('textbox', { name: 'Name' });
    await field.fill('Not saved');
    await signOutByPalette(page);
    await button(question(page), 'Sign out').click();
    await expect(button(question(page), 'Cancel')).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(question(page)).toBeVisible();
    answered.resolve();
    await expect(page.getByText('Logout failed')).toBeVisible();
    await expect(question(page)).toHaveCount(0);
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('Not saved');
    expect(seen).toEqual({ signOuts: 1, browserQuestions: 0 });
  },
);

test(
  'values kept from a session that ended are asked about until they are discarded',
  nightly,
  async ({ open, api, problems }) => {
    problems.expect(noSingleSignOn, new RegExp(`401.*${devices.list.path}`));
    const { id, name } = await newDevice(await api('admin'));
    const state = await freshState('demo', 'admin');
    const page = await open(null, { storageState: state });
    await withoutLive(page);
    await page.goto(`/devices?open=${id}`);
    const form = drawer(page, name);
    await form.getByRole('textbox', { name: 'Name' }).fill('Typed before the end');
    await endBeforeWrite(page, cookieOf(state));
    await button(form, 'Save').click();
    await expect(page).toHaveURL('/username');
    const seen = watchLeaving(page);
    await signInAs(page, 'admin');
    await expect(note(page)).toBeVisible();
    await button(form, 'Close').click();
    const kept = page.getByRole('status').filter({ hasText: `What you typed in “${name}” was kept` });
    await expect(kept).toBeVisible();
    await signOut(page);
    await expect(question(page)).toContainText('Your changes have not been saved.');
    await button(question(page), 'Cancel').click();
    await expect(kept).toBeVisible();
    await button(kept, 'Discard').click();
    await signOut(page);
    await expect(page).toHaveURL('/username');
    await expect(username(page)).toBeVisible();
    expect(seen).toEqual({ signOuts: 1, browserQuestions: 0 });
  },
);
