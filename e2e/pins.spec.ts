import { readFileSync } from 'node:fs';
import { activity } from '@keyward/contract/activity';
import { pins } from '@keyward/contract/pins';
import { type Setting, settings } from '@keyward/contract/settings';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { password, send } from './calls.ts';
import { confirmDialog } from './confirming.ts';
import { drawer, row, withoutLive } from './list.ts';
import { newcomer } from './newcomer.ts';
import { expect, freshState, nightly, test } from './people.ts';

const button = (of: Locator | Page, name: string) => of.getByRole('button', { name, exact: true });
const pinOf = (of: Locator) => of.getByRole('status', { name: 'PIN', exact: true });
const alertOf = (page: Page, text: string) => page.getByText(text, { exact: true });
const digits = /^\d{5,10}$/;
const shownForMs = 30_000;

/** Opens the drawer of a profile. */
async function openProfile(page: Page, { id, name }: { id: string; name: string }): Promise<Locator> {
  await page.goto(`/users?open=${id}`);
  const form = drawer(page, name);
  await expect(button(form, 'Show PIN')).toBeVisible();
  return form;
}

async function reveal(form: Locator): Promise<string> {
  await button(form, 'Show PIN').click();
  await expect(pinOf(form)).toHaveText(digits);
  return pinOf(form).innerText();
}

async function resetPin(page: Page): Promise<void> {
  await button(drawer(page), 'Reset PIN').click();
  await button(drawer(page, 'Reset PIN'), 'Reset PIN').dblclick();
}

/** Loses the answer to the next such call, which the server carries out. */
async function loseAnswer(page: Page, path: RegExp): Promise<void> {
  await page.route(
    path,
    async (route) => {
      // the browser adds these after the test has seen the request
      const headers = {
        ...(await route.request().allHeaders()),
        'sec-fetch-site': 'same-origin',
        'sec-fetch-dest': 'empty',
      };
      expect((await route.fetch({ headers })).status()).toBe(200);
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
}

test('a PIN is requested only when it is shown, hidden after 30 s, and stored nowhere', async ({ page, api }) => {
  const person = await newcomer(await api('admin'), 'demo');
  let asked = 0;
  page.on('request', (request) => {
    if (/\/pin(\?|$)/.test(request.url())) asked++;
  });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.install();
  const form = await openProfile(page, person);
  await expect(pinOf(form)).toContainText('••••••');
  // React shows a part that loads late by a timer, so the drawer is complete before the clock stops
  await expect(form.getByText('The PIN has not been shown yet.')).toBeVisible();
  // from here on time passes only by `runFor`, however long the steps take
  await page.clock.pauseAt(Date.now() + 60_000);
  expect(asked).toBe(0);

  const pin = await reveal(form);
  await button(form, 'Copy PIN').click();
  await expect(alertOf(page, 'PIN copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(pin);
  const events = form.getByRole('region', { name: 'Who was shown the PIN' });
  await page.clock.runFor(1000);
  await expect(events.getByRole('listitem')).toHaveCount(1);
  await expect(events.getByRole('listitem')).toContainText('PIN shownAlex Morgan · ');
  await expect(events.getByRole('listitem')).toContainText(/(127\.0\.0\.1|::1) · Chrom/);
  await expect(events.getByRole('link', { name: 'All acts on PINs in Activity' })).toHaveAttribute(
    'href',
    /custom_view=PIN/,
  );
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  expect(kept).not.toContain(pin);

  await page.clock.runFor(shownForMs - 2000);
  await expect(pinOf(form)).toHaveText(pin);
  await page.clock.runFor(2000);
  await expect(pinOf(form)).not.toContainText(/\d/);
  expect(await page.content()).not.toContain(pin);
  expect(asked).toBe(1);
  // shown again, and recorded again
  await page.clock.resume();
  expect(await reveal(form)).toBe(pin);
  await button(form, 'Hide PIN').click();
  await expect(pinOf(form)).not.toContainText(/\d/);
  await expect(events.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page);
});

test(
  'a reset is confirmed, runs once on a double click, and hides the PIN in another tab',
  nightly,
  async ({ page, open, api }) => {
    const call = await api('admin');
    const person = await newcomer(call, 'demo');
    const form = await openProfile(page, person);
    const before = await reveal(form);
    const other = await open('admin');
    const otherForm = await openProfile(other, person);
    await resetPin(other);
    await expect(alertOf(other, `The PIN of ${person.name} has been reset`)).toBeVisible();
    await expect(pinOf(otherForm)).toHaveText(digits);
    const after = await pinOf(otherForm).innerText();
    expect(after).not.toBe(before);

    await expect(form.getByText('The PIN has been reset. Show it again to see the new one.')).toBeVisible();
    await expect(pinOf(form)).not.toContainText(/\d/);
    expect(await reveal(form)).toBe(after);
    const { data } = await call(pins.events, { params: { id: person.id } });
    expect(data.map(({ event }) => event)).toEqual(['REVEAL_PIN', 'RESET_PIN', 'REVEAL_PIN']);
  },
);

test(
  'a lost answer is reported, a reset is not reported as failed, and both retries are the same call',
  nightly,
  async ({ page, api, problems }) => {
    problems.expect(/\/pin\)/, /\/pin /, /\/pin\/reset\)/, /\/pin\/reset /);
    const call = await api('admin');
    const person = await newcomer(call, 'demo');
    const form = await openProfile(page, person);
    await loseAnswer(page, /\/pin(\?|$)/);
    await button(form, 'Show PIN').click();
    await expect(alertOf(page, 'Failed to get PIN')).toBeVisible();
    await expect(pinOf(form)).not.toContainText(/\d/);
    const before = await reveal(form);
    await expect(alertOf(page, 'Failed to get PIN')).toHaveCount(0);

    await loseAnswer(page, /\/pin\/reset/);
    await resetPin(page);
    const question = drawer(page, 'Reset PIN');
    await expect(question.getByRole('alert').filter({ hasText: 'The server cannot be reached.' })).toBeVisible();
    // it may have been reset
    await expect(alertOf(page, 'PIN reset failed')).toHaveCount(0);
    await expect(question.getByText('Failed to reset PIN.')).toHaveCount(0);
    await button(question, 'Reset PIN').click();
    await expect(question).toHaveCount(0);
    await expect(pinOf(form)).toHaveText(digits);
    expect(await pinOf(form).innerText()).not.toBe(before);
    const { data } = await call(pins.events, { params: { id: person.id } });
    expect(data.map(({ event }) => event)).toEqual(['RESET_PIN', 'REVEAL_PIN']);
  },
);

test('the end of a session removes the shown PIN', nightly, async ({ open, api, problems }) => {
  problems.allow(/401/);
  const call = await api('admin');
  const person = await newcomer(call, 'demo');
  const { username } = await newcomer(call, 'demo', 'Admin');
  const state = await freshState('demo', username);
  const page = await open(null, { storageState: state });
  await withoutLive(page);
  const form = await openProfile(page, person);
  const pin = await reveal(form);
  const cookie = state.cookies.map(({ name, value }) => `${name}=${value}`).join();
  expect((await send('demo', 'POST', '/api/v1/logout', { headers: { cookie } })).status).toBe(204);
  // the page checks every few seconds whether the shown PIN is still the person's
  await expect(page).toHaveURL('/username');
  expect(await page.content()).not.toContain(pin);
  await page.goBack();
  expect(await page.content()).not.toContain(pin);
  const { data } = await call(pins.events, { params: { id: person.id } });
  expect(data.map(({ event }) => event)).toEqual(['REVEAL_PIN']);
});

test('after creation the PIN is confirmed, and printed on one page by itself', nightly, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  // the browser's own dialog cannot be seen
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printing', '');
  });
  const username = `slip.${crypto.randomUUID().slice(0, 8)}`;
  const { name, pin } = await addPerson(page, username);
  const created = drawer(page, 'Profile added successfully');
  await expect(created).toContainText(name);
  await expect(created).toContainText(
    'The PIN works at an OKM, and for sign-in to the mobile app when single sign-on is not used.',
  );
  await expect(created).toContainText('Store it safely.');
  await expectAccessible(page);
  await button(created, 'Copy PIN').click();
  await expect(alertOf(page, 'PIN copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(pin);
  await button(created, 'Print').click();
  await expect(page.locator('html')).toHaveAttribute('data-printing', '');
  await expectSlip(page, [name, username, pin, 'Store it safely.']);
  await button(created, 'Done').click();
  await expect(drawer(page)).toHaveCount(0);
  expect(await page.content()).not.toContain(pin);
});

/** Adds a profile, and reads the PIN of the confirmation. */
async function addPerson(page: Page, username: string): Promise<{ name: string; pin: string }> {
  const name = 'Grace Hopper-Featherstonehaugh';
  await page.goto('/users?open=new');
  const form = page.getByRole('dialog');
  await form.locator('[data-path=name]').fill(name);
  await form.locator('[data-path=username]').fill(username);
  await page.keyboard.press('Control+Enter');
  const shown = page.getByRole('dialog').getByRole('status').filter({ hasText: digits });
  await expect(shown).toBeVisible();
  return { name, pin: await shown.innerText() };
}

/** Expects that the print has only these texts, on one page. */
async function expectSlip(page: Page, texts: string[]): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  const printed = await page.locator('body').innerText();
  for (const text of texts) expect(printed).toContain(text);
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('dialog')).toBeHidden();
  const pdf = (await page.pdf()).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await page.emulateMedia({ media: null });
}

for (const locale of ['fr', 'ja-JP', 'ja', 'ko-KR', 'ko']) {
  test(`the slip prints on one page in ${locale}`, nightly, async ({ open }) => {
    const page = await open('admin');
    const mine: Setting[] = [
      { id: null, user_id: null, name: 'Locale', category: 'UI', client_data: null, value: locale },
    ];
    await page.route(`**${settings.mine.path}`, (route) => route.fulfill({ json: { data: mine } }));
    const username = `slip.${crypto.randomUUID().slice(0, 8)}`;
    const { name, pin } = await addPerson(page, username);
    await expectSlip(page, [name, username, pin]);
  });
}

test(
  'PINs are downloaded for a reason, after the password, and the activity names it',
  nightly,
  async ({ open, api, problems }) => {
    problems.expect(/403.*api\/v1\/users\/pins\/export/);
    const call = await api('admin');
    const boss = await newcomer(call, 'demo', 'Admin');
    const person = await newcomer(call, 'demo');
    const page = await open(null, { storageState: await freshState('demo', boss.username) });
    await page.goto(`/users?search=${person.username}`);
    await expect(row(page, person.name)).toBeVisible();
    await button(page, 'Download CSV').click();
    await page.getByRole('menuitem', { name: 'Download CSV with PIN' }).click();
    const form = drawer(page, 'Download with PIN');
    await expect(form).toContainText('1 profile.');
    await button(form, 'Download').click();
    await expect(form.getByText('This field is required.')).toBeVisible();
    await expectAccessible(page);
    const reason = form.getByRole('textbox', { name: 'Reason' });
    await reason.fill('Audit; opening');
    await button(form, 'Download').click();
    await expect(form.getByText('“Audit; opening” will be saved as “Audit opening”.')).toBeVisible();
    await reason.fill('Opening of a store');
    await button(form, 'Download').click();
    await confirmDialog(page).getByLabel('Your password', { exact: true }).fill(password);
    const [file] = await Promise.all([page.waitForEvent('download'), button(confirmDialog(page), 'Confirm').click()]);
    expect(file.suggestedFilename()).toBe('profiles with PIN.csv');
    const [header, line] = readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(header).toBe('\ufeff"name","profile id","email address","pin"');
    expect(line).toMatch(new RegExp(`^"${person.name}","${person.username}","${person.email}","\\d{5,10}"$`));
    await expect(form).toHaveCount(0);
    const { data } = await call(activity.list, { query: { event: 'EXPORT_PINS', agent_id: boss.id } });
    expect(data).toHaveLength(1);
    expect(data[0]?.description.changes).toContainEqual({
      attribute: 'reason',
      oldValue: null,
      newValue: 'Opening of a store',
    });
    await page.goto(`/activity?open=${data[0]?.id}`);
    await expect(drawer(page)).toContainText('Profiles: Overview');
  },
);
