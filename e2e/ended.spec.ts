import { devices } from '@keyward/contract/devices';
import { inbox } from '@keyward/contract/insights-calls';
import { roles } from '@keyward/contract/roles';
import { live } from '@keyward/contract/live';
import type { Page } from '@playwright/test';
import { openSettings, signInAs, signOut } from './account.ts';
import { signIn } from './calls.ts';
import { cookieOf, endBeforeWrite, endUnderDevice, note } from './ending.ts';
import { drawer, headAction, totalRows, viewTab, withoutLive } from './list.ts';
import { newcomer } from './newcomer.ts';
import { expect, freshState, nightly, noSingleSignOn, stateOf, test } from './people.ts';
import {
  bar,
  button,
  cell,
  choose,
  findRole,
  given,
  heldBy,
  nameField,
  newName,
  newRole,
  openRoles,
  saying,
} from './roles.ts';
import { newDevice } from './things.ts';

test.use({ person: null });

const ended = 'Your session has ended. Please sign in again.';

test('values typed in a form survive the session and are offered to the same profile', async ({
  open,
  api,
  problems,
}) => {
  problems.expect(noSingleSignOn, new RegExp(`401.*${devices.list.path}`));
  const { device, page, form } = await endUnderDevice({ open, api }, 'Typed before the end');
  await expect(page.getByRole('alert').filter({ hasText: ended })).toBeVisible();
  await expect(page.getByText(`What you typed in “${device.name}” is kept in this tab.`)).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  expect(await page.evaluate(() => Object.values(sessionStorage).join(' '))).not.toContain('Typed before the end');

  await signInAs(page, 'admin');
  await expect(page).toHaveURL(`/devices?open=${device.id}`);
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue(device.name);
  await note(page).getByRole('button', { name: 'Restore' }).click();
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Typed before the end');
  await expect(note(page)).toHaveCount(0);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Device updated successfully')).toBeVisible();
});

test(
  'a form without an address is named after signing in; no password is kept',
  nightly,
  async ({ open, api, problems }) => {
    problems.expect(noSingleSignOn);
    const { username } = await newcomer(await api('admin'), 'demo', 'Admin');
    const cookie = await signIn('demo', username);
    const page = await open(null, { storageState: stateOf('demo', cookie) });
    await withoutLive(page);
    await page.goto('/users?open=new');
    const form = drawer(page, 'Add profile');
    await form.getByRole('textbox', { name: 'Name' }).fill('Nadia Kept');
    await form.locator('input[type=password], input[autocomplete=new-password]').first().fill('Secret-of-hers-1');
    await endBeforeWrite(page, cookie);
    problems.expect(/401/);
    await form.getByRole('textbox', { name: 'Profile ID' }).fill('nadia.kept');
    await page.getByRole('button', { name: 'Add profile' }).last().click();
    await signInAs(page, username);
    await note(page).getByRole('button', { name: 'Restore' }).click();
    await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Nadia Kept');
    await expect(form.getByRole('textbox', { name: 'Profile ID' })).toHaveValue('nadia.kept');
    expect(
      await form.locator('input').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)),
    ).not.toContain('Secret-of-hers-1');
  },
);

test('a note of a lost key survives the session', nightly, async ({ open, api, problems }) => {
  problems.expect(noSingleSignOn, /401.*\/lost/);
  const key = await newDevice(await api('admin'), { type: 'OneKey' });
  const state = await freshState('demo', 'admin');
  const page = await open(null, { storageState: state });
  await withoutLive(page);
  const question = drawer(page, 'Report key lost');
  await page.goto(`/devices?open=${key.id}&part=lost`);
  await question.getByRole('textbox', { name: 'Note' }).fill('Seen at the till');
  await endBeforeWrite(page, cookieOf(state));
  await button(question, 'Report lost').click();
  await expect(page.getByText('What you typed in “Report key lost” is kept in this tab.')).toBeVisible();

  await signInAs(page, 'admin');
  await headAction(drawer(page, key.name), 'Report lost');
  await note(page).getByRole('button', { name: 'Restore' }).click();
  await expect(question.getByRole('textbox', { name: 'Note' })).toHaveValue('Seen at the till');
});

test(
  'edits of a role survive the session and apply to its current version',
  nightly,
  async ({ open, api, problems }) => {
    problems.expect(noSingleSignOn, /401.*roles/);
    const call = await api('admin');
    const role = await newRole(call, { DEVICES: 'READ', USERS: 'READ' });
    const state = await freshState('demo', 'admin');
    const page = await open(null, { storageState: state });
    await withoutLive(page);
    await openRoles(page);
    await button(page, `Edit ${role.name}`).click();
    const name = newName();
    await nameField(page).fill(name);
    await choose(page, 'Devices', 'Edit');
    await endBeforeWrite(page, cookieOf(state));
    await button(bar(page), 'Save').click();
    await expect(page.getByText(`What you typed in “${name}” is kept in this tab.`)).toBeVisible();
    await call(roles.update, {
      params: { id: role.id },
      ifMatch: role.version,
      body: { name: role.name, permissions: given({ DEVICES: 'READ', USERS: 'EDIT' }) },
    });

    await signInAs(page, 'admin');
    await expect(page).toHaveURL('/access/roles');
    await button(page, `Edit ${role.name}`).click();
    await expect(nameField(page)).toHaveValue(role.name);
    await expect(cell(page, 'Devices')).toHaveText('View');
    await note(page).getByRole('button', { name: 'Restore' }).click();
    await expect(nameField(page)).toHaveValue(name);
    await expect(cell(page, 'Devices')).toHaveText('Edit');
    await expect(note(page)).toHaveCount(0);
    await saying(page, 'Role saved successfully', () => button(bar(page), 'Save').click());
    expect(heldBy(await findRole(call, name))).toEqual({ DEVICES: 'EDIT', USERS: 'EDIT' });
    await call(roles.remove, { params: { id: role.id } });
  },
);

test('settings being edited survive the session', nightly, async ({ open, api, problems }) => {
  problems.expect(noSingleSignOn);
  const { username } = await newcomer(await api('admin'), 'demo', 'Admin');
  const cookie = await signIn('demo', username);
  const page = await open(null, { storageState: stateOf('demo', cookie) });
  await withoutLive(page);
  await page.goto('/devices');
  await openSettings(page);
  const dialog = page.getByRole('dialog', { name: 'Settings', exact: true });
  const zone = dialog.getByRole('combobox', { name: 'Time zone' });
  await zone.fill('lisbon');
  await page.getByRole('option', { name: 'Europe/Lisbon', exact: true }).click();
  await dialog.getByRole('radio', { name: 'Dark' }).check();
  await endBeforeWrite(page, cookie);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('What you typed in “Settings” is kept in this tab.')).toBeVisible();

  await signInAs(page, username);
  await expect(page).toHaveURL('/devices');
  await openSettings(page);
  await expect(dialog.getByRole('radio', { name: 'System' })).toBeChecked();
  await note(page).getByRole('button', { name: 'Restore' }).click();
  await expect(dialog.getByRole('radio', { name: 'Dark' })).toBeChecked();
  await expect(zone).toHaveValue('Europe/Lisbon');
  await expect(note(page)).toHaveCount(0);
  await saying(page, 'Your settings have been saved.', () => dialog.getByRole('button', { name: 'Save' }).click());
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('another profile never sees the typed values', async ({ open, api, problems }) => {
  problems.allow(noSingleSignOn, /401/);
  const { device, page } = await endUnderDevice({ open, api }, 'For the eyes of one');
  await expect(page).toHaveURL('/username');
  // the browser asks before it discards kept input, because the page is unloaded
  page.on('dialog', (dialog) => void dialog.accept());
  await signInAs(page, 'manager');
  await expect(page).toHaveURL('/dashboard');
  await page.goto(`/devices?open=${device.id}`);
  await expect(drawer(page, device.name)).toBeVisible();
  await expect(note(page)).toHaveCount(0);
  await expect(page.getByText('For the eyes of one')).toHaveCount(0);
});

test(
  'single sign-on leaves the page only after a warning about unsaved values',
  nightly,
  async ({ open, api, problems }) => {
    problems.expect(new RegExp(`401.*${devices.list.path}`));
    const { device, page } = await endUnderDevice({ open, api }, 'Lost by single sign-on');
    await expect(page).toHaveURL('/username');

    const provider = 'https://login.example/authorize';
    await page.route(`${provider}**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>There</title>' }),
    );
    await page.route('**/api/v1/login/sso?*', (route) => route.fulfill({ json: { data: { url: provider } } }));
    await page.locator('[name=username]').fill('admin');
    await page.keyboard.press('Enter');
    const warning = page.getByRole('alert').filter({ hasText: `What you typed in “${device.name}” will be lost` });
    await expect(warning).toBeVisible();
    await expect(page).toHaveURL('/username');
    // the browser does not ask again once the notice has been read
    let requests = 0;
    page.on('dialog', (dialog) => (requests++, void dialog.accept()));
    await warning.getByRole('button').click();
    await expect(page).toHaveURL(provider);
    expect(requests).toBe(0);
  },
);

test(
  'a tab notices a sign-out in another tab and returns to its page after the next sign-in',
  nightly,
  async ({ open, problems }) => {
    problems.allow(noSingleSignOn, /401/);
    const first = await open(null, { storageState: await freshState('demo', 'clerk') });
    await withoutLive(first);
    await first.goto('/activity');
    const second = await first.context().newPage();
    await withoutLive(second);
    await second.goto('/devices?custom_view=Locks');
    await totalRows(second);
    await signOut(first);
    await expect(second).toHaveURL('/username');
    await expect(second.getByRole('alert')).toHaveText('You signed out in another tab.');
    await signInAs(second, 'clerk');
    await expect(second).toHaveURL('/devices?custom_view=Locks');
  },
);

test(
  'a tab notices a sign-in of another profile in another tab before its next request',
  nightly,
  async ({ open, problems }) => {
    problems.allow(/409/);
    const first = await open(null, { storageState: await freshState('demo', 'admin') });
    await withoutLive(first);
    const unread = first.waitForResponse((response) => new URL(response.url()).pathname === inbox.unread.path);
    await first.goto('/activity');
    await totalRows(first);
    // views and unread entries are counted once the rows are there
    await expect(viewTab(first, 'Overview')).toHaveText(/\d/);
    await unread;
    const requests: string[] = [];
    first.on('request', (request) => requests.push(new URL(request.url()).pathname));
    const { cookies } = await freshState('demo', 'manager');
    await first.context().addCookies(cookies);
    const second = await first.context().newPage();
    await withoutLive(second);
    await second.goto('/activity');
    await expect(first.getByRole('alert').filter({ hasText: 'Another person signed in' })).toBeVisible();
    await expect(first.getByRole('table')).toHaveCount(0);
    // apart from late chunks of the page
    expect(requests.filter((path) => path.startsWith('/api/') && path !== live.stream.path)).toEqual([]);
  },
);

test(
  'a tab of a replaced profile shows none of its data and sends nothing as the new one',
  nightly,
  async ({ open, api, problems }) => {
    problems.allow(/409/);
    const device = await newDevice(await api('admin'));
    const page = await open(null, { storageState: await freshState('demo', 'admin') });
    await withoutLive(page);
    await page.goto(`/devices?open=${device.id}`);
    const form = drawer(page, device.name);
    await form.getByRole('textbox', { name: 'Name' }).fill('Sent as another person');
    // the next tab signed in another profile, and neither that tab nor a call of its own informed this one
    const { cookies } = await freshState('demo', 'manager');
    const noReading: Parameters<Page['route']>[1] = (route) =>
      route.request().method() === 'GET' ? undefined : route.continue();
    await page.route('**/api/v1/**', noReading);
    await page.context().addCookies(cookies);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Another person signed in' })).toBeVisible();
    await expect(page.getByText(device.name)).toHaveCount(0);
    await page.unroute('**/api/v1/**', noReading);
    const call = await api('admin');
    expect((await call(devices.get, { params: { id: device.id } })).data.name).toBe(device.name);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('button', { name: /^Your account/ })).not.toContainText('Alex Morgan');
  },
);
