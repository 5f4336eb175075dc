import type { Locator } from '@playwright/test';
import { expectView } from './list.ts';
import { violationsOf } from './axe.ts';
import { expect, nightly, test } from './people.ts';

test.use({ person: null });

test.describe('a portal file that fails to load', () => {
  for (const [locale, words, reload] of [
    ['en-US', 'The portal could not be loaded. Check your connection and try again.', 'Reload'],
    ['ja-JP', 'ポータルを読み込めませんでした。接続を確認して、もう一度お試しください。', '再読み込み'],
  ] as const) {
    test(`shows a message with a button: ${locale}`, nightly, async ({ open, problems }) => {
      // the browser reports a failed module with an error without a message
      problems.expect(/(failed: GET|ERR_FAILED).*assets/, /page error: /);
      for (const file of ['index', 'signIn', 'shared']) {
        const page = await open(null, { locale });
        await page.route(`**/assets/${file}-*.js`, (route) => route.abort());
        await page.goto('/username');
        await expect(page.getByRole('alert')).toContainText(words);
        await expect(page.getByRole('button', { name: reload })).toBeFocused();
        await page.unroute(`**/assets/${file}-*.js`);
        await page.getByRole('button', { name: reload }).click();
        await expect(page.getByRole('textbox')).toBeVisible();
        await expect(page.getByRole('alert').filter({ hasText: words })).toHaveCount(0);
      }
    });
  }
});

test('a slow start says so after three seconds and then continues', nightly, async ({ open }) => {
  const page = await open(null, { locale: 'fr-FR' });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/v1/session-check', async (route) => {
    await released;
    await route.continue();
  });
  // the clock is stopped until the test advances it
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.goto('/username');
  const notice = page.getByRole('status').filter({ hasText: 'Le chargement prend plus de temps que d’habitude.' });
  await page.clock.runFor(2500);
  await expect(notice).toHaveCount(0);
  await page.clock.runFor(1000);
  await expect(notice).toBeVisible();
  await page.clock.resume();
  release();
  await expect(page.getByRole('textbox')).toBeVisible();
  await expect(notice).toBeHidden();
});

test('a start with slow first calls shows a progress sign, a fast one does not', nightly, async ({ open }) => {
  const page = await open('admin');
  await page.goto('/devices');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/api\/v1\/(session-check|me)$/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/devices');
  const sign = page.locator('#starting > i');
  const opacity = () => sign.evaluate((element) => getComputedStyle(element).opacity);
  await expect.poll(opacity).toBe('1');
  // delayed, so that a fast start does not show it
  expect(await sign.evaluate((element) => element.getAnimations()[0]?.effect?.getTiming().delay)).toBe(600);
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Devices' })).toBeVisible();
  await expect(sign).toBeHidden();
});

for (const [width, colorScheme] of [
  [390, 'light'],
  [1440, 'dark'],
] as const) {
  test(
    `the frame of a page is there before its scripts, where the page draws it: ${width} px, ${colorScheme}`,
    nightly,
    async ({ open }) => {
      const page = await open('admin', { viewport: { width, height: 800 }, colorScheme });
      await page.goto('/devices');
      const foot = width < 900 ? page.getByRole('navigation') : undefined;
      const drawn = await looks(page.getByRole('banner'), '');
      const mark = await looks(page.getByRole('banner').locator('svg').first(), '');
      const bar = await (foot && looks(foot, ''));
      await page.route('**/assets/*.js', () => undefined);
      await page.goto('/devices', { waitUntil: 'commit' });
      const frame = page.locator('#starting');
      await expect(frame).toHaveCSS('opacity', '1');
      const first = await looks(frame, '::before');
      expect({ height: first.height, ground: first.ground, line: first.line }).toEqual({
        height: drawn.height,
        ground: drawn.ground,
        line: drawn.line,
      });
      expect(await looks(frame.locator('svg'), '')).toMatchObject({ box: mark.box });
      if (bar) expect(await looks(frame, '::after')).toMatchObject({ height: bar.height, ground: bar.ground });
      expect(await frame.evaluate((element) => getComputedStyle(element, '::after').content)).toBe(bar ? '""' : 'none');
    },
  );
}

const looks = (of: Locator, part: '' | '::before' | '::after') =>
  of.evaluate((element, pseudo) => {
    const { height, backgroundColor: ground, borderBottomColor: line } = getComputedStyle(element, pseudo || null);
    const { x, y, width } = element.getBoundingClientRect();
    return { height, ground, line, box: { x, y, width } };
  }, part);

test('a list’s views are requested together with the session, once', nightly, async ({ open }) => {
  const page = await open('admin');
  // the browser has stored that it is signed in
  await page.goto('/devices');
  await expectView(page, 'Overview');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/v1/me', async (route) => {
    await released;
    await route.continue();
  });
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/custom-views?')) requests++;
  });
  const views = page.waitForResponse(/\/api\/v1\/custom-views\?resource=device/);
  await page.goto('/devices?custom_view=Locks');
  await views;
  release();
  await expectView(page, 'Locks');
  expect(requests).toBe(1);
});

test('the chosen appearance applies before the first paint', nightly, async ({ open }) => {
  const page = await open(null, { colorScheme: 'light' });
  await page.goto('/username');
  await page.evaluate(() => localStorage.setItem('mantine-color-scheme-value', 'dark'));
  // only the document itself loads
  await page.route('**/assets/**', () => undefined);
  await page.goto('/username', { waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
    'rgba(0, 0, 0, 0)',
  );
  expect(await page.locator('meta[name=color-scheme]').getAttribute('content')).toBe('dark');
});

test('with reduced motion the appearance switches at once', nightly, async ({ open }) => {
  const page = await open(null, { reducedMotion: 'reduce' });
  await page.goto('/username');
  await expect(page.getByRole('textbox')).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
  const moving = await page.evaluate(() => {
    document.documentElement.dataset.mantineColorScheme = 'dark';
    return document.getAnimations().length;
  });
  expect(moving).toBe(0);
});

test('the failure is accessible', nightly, async ({ open, problems }) => {
  problems.expect(/(failed: GET|ERR_FAILED).*assets/);
  const page = await open(null);
  await page.route('**/assets/index-*.js', (route) => route.abort());
  await page.goto('/username');
  await expect(page.getByRole('alert')).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
});
