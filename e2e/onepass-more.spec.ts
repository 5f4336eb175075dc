import { invitations } from '@keyward/contract/invitations';
import { type SecureKeyRow, secureKeys } from '@keyward/contract/onepass';
import { auth } from '@keyward/contract/auth';
import { roles } from '@keyward/contract/roles';
import type { Page, Route } from '@playwright/test';
import { signInAs } from './account.ts';
import { type Call, send } from './calls.ts';
import { cookieOf, endBeforeWrite, note } from './ending.ts';
import { drawer, expectTotal, withoutLive, totalRows } from './list.ts';
import { newcomer } from './newcomer.ts';
import { expect, freshState, nightly, noSingleSignOn, test } from './people.ts';
import { button as buttonOf, given, newRole } from './roles.ts';
import { leeds, newDevice, newNames } from './things.ts';

const address = () => `guest${newNames('').serial.toLowerCase()}@example.com`;
const alertOf = (page: Page, text: string) => page.getByText(text, { exact: true });

async function newKey(call: Call, name?: string) {
  const device = await newDevice(call, { type: 'IR padlock 2.0', ...(name ? { name } : {}) });
  const { data } = await call(secureKeys.create, { body: { serial: device.serial_number, duration: 2880, count: 3 } });
  return data;
}
async function openForm(page: Page, id: string) {
  await page.goto(`/onepass?open=${id}`);
  await drawer(page, id).getByRole('button', { name: 'Create invitation' }).click();
  return drawer(page, id).getByRole('form', { name: 'New invitation' });
}
/** The form of a new key in the drawer of a device, filled in: until today's end. */
async function fillKey(page: Page, { id, name }: { id: string; name: string }) {
  await page.goto(`/devices?open=${id}`);
  const section = drawer(page, name).getByRole('region', { name: 'OnePASS' });
  await section.getByRole('button', { name: 'Create key' }).click();
  await section.getByRole('textbox', { name: 'Max uses' }).fill('3');
  await section.getByRole('button', { name: /^Expires on/ }).click();
  const calendar = page.getByRole('dialog', { name: 'Expires on' });
  await calendar.locator('button[aria-current="date"]').click();
  await calendar.getByRole('button', { name: 'Done' }).click();
  return section;
}
/** Fails the next such write. After a 503 the outcome would not be known. */
const failing = (page: Page, path: string) =>
  page.route(`**${path}`, (route) => route.fulfill({ status: 500, json: { errors: [] } }), { times: 1 });

test(
  'a typed invitation is not lost without a question, and a double click sends it once',
  nightly,
  async ({ page, api }) => {
    const call = await api('admin');
    const [first, second] = [await newKey(call), await newKey(call)];
    const email = address();
    const form = await openForm(page, first.id);
    await form.getByLabel('Email').fill(email);
    await drawer(page, first.id).getByRole('button', { name: 'Close' }).click();
    await form.getByRole('button', { name: 'Keep editing' }).click();
    await expect(form.getByLabel('Email')).toHaveValue(email);
    // another key is added
    await form.getByRole('combobox', { name: 'Add more keys' }).fill(second.device.name);
    await page.getByRole('option', { name: second.device.name }).click();
    await page.keyboard.press('Escape');
    await form.getByRole('button', { name: 'Send invitation' }).dblclick();
    await expect(alertOf(page, 'Invitation sent')).toBeVisible();
    const { data } = await call(invitations.list, { query: { search: email } });
    expect(data.map((one) => one.devices.toSorted())).toEqual([[first.device.name, second.device.name].toSorted()]);
    await drawer(page, first.id).getByRole('button', { name: 'Close' }).click();
    await expect(drawer(page, first.id)).toHaveCount(0);
  },
);

test(
  'a key to add is found among more keys than are offered, and distinguished by its location and number',
  nightly,
  async ({ page, api }) => {
    const call = await api('admin');
    const { name } = newNames('');
    const first = await newKey(call);
    const [other, wanted] = [await newKey(call, name), await newKey(call, name)];
    // as if newer keys filled the options that are offered without a search
    await page.route(/\/api\/v1\/secure-keys\?(?!.*search=)/, async (route) => {
      const response = await route.fetch();
      const { data, ...rest } = (await response.json()) as { data: SecureKeyRow[] }; // the contract's reply
      const newer = data.filter(({ id }) => ![first.id, other.id, wanted.id].includes(id)).slice(0, 1);
      await route.fulfill({ response, json: { ...rest, data: newer, total_results: 300 } });
    });
    const form = await openForm(page, first.id);
    const email = address();
    await form.getByLabel('Email').fill(email);
    const more = form.getByRole('combobox', { name: 'Add more keys' });
    await more.click();
    await expect(form.getByText('The newest 1 of 300 keys are offered. Search for others.')).toBeVisible();
    await more.fill(wanted.device.serial_number);
    const options = page.getByRole('option', { name });
    await expect(options).toHaveCount(1);
    await more.fill(name);
    await expect(options).toHaveCount(2);
    await expect(options.filter({ hasText: other.device.serial_number })).toContainText(leeds);
    await options.filter({ hasText: wanted.device.serial_number }).click();
    await page.keyboard.press('Escape');
    // reads after the invitation is sent may outlast the test
    await page.unrouteAll({ behavior: 'wait' });
    await form.getByRole('button', { name: 'Send invitation' }).click();
    await expect(alertOf(page, 'Invitation sent')).toBeVisible();
    const { data } = await call(invitations.list, { query: { search: email } });
    const { secure_keys: sent } = (await call(invitations.get, { params: { id: data[0]?.id ?? '' } })).data;
    expect(sent.map(({ id }) => id).toSorted()).toEqual([first.id, wanted.id].toSorted());
  },
);

test('failures are explained, and typed values stay', nightly, async ({ page, api, problems }) => {
  problems.expect(/500.*\/cancel/, /500.*\/secure-key-invites/, /500.*\/secure-keys/);
  const call = await api('admin');
  const key = await newKey(call);
  const form = await openForm(page, key.id);
  const email = address();
  await form.getByLabel('Email').fill(email);
  await failing(page, invitations.create.path);
  await form.getByRole('button', { name: 'Send invitation' }).click();
  await expect(alertOf(page, 'Invitation not sent')).toBeVisible();
  await expect(page.getByText('There was an issue sending the email to share this key.')).toBeVisible();
  await expect(form.getByLabel('Email')).toHaveValue(email);
  await form.getByRole('button', { name: 'Send invitation' }).click();
  await expect(alertOf(page, 'Invitation sent')).toBeVisible();

  const { data } = await call(invitations.list, { query: { search: email } });
  await page.goto(`/onepass?tab=Invitations&open=${data[0]?.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Temporary Access Management' })).toBeVisible();
  await drawer(page, email).getByRole('button', { name: 'Deactivate invitation' }).click();
  await failing(page, '/cancel');
  const confirmation = drawer(page, 'Deactivate invitation');
  await confirmation.getByRole('button', { name: 'OK' }).click();
  await expect(confirmation.getByText('Failed to deactivate SecureKey invitation')).toBeVisible();

  const section = await fillKey(page, key.device);
  await failing(page, secureKeys.create.path);
  await section.getByRole('button', { name: 'Save key' }).click();
  await expect(alertOf(page, 'Failed to create secure key')).toBeVisible();
});

test(
  'a key whose answer was lost is created once, although fewer minutes remain until its end',
  nightly,
  async ({ page, api, problems }) => {
    problems.expect(/failed: POST .*\/secure-keys/, /ERR_FAILED.*\/secure-keys/, /422.*\/secure-keys/);
    const call = await api('admin');
    const device = await newDevice(call, { type: 'IR padlock 2.0' });
    await page.clock.install();
    const section = await fillKey(page, device);
    const lostAnswer = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route(`**${secureKeys.create.path}`, lostAnswer, { times: 1 });
    await section.getByRole('button', { name: 'Save key' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'The server cannot be reached.' })).toBeVisible();
    await expect(alertOf(page, 'Failed to create secure key')).toHaveCount(0);
    await page.clock.fastForward(61_000);
    await section.getByRole('button', { name: 'Save key' }).click();
    await expect(section.getByText('OnePASS key created successfully!')).toBeVisible();
    const { data } = await call(secureKeys.list, { query: { search: device.serial_number } });
    expect(data).toHaveLength(1);
  },
);

test(
  'a profile that only reads gets no buttons; the files have their names',
  nightly,
  async ({ page, api, browser }) => {
    const call = await api('admin');
    const key = await newKey(call);
    const email = address();
    const body = { email, secure_key_ids: [key.id], notes: '' };
    const { data: invite } = await call(invitations.create, { body });
    for (const [tab, name] of [
      ['', 'onepass-keys'],
      [`?tab=Invitations&search=${email}`, 'onepass-invitations'],
    ] as const) {
      await page.goto(`/onepass${tab}`);
      // while the number of rows is unknown, a dialog of the browser asks for the file
      await totalRows(page);
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download CSV', exact: true }).click(),
      ]);
      expect(file.suggestedFilename()).toContain(name);
    }

    // the profile may edit the device, but not its keys
    const role = await newRole(call, { 'SECURE-KEYS': 'READ', DEVICES: 'EDIT', 'ALL-DATA-ACCESS': 'TRUE' });
    const { username } = await newcomer(call, 'demo', role.name);
    const context = await browser.newContext({ storageState: await freshState('demo', username) });
    const theirs = await context.newPage();
    const free = await newKey(call);
    await theirs.goto(`/onepass?open=${free.id}`);
    await expect(drawer(theirs, free.id).getByText('No invitation gives this key to anyone.')).toBeVisible();
    await expect(drawer(theirs, free.id).getByRole('button', { name: 'Create invitation' })).toHaveCount(0);
    await theirs.goto(`/devices?open=${free.device.id}`);
    const device = drawer(theirs, free.device.name);
    await expect(device.getByRole('heading', { name: 'Reported state' })).toBeVisible();
    await expect(device.getByRole('region', { name: 'OnePASS' })).toHaveCount(0);
    await theirs.goto(`/onepass?tab=Invitations&open=${invite.id}`);
    const shown = drawer(theirs, email);
    await expect(shown.getByRole('table')).toContainText(key.device.name);
    for (const button of ['Deactivate invitation', 'Resend invitation', 'Copy link'])
      await expect(shown.getByRole('button', { name: button })).toHaveCount(0);
    await context.close();
  },
);

test('a confirmation cannot be given once the permission to edit is removed', nightly, async ({ api, open }) => {
  const call = await api('admin');
  const key = await newKey(call);
  const email = address();
  const { data } = await call(invitations.create, { body: { email, secure_key_ids: [key.id], notes: '' } });
  const role = await newRole(call, { 'SECURE-KEYS': 'EDIT', 'ALL-DATA-ACCESS': 'TRUE' });
  const { username } = await newcomer(call, 'demo', role.name);
  const page = await open(null, { storageState: await freshState('demo', username) });
  await page.goto(`/onepass?tab=Invitations&open=${data.id}`);
  await drawer(page, email).getByRole('button', { name: 'Deactivate invitation' }).click();
  const ok = drawer(page, 'Deactivate invitation').getByRole('button', { name: 'OK' });
  await expect(ok).toBeEnabled();
  const body = { permissions: given({ 'SECURE-KEYS': 'READ', 'ALL-DATA-ACCESS': 'TRUE' }) };
  await call(roles.update, { params: { id: role.id }, body });
  await expect(ok).toBeDisabled();
});

// a part that suspends the drawer hides it, and then the focus finds nothing to go to
test(
  'the drawers of a key and an invitation open and take the focus before their late parts load',
  nightly,
  async ({ page, api }) => {
    const call = await api('admin');
    const key = await newKey(call);
    const email = address();
    const { data } = await call(invitations.create, { body: { email, secure_key_ids: [key.id], notes: '' } });
    await page.route('**/assets/Propagation-*.js', () => undefined);
    await page.goto(`/onepass?open=${key.id}`);
    await expect(drawer(page, key.id).locator(':focus')).toHaveCount(1);
    await page.goto(`/onepass?tab=Invitations&open=${data.id}`);
    await expect(drawer(page, email).locator(':focus')).toHaveCount(1);
  },
);

test(
  'an invitation deactivated in one tab shows as such in another, which cannot resend it',
  nightly,
  async ({ page, api, open }) => {
    const call = await api('admin');
    const key = await newKey(call);
    const email = address();
    const { data } = await call(invitations.create, { body: { email, secure_key_ids: [key.id], notes: '' } });
    const other = await open('admin');
    for (const tab of [page, other]) {
      await tab.goto(`/onepass?tab=Invitations&open=${data.id}`);
      await expect(drawer(tab, email).getByRole('button', { name: 'Resend invitation' })).toBeVisible();
    }
    await page.goto(`/onepass?tab=Invitations&open=${data.id}`);
    await drawer(page, email).getByRole('button', { name: 'Deactivate invitation' }).click();
    await drawer(page, 'Deactivate invitation').getByRole('button', { name: 'OK' }).click();
    await expect(drawer(other, email).getByRole('button', { name: 'Resend invitation' })).toHaveCount(0);
    await expect(drawer(other, email).getByRole('region', { name: 'Use', exact: true })).toContainText('Deactivated');
    await page.goto('/onepass?tab=Invitations&custom_view=Deactivated');
    await page.goto(`/onepass?tab=Invitations&custom_view=Deactivated&search=${email}`);
    await expectTotal(page, 1);
  },
);

test('an invitation submitted after the session ended is not sent', nightly, async ({ open, api, problems }) => {
  problems.allow(/40[14].*\/api\/v1\//);
  const call = await api('admin');
  const key = await newKey(call);
  const email = address();
  const state = await freshState('demo', 'admin');
  const page = await open(null, { storageState: state });
  await withoutLive(page);
  const form = await openForm(page, key.id);
  await form.getByLabel('Email').fill(email);
  const cookie = state.cookies.map(({ name, value }) => `${name}=${value}`).join();
  expect((await send('demo', 'POST', auth.logout.path, { headers: { cookie } })).status).toBe(204);
  await form.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
  expect((await call(invitations.list, { query: { search: email } })).total_results).toBe(0);
});

test('values typed for a key and for its invitation survive the session', nightly, async ({ open, api, problems }) => {
  problems.expect(noSingleSignOn, /401/);
  const call = await api('admin');
  const lock = await newDevice(call, { type: 'IR padlock 2.0' });
  const { id } = await call(secureKeys.create, { body: { serial: lock.serial_number, duration: 60, count: 2 } });
  const typed = async (path: string, opener: string, type: (page: Page) => Promise<void>, save: string) => {
    const state = await freshState('demo', 'admin');
    const page = await open(null, { storageState: state });
    await withoutLive(page);
    await page.goto(path);
    await expect(buttonOf(page, opener)).toBeVisible();
    // a drawer that opens takes the focus, and would close a calendar
    await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1);
    await buttonOf(page, opener).click();
    await type(page);
    await endBeforeWrite(page, cookieOf(state));
    await buttonOf(page, save).click();
    await signInAs(page, 'admin');
    await buttonOf(page, opener).click();
    await note(page).getByRole('button', { name: 'Restore' }).click();
    await expect(note(page)).toHaveCount(0);
    return page;
  };
  const end = (page: Page) => page.getByRole('button', { name: /^Expires on/ });
  const uses = (page: Page) => page.getByRole('textbox', { name: 'Max uses' });
  const makeKey = async (page: Page) => {
    await end(page).click();
    await page.getByRole('dialog', { name: 'Expires on' }).locator('button[aria-current="date"]').click();
    await buttonOf(page, 'Done').click();
    await uses(page).fill('3');
  };
  const key = await typed(`/devices?open=${lock.id}`, 'Create key', makeKey, 'Save key');
  await expect(uses(key)).toHaveValue('3');
  await expect(end(key)).toContainText(/\d\d:\d\d/);
  const email = (page: Page) => page.getByRole('form', { name: 'New invitation' }).getByLabel('Email');
  const invite = (page: Page) => email(page).fill('kept@example.com');
  const invitation = await typed(`/onepass?open=${id}`, 'Create invitation', invite, 'Send invitation');
  await expect(email(invitation)).toHaveValue('kept@example.com');
});
