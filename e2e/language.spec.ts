import { type Setting, settings } from '@keyward/contract/settings';
import type { Page } from '@playwright/test';
import { totalRows } from './list.ts';
import { expect, nightly, test } from './people.ts';

test.use({ person: null });

const one = (name: Setting['name'], value: unknown, more: Partial<Setting> = {}): Setting => ({
  id: null,
  user_id: null,
  name,
  category: 'UI',
  client_data: null,
  value,
  ...more,
});

/** The portal with these tenant defaults and these personal settings. */
async function openWith(page: Page, defaults: Setting[], mine: Setting[]): Promise<void> {
  await page.route(`**${settings.defaults.path}`, (route) => route.fulfill({ json: { data: defaults } }));
  await page.route(`**${settings.mine.path}`, (route) => route.fulfill({ json: { data: mine } }));
  await page.goto('/devices');
}

for (const [words, defaults, mine, lang] of [
  [
    'one’s own language takes precedence over the tenant’s',
    [one('Locale', 'ja-JP')],
    [one('Locale', 'ko-KR')],
    'ko-KR',
  ],
  ['the tenant’s language precedes the browser’s', [one('Locale', 'ja-JP')], [], 'ja-JP'],
  [
    'a setting of the same name with another client_data is ignored',
    [one('Locale', 'ja-JP')],
    [one('Locale', 'ko-KR', { client_data: 'kiosk' })],
    'ja-JP',
  ],
  ['the browser’s language applies if none was chosen', [], [], 'fr'],
] as const) {
  test(words, nightly, async ({ open }) => {
    const page = await open('clerk', { locale: 'fr-FR' });
    await openWith(page, [...defaults], [...mine]);
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', lang);
  });
}

test('calls send the language on screen, so that errors use it', nightly, async ({ open }) => {
  const page = await open('clerk', { locale: 'fr-FR' });
  const request = page.waitForRequest(/\/api\/v1\/devices\?/);
  await openWith(page, [], [one('Locale', 'ja-JP')]);
  expect((await request).headers()['accept-language']).toBe('ja-JP');
});

test(
  'a failure to load the defaults is logged, and the portal opens in the browser’s language',
  nightly,
  async ({ open, problems }) => {
    problems.expect(/status of 500 .*settings\/defaults/, /The settings' defaults could not be fetched: ApiError/);
    const page = await open('clerk', { locale: 'fr-FR' });
    await page.route(`**${settings.defaults.path}`, (route) => route.fulfill({ status: 500, json: { errors: [] } }));
    await page.route(`**${settings.mine.path}`, (route) => route.fulfill({ json: { data: [] } }));
    await page.goto('/devices');
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  },
);

test('falls back to English without a supported browser language', nightly, async ({ open }) => {
  const page = await open('clerk', { locale: 'de-DE' });
  await openWith(page, [], []);
  await expect(page.getByRole('heading', { level: 1, name: 'Devices' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

for (const [words, stored, browsers, zone] of [
  ['the stored time zone applies', 'America/Chicago', 'Asia/Tokyo', 'America/Chicago'],
  ['the browser’s precedes the tenant’s if none was chosen', undefined, 'Asia/Tokyo', 'Asia/Tokyo'],
  // the server sends an unsupported zone as null
  ['the browser’s applies if the stored one is not supported', null, 'Asia/Tokyo', 'Asia/Tokyo'],
  ['UTC applies if the browser’s is not supported either', null, 'Etc/Unknown', 'UTC'],
] as const) {
  test(`zone: ${words}`, nightly, async ({ open }) => {
    const page = await open('clerk', { timezoneId: 'Europe/Oslo' });
    await page.addInitScript((name) => {
      // oxlint-disable-next-line typescript/unbound-method -- called with its own `this` below
      const own = Intl.DateTimeFormat.prototype.resolvedOptions;
      Intl.DateTimeFormat.prototype.resolvedOptions = function () {
        const options = own.call(this);
        return options.timeZone === 'Europe/Oslo' ? { ...options, timeZone: name } : options;
      };
    }, browsers);
    const request = page.waitForRequest(/\/api\/v1\/devices\?/);
    const mine = stored === undefined ? [] : [one('Timezone', stored, { id: crypto.randomUUID() })];
    await openWith(page, [one('Timezone', 'Europe/London')], mine);
    expect(new URL((await request).url()).searchParams.get('timezone')).toBe(zone);
    await totalRows(page);
  });
}
