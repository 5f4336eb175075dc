import { invitationPage } from '@keyward/contract/invitation-page';
import { invitations } from '@keyward/contract/invitations';
import type { Locale } from '@keyward/contract/locales';
import { secureKeys } from '@keyward/contract/onepass';
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import type { Call } from './calls.ts';
import { mailedCode, mailedLink } from './mail.ts';
import { expect, nightly, test } from './people.ts';
import { leeds, newDevice } from './things.ts';

const phone = { width: 390, height: 844 };
test.use({ person: null, viewport: phone });

let made = 0;
/** A mailed invitation with one key. */
async function invited(call: Call, { notes = '', locale = 'en' }: { notes?: string; locale?: Locale } = {}) {
  const device = await newDevice(call, { type: 'RAC lock' });
  const key = await call(secureKeys.create, { body: { serial: device.serial_number, duration: 120, count: 3 } });
  const email = `guest-${Date.now()}-${++made}@example.com`;
  const { data } = await call(invitations.create, { body: { email, secure_key_ids: [key.id], notes, locale } });
  return { id: data.id, email, device: device.name, link: await mailedLink(email) };
}
const button = (page: Page, name: string) => page.getByRole('button', { name });
/** The digits on screen; screen readers get them from the status. */
const code = (page: Page) => page.getByText(/^Your code: (\d ?){8}$/);
const accept = async (page: Page, link: string) => {
  await page.goto(link);
  await button(page, 'Accept').click();
  await expect(button(page, 'Show code')).toBeVisible();
};

test('a recipient without an account accepts, shows codes, and goes on in another browser', async ({
  page,
  open,
  api,
  problems,
}) => {
  const call = await api('admin');
  const { id, email, device, link } = await invited(call, { notes: 'Use the back door.' });
  const steps = async () => (await call(invitations.get, { params: { id } })).data.steps.map(({ step }) => step);
  // a scanner
  const before = await steps();
  await page.request.get(link);
  expect(await steps()).toEqual(before);

  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: 'invites you' })).toBeVisible();
  await expect(page).toHaveURL('/apps/onepass/invitation');
  await expect(page.getByRole('heading', { name: device, exact: true })).toBeVisible();
  await expect(page.getByText('3 of 3 uses left')).toBeVisible();
  await expect(page.getByText('Use the back door.')).toBeVisible();
  await expect(button(page, 'Show code')).toHaveCount(0);
  expect(await page.context().cookies()).toEqual([]);
  await expectAccessible(page);
  await page.reload();
  await button(page, 'Accept').click();
  await expect(page).toHaveURL(`/apps/onepass/invitation?invitation=${id}`);
  await expect(button(page, 'Show code')).toBeFocused();
  // screen readers announce only text that is added to an existing status
  const status = await page.getByRole('region', { name: device }).getByRole('status').elementHandle();
  await page.keyboard.press('Enter');
  await expect(button(page, 'Hide code')).toBeFocused();
  expect(await status?.textContent()).toMatch(/^Your code: /);
  await page.keyboard.press('Enter');
  await expect(button(page, 'Show code')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(code(page)).toBeAttached();
  await expectAccessible(page);
  expect((await steps()).slice(-3)).toEqual(['opened', 'accepted', 'codeShown']);
  await page.reload();
  await expect(button(page, 'Show code')).toBeVisible();

  const other = await open(null);
  await other.goto(link);
  await expect(other.getByRole('heading', { name: 'Accepted in another browser' })).toBeVisible();
  await expect(other.getByText(device, { exact: true })).toHaveCount(0);
  await expect(button(other, 'Show code')).toHaveCount(0);
  await button(other, 'Mail me a code').click();
  await expectAccessible(other);
  const field = other.getByRole('textbox', { name: '6-digit code' });
  const right = await mailedCode(email);
  problems.expect(/400 .*other-browser\/confirm/);
  await field.fill(right === '000000' ? '000001' : '000000');
  await button(other, 'Continue here').click();
  await expect(other.getByText('This code is not valid.')).toBeVisible();
  await field.fill(right);
  await button(other, 'Continue here').click();
  await button(other, 'Show code').click();
  await expect(code(other)).toBeAttached();

  problems.expect(/400 .*secure-key-invites\/open/);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();

  await call(invitations.cancel, { params: { id } });
  // the page asks by itself while a code is shown
  await expect(other.getByRole('heading', { name: 'This invitation was deactivated' })).toBeVisible({
    timeout: 15_000,
  });
  await expect(code(other)).toHaveCount(0);
  await expect(button(other, 'Show code')).toHaveCount(0);
  await expectAccessible(other);
});

/** Hides the page, as the phone's home button does. */
const putAway = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
/** Holds back the server's answer to the next such call until `arrive`. */
async function heldBack(page: Page, path: string) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: fetched, resolve: fetch } = Promise.withResolvers<void>();
  await page.route(
    `**${path}`,
    async (route) => {
      const response = await route.fetch();
      fetch();
      await released;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  return {
    fetched,
    arrive: async () => {
      const arrived = page.waitForResponse(`**${path}`);
      release();
      await (await arrived).finished();
    },
  };
}

test(
  'a code is replaced when its minute ends, and hidden after two minutes or with the page',
  nightly,
  async ({ page, api }) => {
    const { link } = await invited(await api('admin'));
    await page.clock.install();
    await accept(page, link);
    let asked = 0;
    page.on('request', (request) => (asked += request.url().endsWith('/secure-key-invites/code') ? 1 : 0));
    await button(page, 'Show code').click();
    await expect(code(page)).toBeAttached();
    expect(asked).toBe(1);
    await page.clock.runFor(61_000);
    await expect.poll(() => asked).toBe(2);
    await expect(code(page)).toBeAttached();
    await page.clock.runFor(60_000);
    await expect(button(page, 'Show code')).toBeVisible();
    await expect(code(page)).toHaveCount(0);
    await button(page, 'Show code').click();
    await expect(code(page)).toBeAttached();
    await putAway(page);
    await expect(code(page)).toHaveCount(0);
  },
);

test('a code that arrives once the page is hidden is not shown', nightly, async ({ page, api }) => {
  const { link } = await invited(await api('admin'));
  await accept(page, link);
  const held = await heldBack(page, invitationPage.code.path);
  await button(page, 'Show code').click();
  await held.fetched;
  await putAway(page);
  await held.arrive();
  // while a call runs, the button shows a loader
  await expect(button(page, 'Show code')).toBeEnabled();
  await expect(code(page)).toHaveCount(0);
});

test('a read that began before the acceptance does not replace its answer', nightly, async ({ page, api }) => {
  const { link } = await invited(await api('admin'));
  await page.goto(link);
  await expect(button(page, 'Accept')).toBeVisible();
  const held = await heldBack(page, invitationPage.open.path);
  // the page is looked at again
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await held.fetched;
  // a later call would hide the effect of this one
  await page.route(`**${invitationPage.open.path}`, () => undefined);
  await button(page, 'Accept').click();
  await expect(button(page, 'Show code')).toBeVisible();
  await held.arrive();
  await button(page, 'Show code').click();
  await expect(code(page)).toBeAttached();
  await expect(button(page, 'Accept')).toHaveCount(0);
});

test(
  'a page whose texts fail to load uses the browser’s language, and its own after the next read',
  nightly,
  async ({ page, api, problems }) => {
    const { link } = await invited(await api('admin'), { locale: 'fr' });
    problems.expect(/(failed: GET|ERR_FAILED).*assets\/invitationPage-/);
    let failed = false;
    await page.route('**/assets/invitationPage-*.js', async (route) => {
      const response = await route.fetch();
      if (failed || !(await response.text()).includes('Accepter')) return route.fulfill({ response });
      failed = true;
      await route.abort();
    });
    await page.clock.install();
    await page.goto(link);
    await expect(button(page, 'Accept')).toBeVisible();
    expect(failed).toBe(true);
    await page.clock.runFor(15_000);
    await expect(button(page, 'Accepter')).toBeVisible();
  },
);

test.describe('in Japanese, on an iPhone', () => {
  test.use({ userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1', locale: 'ja-JP' });

  test(
    'the language is the invitation’s until another one is chosen, and the app gets the invitation',
    nightly,
    async ({ page, api }) => {
      const { id, link } = await invited(await api('admin'));
      await page.goto(link);
      await expect(page.getByRole('heading', { level: 1, name: 'invites you' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Open in the OnePASS app' })).toHaveAttribute(
        'href',
        `/apps/onepass/ios?invitationId=${id}`,
      );
      await page.getByRole('combobox', { name: 'Language' }).selectOption('ja-JP');
      await expect(button(page, '承諾する')).toBeVisible();
      await page.reload();
      await expect(button(page, '承諾する')).toBeVisible();
    },
  );
});

/** Changes the answers to the page: to a state of the lock and a time that a test cannot wait for. */
async function answered(page: Page, more: object, ofKeys: object) {
  await page.unroute('**/secure-key-invites/open');
  await page.route('**/secure-key-invites/open', async (route) => {
    const answer = await route.fetch();
    const { data } = await answer.json();
    const keys = data.keys.map((key: object) => ({ ...key, ...ofKeys }));
    await route.fulfill({ response: answer, json: { data: { ...data, ...more, keys } } });
  });
}

test(
  'the page says where and until when a key opens, in the zone of the lock, and whether the lock knows it',
  nightly,
  async ({ page, api }) => {
    const { device, link } = await invited(await api('admin'));
    const end = { expiration_timestamp: '2031-03-04T15:30:00.000Z', time_zone: 'Asia/Tokyo' };
    await answered(page, {}, { ...end, lock_ready: true });
    await page.goto(link);
    await expect(page.getByRole('banner')).toContainText('Northgate Retail');
    const key = page.getByRole('region', { name: device });
    await expect(key.getByText(leeds)).toBeVisible();
    await expect(key.getByText(/^Until Wednesday, March 5, 2031 at 12:30\sAM/)).toBeVisible();
    await expect(key.getByText('Japan Standard Time')).toBeVisible();
    await expect(key.getByText('The lock knows this key.')).toBeVisible();
    await answered(page, {}, { lock_ready: false });
    await page.reload();
    await expect(key.getByText('The lock is not ready for this key.')).toBeVisible();
    await answered(page, {}, { lock_ready: null });
    await page.reload();
    await expect(key.getByText('3 of 3 uses left')).toBeVisible();
    await expect(key.getByText(/^The lock/)).toHaveCount(0);
  },
);

test('a code that has just opened the lock is replaced at once', nightly, async ({ page, api }) => {
  const { link } = await invited(await api('admin'));
  await page.clock.install();
  await accept(page, link);
  // a whole minute is left, before and after the use
  let shown: string | null = '12345678';
  await page.route(`**${invitationPage.code.path}`, (route) =>
    route.fulfill({ json: { data: { code: shown, seconds_left: 60, state: 'active' } } }),
  );
  await button(page, 'Show code').click();
  await expect(code(page)).toBeAttached();
  shown = null;
  await answered(page, {}, { uses: 1 });
  // the page reads the invitation again
  await page.clock.runFor(5_000);
  await expect(page.getByRole('status').getByText('This code was used.')).toBeAttached();
  await expect(code(page)).toHaveCount(0);
});

for (const [state, words, ofKey, uses] of [
  ['expired', 'This invitation has ended', 'Ended', 1],
  ['usedUp', 'All uses are used up', 'Used up', 3],
] as const)
  test(`an invitation that is ${state} says so, and whom to ask`, nightly, async ({ page, api }) => {
    const { device, link } = await invited(await api('admin'));
    await answered(page, { state }, { state, uses, lock_ready: true });
    await page.goto(link);
    await expect(page.getByRole('heading', { level: 2, name: words })).toBeVisible();
    await expect(page.getByText(/ask .+ of Northgate Retail for a new invitation/)).toBeVisible();
    const key = page.getByRole('region', { name: device });
    await expect(key.getByText(ofKey, { exact: true })).toBeVisible();
    await expect(key.getByText(`${3 - uses} of 3 uses left`)).toBeVisible();
    await expect(key.getByText('The lock knows this key.')).toHaveCount(0);
    await expect(button(page, 'Accept')).toHaveCount(0);
    await expectAccessible(page);
  });

test('a double click accepts once', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const { id, link } = await invited(call);
  await page.goto(link);
  await button(page, 'Accept').dblclick();
  await expect(button(page, 'Show code')).toBeVisible();
  const { data } = await call(invitations.get, { params: { id } });
  expect(data.steps.filter(({ step }) => step === 'accepted')).toHaveLength(1);
});
