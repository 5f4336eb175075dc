import { devices } from '@keyward/contract/devices';
import { groups } from '@keyward/contract/groups';
import { invitations } from '@keyward/contract/invitations';
import { secureKeys } from '@keyward/contract/onepass';
import { pins } from '@keyward/contract/pins';
import { profiles } from '@keyward/contract/profiles';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { type Call, send } from './calls.ts';
import { playController } from './controllers.ts';
import { drawer, row } from './list.ts';
import { expect, nightly, test } from './people.ts';
import { findRole } from './roles.ts';
import { newDevice } from './things.ts';

// only these tests play its controllers
test.use({ tenant: 'harbor' });
test.describe.configure({ mode: 'serial' });

const button = (of: Locator | Page, name: string) => of.getByRole('button', { name, exact: true });
const tracker = (of: Locator, name: string | RegExp = 'At the OKMs') => of.getByRole('region', { name });
type Played = Awaited<ReturnType<typeof playController>>;
const dayMs = 86_400_000;

// in English, regardless of the language of its administrator
test.beforeEach(({ page }) => page.route('**/api/v1/me/settings', (route) => route.fulfill({ json: { data: [] } })));

/** A store, its two OKMs, of which the first serves its devices, and the values for a person there. */
async function openStore(call: Call) {
  const { data: definitions } = await call(groups.definitions, {});
  const location = definitions.find((one) => one.is_location);
  const department = definitions.find(({ label }) => label === 'Department');
  const store = location?.values[0]?.name ?? '';
  const lock = await newDevice(call, { type: 'RAC lock', tags: { Location: [store] } });
  const { controller } = (await call(devices.get, { params: { id: lock.id } })).data;
  const query = { device_class: 'OKM', [`tags.${location?.id}`]: store };
  const { data: okms } = await call(devices.list, { query });
  const own = okms.find(({ id }) => id === controller?.id);
  const other = okms.find(({ id }) => id !== controller?.id);
  if (!own || !other || !location || !department) throw new Error('the store has no two OKMs');
  const tagsOf = (group?: string) => [
    { tagId: location.id, values: [store] },
    ...(group ? [{ tagId: department.id, values: [group] }] : []),
  ];
  async function person(name: string) {
    const role = await findRole(call, 'OKM user');
    const username = `held.${crypto.randomUUID().slice(0, 8)}`;
    const { data } = await call(profiles.create, {
      body: { name, username, roles: role ? [role.id] : [], tags: tagsOf() },
    });
    return data;
  }
  return { lock, own, other, tagsOf, person, group: department.values[0]?.name ?? '' };
}

/** Waits for the verifier of a PIN, which comes a moment later and changes the person's entry once more. */
const untilVerified = ({ fetch }: Played, id: string) =>
  expect
    .poll(async () => (await fetch()).people.find((one) => one.id === id)?.verifier ?? null, { timeout: 20_000 })
    .not.toBeNull();

/** Other tests change settings that the entries of all people depend on: an entry may change again after it is held. */
const syncUntil = (controllers: readonly Played[], shown: Locator, text: string) =>
  expect(async () => {
    for (const controller of controllers) await controller.sync();
    await expect(shown).toContainText(text, { timeout: 3000 });
  }).toPass({ timeout: 20_000 });

test('the drawer of a profile follows a change until the OKMs have confirmed it', nightly, async ({ page, api }) => {
  const call = await api('admin', 'harbor');
  const { own, other, tagsOf, person, group } = await openStore(call);
  const [first, second] = [await playController(call, 'harbor', own), await playController(call, 'harbor', other)];
  const { id, name } = await person('Tracked person');
  await untilVerified(first, id);
  await page.goto(`/users?open=${id}`);
  const shown = tracker(drawer(page, name));
  await syncUntil([first, second], shown, 'Works at 2 of 2 OKMs');
  await expectAccessible(page);
  await button(drawer(page, name), 'Reset PIN').click();
  await button(drawer(page, 'Reset PIN'), 'Reset PIN').click();
  await expect(shown).toContainText('Works at 0 of 2 OKMs');
  await expect(shown.getByRole('listitem').first()).toContainText('Until');
  await untilVerified(first, id);
  await expect(shown.getByRole('listitem').filter({ hasText: own.name })).toContainText('Delivered');
  await syncUntil([first], shown, 'Works at 1 of 2 OKMs');
  await syncUntil([first, second], shown, 'Works at 2 of 2 OKMs');

  const validUntil = new Date(Date.now() + 9 * dayMs).toISOString();
  for (const change of [{ valid_until: validUntil }, { name: 'Renamed person', tags: tagsOf(group) }]) {
    await call(profiles.update, { params: { id }, body: change });
    await expect(shown).toContainText('Works at 0 of 2 OKMs');
    await syncUntil([first], shown, 'Works at 1 of 2 OKMs');
    await syncUntil([first, second], shown, 'Works at 2 of 2 OKMs');
  }
});

test(
  'the drawer of an OKM says that its state could not be read, and can retry',
  nightly,
  async ({ page, api, problems }) => {
    problems.expect(/503.*\/propagation/);
    const { own } = await openStore(await api('admin', 'harbor'));
    const answers = '**/propagation';
    const json = { errors: [{ code: 'unavailable', detail: 'x' }] };
    await page.route(answers, (route) => route.fulfill({ status: 503, json }));
    await page.goto(`/devices?open=${own.id}`);
    const shown = tracker(drawer(page, own.name));
    await expect(shown).toContainText('What the OKMs have could not be checked.', { timeout: 20_000 });
    await page.unroute(answers);
    await button(shown, 'Try again').click();
    await expect(tracker(drawer(page, own.name), 'Access at this OKM')).toBeVisible();
    await expect(shown).toHaveCount(0);
  },
);

test('the drawer of a device follows a change until its OKM has confirmed it', nightly, async ({ page, api }) => {
  const call = await api('admin', 'harbor');
  const { lock, own, tagsOf, group } = await openStore(call);
  const controller = await playController(call, 'harbor', own);
  await page.goto(`/devices?open=${lock.id}`);
  const shown = tracker(drawer(page, lock.name), `Access through ${own.name}`);
  await syncUntil([controller], shown, 'Works at 1 of 1 OKM');
  await call(devices.update, { params: { id: lock.id }, body: { name: lock.name, tags: tagsOf(group) } });
  await expect(shown).toContainText('Works at 0 of 1 OKM');
  await expect(shown).toContainText(/Behind by \d+ change/);
  await expectAccessible(page);
  await syncUntil([controller], shown, 'Works at 1 of 1 OKM');
  await syncUntil([controller], shown, 'In sync');
});

test(
  'the drawers of a key and of its invitation follow a cancellation until the OKM has confirmed it',
  nightly,
  async ({ page, api }) => {
    const call = await api('admin', 'harbor');
    const { lock, own } = await openStore(call);
    const controller = await playController(call, 'harbor', own);
    const key = await call(secureKeys.create, { body: { serial: lock.serial_number, duration: 120, count: 2 } });
    const body = { email: `tracked.${key.id}@example.com`, secure_key_ids: [key.id], notes: '' };
    const { data: invite } = await call(invitations.create, { body });
    await page.goto(`/onepass?open=${key.id}`);
    const ofKey = tracker(drawer(page, key.id));
    await expect(ofKey).toContainText('Works at 0 of 1 OKM');
    await syncUntil([controller], ofKey, 'Works at 1 of 1 OKM');
    await call(invitations.cancel, { params: { id: invite.id } });
    await expect(ofKey).toContainText('Taken away. 1 OKM has not confirmed it yet.');
    await expect(ofKey).toContainText('this OKM may still use its previous access');
    await expect(drawer(page, key.id)).toContainText('Deactivated');
    await expectAccessible(page);
    await page.goto(`/onepass?tab=Invitations&open=${invite.id}`);
    const ofInvitation = drawer(page, body.email);
    await expect(ofInvitation).toContainText('Taken away. 1 OKM has not confirmed it yet.');
    await expect(ofInvitation.getByRole('region', { name: 'Use', exact: true })).toContainText('Deactivated');
    await controller.sync();
    await expect(ofInvitation.getByText('Taken away.')).toHaveCount(0);
  },
);

test('revoking a token offers to reset the PINs that the OKM was handed', nightly, async ({ page, api }) => {
  const call = await api('admin', 'harbor');
  const { own, person } = await openStore(call);
  const controller = await playController(call, 'harbor', own);
  const { token } = controller;
  const { id } = await person('Handed person');
  const pin = async () => (await call(pins.show, { params: { id } })).data;
  const before = await pin();
  await untilVerified(controller, id);

  await page.goto(`/devices?open=${own.id}`);
  const tokens = drawer(page, own.name).getByRole('region', { name: 'Controller tokens' });
  await button(tokens, `Revoke token ${token.token.slice(0, 8)}`).click();
  await expect(tokens.getByText('This OKM was handed the PIN')).toHaveCount(0);
  await button(tokens, 'Revoke token').click();
  const offer = tokens.getByRole('group', { name: /^This OKM was handed the PINs of \d+ people/ });
  await expect(offer).toContainText('if the OKM may be in the wrong hands');
  await expectAccessible(page);
  await offer.getByRole('button', { name: /^Reset \d+ PINs$/ }).dblclick();
  await expect(page.getByText(/^\d+ PINs reset$/).first()).toBeVisible();
  expect(await pin()).not.toBe(before);
});

/** Opens the view of waiting OKMs, which shows this one if it waits. */
async function openWaiting(page: Page, okm: { serial_number: string }) {
  await page.goto(`/devices?custom_view=Waiting+for+OKMs&search=${okm.serial_number}`);
  await expect(page.getByText(/total rows?$|No records found/).first()).toBeVisible();
}

test('an OKM is in the view of waiting OKMs until it has confirmed a change', nightly, async ({ page, api }) => {
  const call = await api('admin', 'harbor');
  const { own, person } = await openStore(call);
  const controller = await playController(call, 'harbor', own);
  const { id } = await person('Waiting person');
  await untilVerified(controller, id);
  const waits = row(page, own.name);
  await call(profiles.update, { params: { id }, body: { name: 'Waiting person, renamed' } });
  await expect(async () => {
    await openWaiting(page, own);
    await expect(waits).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 20_000 });
  await expect(page.getByText('OKMs at which the latest changes do not work yet.')).toBeVisible();
  await expect(async () => {
    await controller.sync();
    await openWaiting(page, own);
    await expect(waits).toHaveCount(0, { timeout: 2000 });
  }).toPass({ timeout: 20_000 });
});

test(
  'each drawer says that an OKM refused, is out of sync or is not heard from, until it confirms late',
  nightly,
  async ({ page, api }) => {
    const call = await api('admin', 'harbor');
    const { lock, own, person } = await openStore(call);
    const controller = await playController(call, 'harbor', own);
    const { id, name } = await person('Refused person');
    const key = await call(secureKeys.create, { body: { serial: lock.serial_number, duration: 120, count: 2 } });
    const body = { email: `refused.${key.id}@example.com`, secure_key_ids: [key.id], notes: '' };
    await call(invitations.create, { body });
    await untilVerified(controller, id);
    const drawers = [
      [`/devices?open=${own.id}`, tracker(drawer(page, own.name), 'Access at this OKM'), 'In sync'],
      [`/devices?open=${lock.id}`, tracker(drawer(page, lock.name), `Access through ${own.name}`), 'In sync'],
      [`/users?open=${id}`, tracker(drawer(page, name)).getByRole('listitem').filter({ hasText: own.name }), 'Works'],
      [`/onepass?open=${key.id}`, tracker(drawer(page, key.id)).getByRole('listitem'), 'Works'],
    ] as const;
    const inEach = async (text?: string) => {
      for (const [path, shown, synced] of drawers) {
        await page.goto(path);
        await expect(shown).toContainText(text ?? synced);
      }
    };
    const [okmPath, ofOkm] = drawers[0];
    await page.goto(okmPath);
    await syncUntil([controller], ofOkm, 'In sync');

    await call(profiles.update, { params: { id }, body: { name } });
    await call(profiles.update, { params: { id }, body: { valid_until: new Date(Date.now() + dayMs).toISOString() } });
    await expect(ofOkm).toContainText(/Behind by \d+ change.*since /);
    await controller.fetch();
    await controller.confirm({ refused: 'The list is full' });
    await inEach('Refused: The list is full');
    await openWaiting(page, own);
    await expect(row(page, own.name)).toBeVisible();

    await controller.confirm({ digest: 'b'.repeat(64) });
    await inEach('Out of sync. Everything is being sent again');
    await expectAccessible(page);

    // the server reports this after a minute at the earliest
    const silence = '**/propagation';
    await page.route(silence, async (route) => {
      const { pathname } = new URL(route.request().url());
      const { cookie = '' } = await route.request().allHeaders();
      const { data } = JSON.parse((await send('harbor', 'GET', pathname, { headers: { cookie } })).text);
      const since = new Date(Date.now() - dayMs).toISOString();
      const isSilent = (okm: object) => ({ ...okm, condition: 'unheard', since, late: true });
      const at = data.at.map((held: { okm: object }) => ({ ...held, okm: isSilent(held.okm) }));
      const okm = data.okm && isSilent(data.okm);
      await route.fulfill({ json: { data: { ...data, at, ...(okm ? { okm } : {}) } } });
    });
    await inEach('Not heard from since');
    await page.goto(okmPath);
    await expect(ofOkm).toContainText('Late');
    await page.unroute(silence);

    await syncUntil([controller], ofOkm, 'In sync');
    await expect(ofOkm).not.toContainText('Late');
    await inEach();
  },
);
