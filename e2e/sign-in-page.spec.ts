import { auth } from '@keyward/contract/auth';
import { settings } from '@keyward/contract/settings';
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { callsOf, password, signIn } from './calls.ts';
import { newcomer } from './newcomer.ts';
import { expect, nightly, noSingleSignOn, test } from './people.ts';

test.use({ person: null });

const language = (page: Page) => page.getByRole('combobox', { name: /^(Language|言語)$/ });
const inJapanese = (page: Page) => page.getByRole('heading', { name: 'Keyward にサインイン' });

test(
  'a language picked before sign-in is kept for the browser, and the profile’s own wins after it',
  nightly,
  async ({ page, api, problems }) => {
    problems.expect(noSingleSignOn);
    const { username } = await newcomer(await api('admin'), 'demo', 'Admin');
    await callsOf('demo', await signIn('demo', username))(settings.create, {
      body: { name: 'Locale', category: 'UI', client_data: null, value: 'fr' },
    });
    await page.goto('/username');
    await expect(language(page).getByRole('option')).toHaveText([
      'English',
      'Français',
      '日本語',
      'やさしい日本語',
      '한국어 (격식체)',
      '한국어 (해요체)',
    ]);
    await language(page).selectOption('日本語');
    await expect(inJapanese(page)).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'ja-JP');
    await expectAccessible(page);
    // the end of a session clears the storage
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await expect(inJapanese(page)).toBeVisible();
    await page.getByRole('link', { name: 'パスワードをお忘れですか？' }).click();
    await expect(page).toHaveURL('/forgot-password');
    await expect(language(page)).toHaveValue('ja-JP');
    await page.goBack();

    await page.getByRole('textbox', { name: 'プロファイル ID' }).fill(username);
    await page.getByRole('button', { name: '次へ' }).click();
    await page.getByLabel('パスワード', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'サインイン' }).click();
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    // the page makes calls until it is left
    await page.goto('about:blank');
    await page.context().clearCookies({ name: 'keyward' });
    await page.goto('/username');
    await expect(inJapanese(page)).toBeVisible();
  },
);

test('the sign-in pages show the organization of their address', nightly, async ({ page, open }) => {
  const own = page.getByRole('main').getByText('Northgate Retail');
  await page.goto('/username');
  await expect(own).toBeVisible();
  await expect(page.getByRole('img', { name: 'Keyward' }).or(page.getByText('Keyward', { exact: true }))).toBeVisible();
  await page.goto('/forgot-password');
  await expect(own).toBeVisible();
  const other = await open(null, { tenant: 'harbor' });
  await other.goto('/username');
  await expect(other.getByRole('main').getByText('Harbor Stores')).toBeVisible();

  // journeys that set a logo run beside this one
  const answer = { data: { name: 'Northgate Retail', logo: '/favicon.svg' } };
  await page.route(`**${auth.page.path}`, (route) => route.fulfill({ json: answer }));
  await page.goto('/username');
  await expect(own).toBeVisible();
  const logo = page.locator('main img[src="/favicon.svg"]');
  await expect(logo).toBeVisible();
  // an image is visible before it has arrived
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expectAccessible(page);
});

test('the sign-in page shows no organization if the server does not name it', nightly, async ({ page, problems }) => {
  problems.expect(/500.*sign-in/);
  await page.route(`**${auth.page.path}`, (route) => route.fulfill({ status: 500, json: { errors: [] } }));
  await page.goto('/username');
  await expect(page.getByRole('textbox', { name: 'Profile ID' })).toBeFocused();
  await expect(page.getByRole('main').getByText('Keyward', { exact: true })).toBeVisible();
});
