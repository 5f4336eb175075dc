import { auth } from '@keyward/contract/auth';
import { settings } from '@keyward/contract/settings';
import type { Page } from '@playwright/test';
import { openSettings } from './account.ts';
import { expectAccessible } from './axe.ts';
import { callsOf, password, send, signIn } from './calls.ts';
import { holdWrites } from './held.ts';
import { withoutLive } from './list.ts';
import { newcomer } from './newcomer.ts';
import { expect, freshState, nightly, stateOf, test } from './people.ts';

test.use({ person: null, tenant: 'harbor' });

const modal = (page: Page, name = 'Settings') => page.getByRole('dialog', { name, exact: true });
const save = (page: Page) => modal(page).getByRole('button', { name: 'Save' });

async function pick(page: Page, label: string, typed: string, option: string): Promise<void> {
  const field = modal(page).getByRole('combobox', { name: label });
  await field.click();
  if (typed) await field.fill(typed);
  await page.getByRole('option', { name: option, exact: true }).click();
}

test('a failed save shows an alert titled Error', nightly, async ({ open, problems }) => {
  problems.expect(/500.*settings/);
  const page = await open(null, { tenant: 'harbor', storageState: await freshState('harbor', 'manager') });
  await page.goto('/activity');
  await openSettings(page);
  await page.route('**/api/v1/me/settings', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, json: { errors: [{ code: 'internal', detail: 'Internal Server Error' }] } })
      : route.continue(),
  );
  await pick(page, 'Time zone', 'lisbon', 'Europe/Lisbon');
  await save(page).press('Enter');
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to save setting' });
  await expect(alert.getByText('Error', { exact: true })).toBeVisible();
  await expect(save(page)).toBeFocused();
  await modal(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible();
});

test('a save that ends after its dialog was closed does not close the next one', nightly, async ({ open, api }) => {
  const { username } = await newcomer(await api('admin', 'harbor'), 'harbor', 'Admin');
  const page = await open(null, { tenant: 'harbor', storageState: await freshState('harbor', username) });
  await page.goto('/activity');
  await openSettings(page);
  const held = await holdWrites(page, '**/api/v1/me/settings');
  await save(page).click();
  await held.sent;
  await page.keyboard.press('Escape');
  await expect(modal(page)).toHaveCount(0);
  await openSettings(page);
  const shortcuts = modal(page).getByRole('checkbox', { name: 'Shortcuts of a single key' });
  await expect(shortcuts).toBeChecked();
  await shortcuts.click();
  held.answer();
  await expect(page.getByRole('status').filter({ hasText: 'Your settings have been saved.' })).toBeVisible();
  await expect(modal(page)).toBeVisible();
  await expect(shortcuts).not.toBeChecked();
});

test('changes on a tab that is not shown survive the session', nightly, async ({ open, api, problems }) => {
  problems.expect(/401.*\/me\/sessions/);
  const { username } = await newcomer(await api('admin', 'harbor'), 'harbor', 'Admin');
  const cookie = await signIn('harbor', username);
  const page = await open(null, { tenant: 'harbor', storageState: stateOf('harbor', cookie) });
  await withoutLive(page);
  await page.goto('/activity');
  await openSettings(page);
  await modal(page).getByRole('radio', { name: 'Dark' }).check();
  // the tab that is opened then reads the sessions
  await page.route('**/api/v1/me/sessions', async (route) => {
    await send('harbor', 'POST', auth.logout.path, { headers: { cookie } });
    await route.continue();
  });
  await modal(page).getByRole('tab', { name: 'Sessions' }).click();
  await expect(page).toHaveURL('/username');
  await expect(page.getByText('What you typed in “Settings” is kept in this tab.')).toBeVisible();
});

test('lists one’s own sessions and ends another one', nightly, async ({ open }) => {
  const login = await send('harbor', 'POST', auth.login.path, {
    body: { username: 'manager', password },
    headers: { 'user-agent': 'Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1' },
  });
  const cookie = login.cookie ?? '';
  const isIn = async () => (await send('harbor', 'GET', auth.me.path, { headers: { cookie } })).status;
  expect(await isIn()).toBe(200);
  const page = await open(null, { tenant: 'harbor', storageState: await freshState('harbor', 'manager') });
  await page.goto('/activity');
  await openSettings(page);
  await page.getByRole('tab', { name: 'Sessions' }).click();
  const items = modal(page).getByRole('listitem');
  await expect(items.filter({ hasText: 'This session' })).toHaveCount(1);
  await expect(items.filter({ hasText: 'This session' }).getByRole('button')).toHaveCount(0);
  await expectAccessible(page);
  const tablet = items.filter({ hasText: 'Safari on iPad' });
  await tablet.getByRole('button', { name: /^End the session Safari on iPad/ }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The session has ended.' })).toBeVisible();
  await expect(tablet).toHaveCount(0);
  expect(await isIn()).toBe(401);
});

test('language, time zone and appearance are chosen, created, then changed', nightly, async ({ open, api }) => {
  const { username } = await newcomer(await api('admin', 'harbor'), 'harbor', 'Admin');
  const call = callsOf('harbor', await signIn('harbor', username));
  const before = await call(settings.mine);
  expect(before.data.filter(({ name }) => ['Appearance', 'Locale', 'Timezone'].includes(name))).toEqual([]);
  const page = await open(null, { tenant: 'harbor', storageState: await freshState('harbor', username) });
  const writes: string[] = [];
  page.on('request', (r) => r.url().includes('/me/settings') && r.method() !== 'GET' && writes.push(r.method()));
  await page.goto('/activity');
  await openSettings(page);
  await expectAccessible(page);

  // every language of this build under its own name
  await modal(page).getByRole('combobox', { name: 'Language' }).click();
  await expect(page.getByRole('option', { name: '日本語', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await modal(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(modal(page)).toBeHidden();
  await expect(page.getByRole('button', { name: /^Your account/ })).toBeFocused();
  expect(writes).toEqual([]);

  // Escape discards nothing without a question
  await openSettings(page);
  await pick(page, 'Time zone', 'lisbon', 'Europe/Lisbon');
  await page.getByRole('tab', { name: 'Sessions' }).click();
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(modal(page).getByRole('combobox', { name: 'Time zone' })).toHaveValue('Europe/Lisbon');
  await modal(page).getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(modal(page)).toBeHidden();

  await openSettings(page);
  await pick(page, 'Time zone', 'chicago', 'America/Chicago');
  await modal(page).getByRole('radio', { name: 'Dark' }).check();
  await save(page).click();
  await expect(modal(page)).toBeHidden();
  await expect(page.getByRole('status').filter({ hasText: 'Your settings have been saved.' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  // language and zone, which nothing had been chosen for, become one's own
  expect(writes).toEqual(['POST', 'POST', 'POST']);

  await openSettings(page);
  await pick(page, 'Time zone', 'tokyo', 'Asia/Tokyo');
  await pick(page, 'Language', '', '日本語');
  await save(page).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja-JP');
  await expect(page.getByRole('heading', { level: 1, name: 'アクティビティ' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: '設定を保存しました。' })).toBeVisible();
  expect(writes).toEqual(['POST', 'POST', 'POST', 'PATCH', 'PATCH']);
  const { data } = await call(settings.mine);
  expect(Object.fromEntries(data.map(({ name, value }) => [name, value]))).toEqual({
    Appearance: 'dark',
    Locale: 'ja-JP',
    Timezone: 'Asia/Tokyo',
  });

  // they persist after a reload
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'アクティビティ' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.getByRole('button', { name: /^アカウント/ }).click();
  await page.getByRole('button', { name: '設定' }).click();
  await expect(modal(page, '設定').getByRole('combobox', { name: 'タイムゾーン' })).toHaveValue('Asia/Tokyo');

  // also in another browser, whose system is light
  const other = await open(null, {
    tenant: 'harbor',
    colorScheme: 'light',
    storageState: await freshState('harbor', username),
  });
  await other.goto('/activity');
  await expect(other.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test(
  'a browser zone that cannot be stored stays in use when other settings are saved',
  nightly,
  async ({ open, api }) => {
    const { username } = await newcomer(await api('admin', 'harbor'), 'harbor', 'Admin');
    const call = callsOf('harbor', await signIn('harbor', username));
    const page = await open(null, {
      tenant: 'harbor',
      timezoneId: 'Etc/GMT+2',
      storageState: await freshState('harbor', username),
    });
    await page.goto('/activity');
    await openSettings(page);
    const zone = modal(page).getByRole('combobox', { name: 'Time zone' });
    await expect(zone).toHaveValue('Etc/GMT+2');
    // it is offered again after another one was chosen
    await pick(page, 'Time zone', 'lisbon', 'Europe/Lisbon');
    await pick(page, 'Time zone', 'gmt+2', 'Etc/GMT+2');
    await modal(page).getByRole('radio', { name: 'Dark' }).check();
    await save(page).click();
    await expect(modal(page)).toBeHidden();
    const names = async () => (await call(settings.mine)).data.map(({ name }) => name).toSorted();
    expect(await names()).toEqual(['Appearance', 'Locale']);
    await openSettings(page);
    await expect(zone).toHaveValue('Etc/GMT+2');
    await pick(page, 'Time zone', '', 'UTC');
    await save(page).click();
    await expect(modal(page)).toBeHidden();
    expect(await names()).toEqual(['Appearance', 'Locale', 'Timezone']);
  },
);

test('Save without a change stores the shown settings as one’s own, once', nightly, async ({ open, api }) => {
  const { username } = await newcomer(await api('admin', 'harbor'), 'harbor', 'Admin');
  const call = callsOf('harbor', await signIn('harbor', username));
  const page = await open(null, {
    tenant: 'harbor',
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    storageState: await freshState('harbor', username),
  });
  const writes: string[] = [];
  page.on('request', (r) => r.url().includes('/me/settings') && r.method() !== 'GET' && writes.push(r.method()));
  await page.goto('/activity');
  const title = page.getByRole('heading', { level: 1, name: 'Activité' });
  for (let time = 0; time < 2; time++) {
    await page.getByRole('button', { name: /^Votre compte/ }).click();
    await page.getByRole('button', { name: 'Paramètres' }).click();
    await modal(page, 'Paramètres').getByRole('button', { name: 'Enregistrer' }).click();
    await expect(modal(page, 'Paramètres')).toBeHidden();
    expect(writes).toEqual(['POST', 'POST']);
  }
  const { data } = await call(settings.mine);
  expect(data).toMatchObject([
    { name: 'Locale', category: 'UI', value: 'fr' },
    { name: 'Timezone', category: 'UI', value: 'Europe/Paris' },
  ]);
  // nothing on screen changes, and it holds in another browser
  await expect(title).toBeVisible();
  const other = await open(null, {
    tenant: 'harbor',
    locale: 'en-US',
    timezoneId: 'Asia/Tokyo',
    storageState: await freshState('harbor', username),
  });
  await other.goto('/activity');
  await expect(other.getByRole('heading', { level: 1, name: 'Activité' })).toBeVisible();
  await expect(other.getByText('Europe/Paris').first()).toBeVisible();
});
