import { activity } from '@keyward/contract/activity';
import { devices } from '@keyward/contract/devices';
import { secureKeys } from '@keyward/contract/onepass';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { chooseView, drawer, expectTotal, row, rowLink, totalRows } from './list.ts';
import { newcomer } from './newcomer.ts';
import { expect, freshState, nightly, test } from './people.ts';
import { newRole } from './roles.ts';
import { newDevice } from './things.ts';

const day = 24 * 60;
const section = (of: Locator) => of.getByRole('region', { name: 'OnePASS' });
const button = (of: Locator | Page, name: string) => of.getByRole('button', { name, exact: true });

async function openDevice(page: Page, { id, name }: { id: string; name: string }): Promise<Locator> {
  await page.goto(`/devices?open=${id}`);
  const form = drawer(page, name);
  await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toBeVisible();
  return form;
}

test('a key is made in the drawer of a compatible device', async ({ page, api }) => {
  const call = await api('admin');
  const lock = await newDevice(call, { type: 'IR padlock 2.0' });
  const part = section(await openDevice(page, lock));
  await button(part, 'Create key').click();
  await button(part, 'Save key').click();
  await expect(part.getByText('Field is required', { exact: true })).toHaveCount(1);
  await expect(part.getByText('This field is required.')).toHaveCount(1);
  const uses = part.getByRole('textbox', { name: 'Max uses' });
  for (const wrong of ['0', '256', '1.5', 'many']) {
    await uses.fill(wrong);
    await button(part, 'Save key').click();
    await expect(part.getByText('Enter a whole number from 1 to 255.')).toBeVisible();
  }
  await uses.fill('3');
  // closing the drawer asks first
  await drawer(page, lock.name).getByRole('button', { name: 'Close' }).click();
  await button(part, 'Keep editing').click();
  await expect(uses).toHaveValue('3');
  await part.getByRole('button', { name: /^Expires on/ }).click();
  const calendar = page.getByRole('dialog', { name: 'Expires on' });
  await calendar.locator('button[aria-current="date"]').click();
  await expectAccessible(page);
  await button(calendar, 'Done').click();
  await expect(button(part, 'Create invitation')).toHaveCount(0);
  await button(part, 'Save key').dblclick();
  await expect(part.getByText('OnePASS key created successfully!')).toBeVisible();
  await expect(uses).toBeDisabled();
  await expect(button(part, 'Create invitation')).toBeVisible();
  await expectAccessible(page);
  // a button that would discard a typed invitation is not shown beside its form
  await expect(button(part, 'Create another key')).toBeVisible();
  await button(part, 'Create invitation').click();
  await expect(part.getByRole('form', { name: 'New invitation' })).toBeVisible();
  await expect(button(part, 'Create another key')).toHaveCount(0);
  await button(part, 'Cancel').click();
  await expect(button(part, 'Create another key')).toBeVisible();
  // a double click makes one key
  const { data } = await call(secureKeys.list, { query: { serial_number: lock.serial_number } });
  expect(data).toMatchObject([{ count: 3, uses: 0, status: 'active', device_name: lock.name }]);
  await part.getByRole('link', { name: 'Show key' }).click();
  await expect(drawer(page, data[0]?.id ?? '')).toContainText(lock.serial_number);
});

test(
  'a time outside the limits becomes the first or the last one when its input is left',
  nightly,
  async ({ open, api }) => {
    const lock = await newDevice(await api('admin'), { type: 'IR padlock 2.0' });
    const page = await open('admin', { timezoneId: 'UTC' });
    // the calendar ends after 45 days, its first and its last day at this minute
    await page.clock.setFixedTime(`${new Date().toISOString().slice(0, 10)}T12:34:00Z`);
    const part = section(await openDevice(page, lock));
    await button(part, 'Create key').click();
    const field = part.getByRole('button', { name: /^Expires on/ });
    await field.click();
    const calendar = page.getByRole('dialog', { name: 'Expires on' });
    const [hours, minutes] = [calendar.getByLabel('End time, hours'), calendar.getByLabel('End time, minutes')];
    const becomes = async (typed: [string, string], time: [string, string]) => {
      await hours.fill(typed[0]);
      await minutes.fill(typed[1]);
      await minutes.press('Tab');
      await expect(hours).toHaveValue(time[0]);
      await expect(minutes).toHaveValue(time[1]);
    };
    const next = calendar.getByRole('button', { name: 'Next month' });
    while (await next.isEnabled()) await next.click();
    await calendar.locator('td button:enabled:not([data-outside])').last().click();
    await becomes(['23', '58'], ['12', '34']);
    await becomes(['12', '33'], ['12', '33']);
    const previous = calendar.getByRole('button', { name: 'Previous month' });
    while (await previous.isEnabled()) await previous.click();
    await calendar.locator('button[aria-current="date"]').click();
    await becomes(['00', '05'], ['12', '35']);
    await button(calendar, 'Done').click();
    await expect(field).toContainText('12:35');
  },
);

test('a device that no key opens has no OnePASS section', nightly, async ({ page, api }) => {
  const plain = await newDevice(await api('admin'), { type: 'Cabinet lock' });
  const form = await openDevice(page, plain);
  await expect(form.getByRole('heading', { name: 'Reported state' })).toBeVisible();
  await expect(section(form)).toHaveCount(0);
});

test('the list shows keys, and each opens in a wide drawer', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const lock = await newDevice(call, { type: 'RAC lock', tags: { Fixture: ['Bay 7'] } });
  const body = { serial: lock.serial_number, duration: 2 * day, count: 5 };
  const { id } = await call(secureKeys.create, { body });
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'OnePASS' }).click();
  await expect(page).toHaveURL('/onepass');
  await expect(page.getByRole('heading', { level: 1, name: 'Manage Temporary Access' })).toBeVisible();
  await page.goto(`/onepass?search=${lock.serial_number}`);
  await expectTotal(page, 1);
  await expect(row(page, lock.name)).toContainText('Active');
  await expectAccessible(page);
  await rowLink(row(page, lock.name)).click();
  const key = drawer(page, id);
  for (const text of [lock.name, lock.serial_number, 'RAC lock', 'Bay 7', 'OnePASS settings', '0 of 5'])
    await expect(key.getByText(text, { exact: true })).toBeVisible();
  await expect(key.getByText('No invitation gives this key to anyone.')).toBeVisible();
  await expectAccessible(page);
  await key.getByRole('link', { name: lock.name }).click();
  await expect(page).toHaveURL(`/devices?open=${lock.id}`);

  await page.goto('/onepass');
  await chooseView(page, 'Without invitation');
  await expect(page).toHaveURL(/custom_view=Without/);
  await expect(page.getByRole('table')).not.toHaveAttribute('aria-busy', 'true');
  await totalRows(page);
  // a new key is announced below the rows, which stay as they are; other tests make keys as well
  await call(secureKeys.create, { body });
  await expect(page.getByText(/^\d+ new keys?$/)).toBeVisible();
  await button(page, 'Add key').click();
  await expect(page).toHaveURL(/\/devices\?custom_view=OnePASS/);
});

test('the creation of a key is in the activity', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const lock = await newDevice(call, { type: 'IR padlock 2.0' });
  const { id } = await call(secureKeys.create, { body: { serial: lock.serial_number, duration: day, count: 2 } });
  const { data } = await call(activity.list, { query: { entity_id: id } });
  await page.goto(`/activity?open=${data[0]?.id}`);
  const details = drawer(page, 'Activity Details');
  for (const text of ['OnePASS key created', 'OnePASS key', 'Max uses', lock.serial_number])
    await expect(details.getByText(text, { exact: true }).first()).toBeVisible();
});

test(
  'a profile with OnePASS alone lands there; a profile without it has no access',
  nightly,
  async ({ api, browser }) => {
    const call = await api('admin');
    const role = await newRole(call, { 'SECURE-KEYS': 'READ', 'ALL-DATA-ACCESS': 'TRUE' });
    const { username } = await newcomer(call, 'demo', role.name);
    const context = await browser.newContext({ storageState: await freshState('demo', username) });
    const theirs = await context.newPage();
    await theirs.goto('/');
    await expect(theirs).toHaveURL('/onepass');
    await expect(theirs.getByRole('heading', { level: 1, name: 'Manage Temporary Access' })).toBeVisible();
    await expect(button(theirs, 'Add key')).toHaveAttribute('aria-disabled', 'true');
    await context.close();

    const clerk = await browser.newContext({ storageState: await freshState('demo', 'clerk') });
    const clerks = await clerk.newPage();
    await clerks.goto('/onepass');
    await expect(clerks.getByText('You do not have permission to view this page.')).toBeVisible();
    await expect(clerks.getByRole('link', { name: 'OnePASS' })).toHaveCount(0);
    await clerk.close();
  },
);

test(
  'Ctrl+Enter saves the key or sends the invitation, and does not save their device',
  nightly,
  async ({ page, api }) => {
    const call = await api('admin');
    const lock = await newDevice(call, { type: 'IR padlock 2.0' });
    const form = await openDevice(page, lock);
    const name = form.getByRole('textbox', { name: 'Name', exact: true });
    const part = section(form);
    await name.fill(`${lock.name} renamed`);
    await button(part, 'Create key').click();
    await part.getByRole('textbox', { name: 'Max uses' }).fill('3');
    await part.getByRole('button', { name: /^Expires on/ }).click();
    const calendar = page.getByRole('dialog', { name: 'Expires on' });
    await calendar.locator('button[aria-current="date"]').click();
    // the calendar is outside the form on the page, and a part of it all the same
    await page.keyboard.press('Control+Enter');
    await expect(part.getByText('OnePASS key created successfully!')).toBeVisible();
    await button(part, 'Create invitation').click();
    await part
      .getByRole('form', { name: 'New invitation' })
      .getByLabel('Email')
      .fill(`${crypto.randomUUID()}@example.com`);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('Invitation sent')).toBeVisible();
    await expect(name).toHaveValue(`${lock.name} renamed`);
    const { data } = await call(devices.get, { params: { id: lock.id } });
    expect(data.name).toBe(lock.name);
  },
);
