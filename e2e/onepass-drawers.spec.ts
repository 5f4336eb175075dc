import { auth } from '@keyward/contract/auth';
import { type Invite, invitations } from '@keyward/contract/invitations';
import { type SecureKey, secureKeys } from '@keyward/contract/onepass';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import type { Call } from './calls.ts';
import { drawer, row, rowLink, totalRows } from './list.ts';
import { expect, nightly, test } from './people.ts';
import { newDevice, newNames } from './things.ts';

const address = () => `guest${newNames('').serial.toLowerCase()}@example.com`;
const button = (of: Locator | Page, name: string) => of.getByRole('button', { name, exact: true });
const text = (of: Locator, words: string) => of.getByText(words, { exact: true }).first();

/** DD/MM/YYYY HH:mm in UTC. */
const inList = (instant: string) => instant.replace(/^(\d+)-(\d+)-(\d+)T(\d+:\d+).*$/, '$3/$2/$1 $4');

async function newKey(call: Call, { tags = {}, minutes = 2880, count = 3 } = {}) {
  const device = await newDevice(call, { type: 'IR padlock 2.0', tags });
  const body = { serial: device.serial_number, duration: minutes, count };
  return (await call(secureKeys.create, { body })).data;
}

test(
  'a key that expires while its drawer is open says so, and offers no invitation any more',
  nightly,
  async ({ page, api }) => {
    const key = await newKey(await api('admin'));
    // the server's clock is not the test's; the time runs from the first answer, however long the page takes to load
    let end: string | undefined;
    await page.route(`**${secureKeys.get.path.replace(':id', key.id)}`, async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: SecureKey }; // the contract's reply
      end ??= new Date(Date.now() + 4_000).toISOString();
      const status = Date.now() < Date.parse(end) ? 'active' : 'expired';
      await route.fulfill({ response, json: { data: { ...data, expiration_timestamp: end, status } } });
    });
    await page.goto(`/onepass?open=${key.id}`);
    const shown = drawer(page, key.id);
    await expect(text(shown, 'Active')).toBeVisible();
    await expect(button(shown, 'Create invitation')).toBeVisible();
    await expect(text(shown, 'Expired')).toBeVisible();
    await expect(button(shown, 'Create invitation')).toHaveCount(0);
    await expect(shown.getByText('No invitation gives this key to anyone.')).toBeVisible();
  },
);

const unknown = '00000000-0000-4000-8000-000000000000';
for (const { of, path, list, title, failed, gone, back } of [
  {
    of: 'a key',
    path: secureKeys.get.path,
    list: '/onepass',
    title: unknown,
    failed: 'The key could not be loaded.',
    gone: 'This key no longer exists',
    back: 'Back to keys',
  },
  {
    of: 'an invitation',
    path: invitations.get.path,
    list: '/onepass?tab=Invitations',
    title: 'Invitation',
    failed: 'The invitation could not be loaded.',
    gone: 'This invitation no longer exists',
    back: 'Back to invitations',
  },
]) {
  test(
    `the drawer of ${of} says that it could not be loaded, or that it no longer exists`,
    nightly,
    async ({ page, problems }) => {
      problems.expect(/status of 500/);
      problems.expect(/404.*\/api\/v1\/secure-key/);
      const call = `**${path.replace(':id', unknown)}`;
      await page.route(call, (route) =>
        route.fulfill({ status: 500, json: { errors: [{ code: 'internal', detail: 'broken' }] } }),
      );
      await page.goto(`${list}${list.includes('?') ? '&' : '?'}open=${unknown}`);
      const shown = drawer(page, title);
      await expect(shown.getByText(failed)).toBeVisible();
      await page.unroute(call);
      await button(shown, 'Try again').click();
      await expect(shown.getByText(gone)).toBeVisible();
      await button(shown, back).click();
      await expect(shown).toHaveCount(0);
    },
  );
}

test('the drawer of an invitation has a badge for its state and one for its delivery', nightly, async ({ page }) => {
  // invitations of the demo
  const people = {
    'nina.lang': ['New', 'Queued'],
    'greta.holm': ['New', 'Delayed'],
    'no.such.box': ['New', 'Refused'],
    'li.wei': ['New', 'Opened'],
    'elena.rossi': ['Used', 'Accepted'],
    'mia.keller': ['Deactivated', 'Accepted'],
  };
  for (const [name, badges] of Object.entries(people)) {
    const email = `${name}@example.com`;
    await page.goto(`/onepass?tab=Invitations&search=${name}`);
    await rowLink(row(page, email)).click();
    const shown = drawer(page, email);
    for (const badge of badges) await expect(text(shown, badge)).toBeVisible();
    const isOver = badges.includes('Deactivated');
    await expect(button(shown, 'Resend invitation')).toHaveCount(badges.includes('New') ? 1 : 0);
    await expect(button(shown, 'Deactivate invitation')).toHaveCount(isOver ? 0 : 1);
  }
  await expectAccessible(page);
});

test(
  'the drawer of an invitation lists its keys with a column for each tag, and when each ends',
  nightly,
  async ({ page, api }) => {
    const call = await api('admin');
    const first = await newKey(call, { tags: { Department: ['Denim'], Fixture: ['Bay 7'] }, count: 255 });
    const second = await newKey(call, { minutes: 60, count: 1 });
    const email = address();
    const body = { email, secure_key_ids: [first.id, second.id], notes: 'Two doors.\nRing first.' };
    const { data: invite } = await call(invitations.create, { body });
    await page.goto(`/onepass?tab=Invitations&open=${invite.id}`);
    const shown = drawer(page, email);
    await expect(shown.getByText('Two doors.')).toBeVisible();
    const table = shown.getByRole('table');
    await expect(table.getByRole('columnheader')).toHaveText([
      'Key ID',
      'Device',
      'Location',
      'Department',
      'Fixture',
      'Max uses',
      'Expiration date',
    ]);
    const lastSent = `Last sent${inList(invite.sent_at ?? 'never')}`;
    await expect(shown).toContainText(lastSent);
    for (const key of [first, second]) {
      const line = table.getByRole('row').filter({ hasText: key.id });
      await expect(line).toContainText(key.device.name);
      await expect(line.getByRole('cell', { name: `${key.count}`, exact: true })).toBeVisible();
      await expect(line).toContainText(inList(key.expiration_timestamp));
    }
    await expect(table.getByRole('row').filter({ hasText: first.id })).toContainText('Bay 7');
    await expectAccessible(page);
    // a key that was given names its invitation
    await page.goto(`/onepass?open=${second.id}`);
    const given = drawer(page, second.id).getByRole('region', { name: 'Invitation', exact: true });
    await expect(given).toContainText(invite.id);
    await expect(given).toContainText(email);
    await expect(given).toContainText(lastSent);
    await expect(button(drawer(page, second.id), 'Create invitation')).toHaveCount(0);
  },
);

test(
  'a key that has expired works nowhere, while another key of its invitation does',
  nightly,
  async ({ page, api }) => {
    const call = await api('admin');
    const [ended, open] = [await newKey(call), await newKey(call)];
    const email = address();
    const { data: invite } = await call(invitations.create, { body: { email, secure_key_ids: [ended.id, open.id] } });
    await page.route(`**${invitations.get.path.replace(':id', invite.id)}`, async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: Invite }; // the contract's reply
      const keys = data.secure_keys.map((key) =>
        key.id === ended.id ? { ...key, expiration_timestamp: new Date(Date.now() - 60_000).toISOString() } : key,
      );
      await route.fulfill({ response, json: { data: { ...data, secure_keys: keys } } });
    });
    await page.goto(`/onepass?tab=Invitations&open=${invite.id}`);
    const shown = drawer(page, email);
    await expect(shown.getByRole('table')).toContainText(ended.device.name);
    await expect(shown.getByRole('region', { name: `${open.device.name} · At the OKMs` })).toBeVisible();
    await expect(shown.getByRole('region', { name: `${ended.device.name} · At the OKMs` })).toHaveCount(0);
  },
);

test('without the feature there is no section, no page and no part of a drawer', nightly, async ({ page, api }) => {
  const lock = await newDevice(await api('admin'), { type: 'IR padlock 2.0' });
  await page.route(`**${auth.me.path}`, async (route) => {
    const response = await route.fetch();
    const { data, ...rest } = (await response.json()) as { data: object }; // the contract's reply
    await route.fulfill({ response, json: { ...rest, data: { ...data, enabledFeatures: [] } } });
  });
  await page.goto(`/devices?open=${lock.id}`);
  const form = drawer(page, lock.name);
  await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toBeVisible();
  await expect(form.getByRole('region', { name: 'OnePASS' })).toHaveCount(0);
  await page.goto('/devices');
  await totalRows(page);
  await expect(page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'OnePASS' })).toHaveCount(
    0,
  );
  for (const path of ['/onepass', '/onepass?tab=Invitations']) {
    await page.goto(path);
    await expect(page.getByText('You do not have permission to view this page.')).toBeVisible();
  }
});
