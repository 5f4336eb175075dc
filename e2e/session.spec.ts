import { auth } from '@keyward/contract/auth';
import { devices } from '@keyward/contract/devices';
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { send } from './calls.ts';
import { back, countdown, idleTest, limit, minute, openShortcuts, warning } from './idle.ts';
import { dialogsLoaded, watching, withoutLive } from './list.ts';
import { expect, freshState, nightly, test } from './people.ts';

test.use({ person: null });

const message = 'You have been signed out because you were inactive.';

/** Resolves when React has rendered what the last timers have set: it renders in messages, which the controlled clock leaves alone. */
const rendered = (page: Page) =>
  page.evaluate(async () => {
    for (let i = 0; i < 20; i++) {
      const { port1, port2 } = new MessageChannel();
      await new Promise((resolve) => {
        port1.addEventListener('message', resolve);
        port1.start();
        port2.postMessage(null);
      });
      port1.close();
    }
  });

test.describe('auto-logout', () => {
  idleTest(
    'warns 30 seconds before; then only a click resets it, and Return to portal starts it again',
    nightly,
    async ({ idle: page }) => {
      await page.clock.runFor(limit - 90_000);
      await expect(warning(page)).toBeHidden();
      await page.clock.runFor(62_000);
      await expect(countdown(page)).toHaveText(/^0 minutes and (\d|1\d|2\d) seconds$/);
      await expect(back(page)).toBeFocused();
      await page.mouse.move(200, 200);
      await page.mouse.move(300, 300);
      await page.keyboard.press('a');
      await page.keyboard.press('Escape');
      await page.mouse.wheel(0, 200);
      await page.clock.runFor(8000);
      await expect(countdown(page)).toHaveText(/^0 minutes and (\d|1\d) seconds$/);
      await back(page).click();
      await expect(warning(page)).toBeHidden();
      await page.clock.runFor(limit - 90_000);
      await expect(warning(page)).toBeHidden();
      await page.clock.runFor(65_000);
      await expect(warning(page)).toBeVisible();
      // the button by keyboard is a click as well
      await page.keyboard.press('Enter');
      await expect(warning(page)).toBeHidden();
    },
  );

  idleTest('the warning comes 30 seconds before the end, not earlier', nightly, async ({ idle: page }) => {
    const lastActivity = () => page.evaluate(() => Number(localStorage.getItem('lastActivity')));
    await page.clock.pauseAt((await lastActivity()) + limit - minute);
    // rows that are laid out late scroll, which counts as activity and moves the end
    await expect(async () => {
      const end = (await lastActivity()) + limit;
      await page.clock.runFor(Math.max(0, end - 31_000 - (await page.evaluate(() => Date.now()))));
      await rendered(page);
      await expect(warning(page)).toBeHidden();
      await page.clock.runFor(2000);
      await expect(countdown(page)).toHaveText('0 minutes and 29 seconds', { timeout: 5000 });
    }).toPass();
  });

  for (const [name, act] of [
    ['mouse move', (page: Page) => page.mouse.move(Math.random() * 300 + 20, 300)],
    ['key press', (page: Page) => page.keyboard.press('Shift')],
    ['scroll', (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('scroll')))],
    [
      'touch',
      (page: Page) => page.evaluate(() => document.body.dispatchEvent(new Event('touchstart', { bubbles: true }))),
    ],
    [
      'mouse down',
      (page: Page) => page.evaluate(() => document.body.dispatchEvent(new Event('mousedown', { bubbles: true }))),
    ],
    ['click', (page: Page) => page.evaluate(() => document.body.click())],
  ] as const) {
    idleTest(`${name} resets it`, nightly, async ({ idle: page }) => {
      await page.clock.runFor(10 * minute);
      await act(page);
      await page.clock.runFor(limit - minute);
      await expect(warning(page)).toBeHidden();
      await page.clock.runFor(minute - 15_000);
      await expect(warning(page)).toBeVisible();
    });
  }

  idleTest('at expiry signs out on the server, clears the browser and says why', async ({ idle: page, cookie }) => {
    await page.evaluate(() => localStorage.setItem('filters', '{}'));
    await page.clock.runFor(limit + 1000);
    await expect(page).toHaveURL('/username');
    await expect(page.getByRole('alert')).toHaveText(message);
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    expect((await send('demo', 'GET', auth.me.path, { headers: { cookie } })).status).toBe(401);
  });

  idleTest(
    'signs out even when the logout call fails, which a reload repeats',
    nightly,
    async ({ idle: page, cookie, problems }) => {
      // on a slow machine the portal gives up before the call has failed
      problems.allow(/failed: POST .*logout/, /ERR_FAILED.*logout/);
      await page.route('**/api/v1/logout', (route) => route.abort());
      const tried = page.waitForRequest('**/api/v1/logout');
      await page.clock.runFor(limit + 1000);
      await tried;
      await expect(page).toHaveURL('/username');
      await expect(page.getByRole('alert')).toHaveText(message);
      const status = async () => (await send('demo', 'GET', auth.me.path, { headers: { cookie } })).status;
      expect(await status()).toBe(200);
      await page.unroute('**/api/v1/logout');
      await page.reload();
      await expect(page.getByRole('textbox', { name: 'Profile ID' })).toBeVisible();
      await expect(page).toHaveURL('/username');
      await expect.poll(status).toBe(401);
      // once
      await page.reload();
      await expect(page.getByRole('textbox', { name: 'Profile ID' })).toBeVisible();
      await expect(page.getByText(message)).toHaveCount(0);
    },
  );

  idleTest('signs out after the machine slept past the limit', nightly, async ({ idle: page }) => {
    await page.clock.fastForward(3 * limit);
    await expect(page).toHaveURL('/username');
    await expect(page.getByRole('alert')).toHaveText(message);
  });

  idleTest(
    'a mouse move before the timers of a machine that slept does not reset it',
    nightly,
    async ({ idle: page }) => {
      const slept = (ms: number) => page.evaluate(() => Date.now()).then((now) => page.clock.setSystemTime(now + ms));
      await slept(limit - 20_000);
      await page.mouse.move(200, 200);
      await expect(warning(page)).toBeVisible();
      await page.mouse.move(250, 250);
      await expect(warning(page)).toBeVisible();
      await back(page).click();
      await expect(warning(page)).toBeHidden();
      await slept(limit + 5000);
      await page.mouse.move(200, 200);
      await expect(page).toHaveURL('/username');
      await expect(page.getByRole('alert')).toHaveText(message);
    },
  );

  idleTest('a clock that is set back does not extend it', nightly, async ({ idle: page }) => {
    const now = await page.evaluate(() => Date.now());
    await page.clock.setSystemTime(now - 60 * minute);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await page.clock.runFor(limit + 1000);
    await expect(page).toHaveURL('/username');
  });

  idleTest('is one timer for all tabs', nightly, async ({ idle: first, context, problems }) => {
    // when both timers fire before one tab hears of the other, the server refuses the second sign-out
    problems.allow(/401.*\/logout/);
    // written again by the second tab once it watches
    await first.evaluate(() => localStorage.removeItem('lastActivity'));
    const second = await context.newPage();
    await second.goto('/activity');
    await expect(second.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible();
    await watching(second);
    await first.clock.runFor(10 * minute);
    await second.mouse.move(150, 150);
    await second.mouse.move(250, 250);
    await first.clock.runFor(6 * minute);
    for (const page of [first, second]) await expect(warning(page)).toBeHidden();
    await first.clock.runFor(limit - 6 * minute - 15_000);
    for (const page of [first, second]) await expect(warning(page)).toBeVisible();
    await back(second).click();
    for (const page of [first, second]) await expect(warning(page)).toBeHidden();
    await first.clock.runFor(limit + 1000);
    for (const page of [first, second]) {
      await expect(page).toHaveURL('/username');
      await expect(page.getByRole('alert')).toHaveText(message);
    }
  });

  idleTest('automatic reads do not count as activity', nightly, async ({ idle: page }) => {
    const own: boolean[] = [];
    page.on('request', (request) => {
      if (request.url().includes(`${devices.list.path}?`)) own.push(!request.headers()['keyward-background']);
    });
    await page.clock.runFor(minute);
    // the window becomes visible again without any input
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await page.clock.runFor(1000);
    await expect.poll(() => own).toEqual([false]);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect.poll(() => own).toEqual([false, true]);
  });

  idleTest(
    'a session that the server has ended ends in the browser at the next activity',
    async ({ idle: page, cookie }) => {
      expect((await send('demo', 'POST', auth.logout.path, { headers: { cookie } })).status).toBe(204);
      await page.clock.runFor(minute);
      await page.mouse.move(200, 200);
      await page.mouse.move(210, 210);
      await page.clock.runFor(minute);
      await expect(page).toHaveURL('/username');
      await expect(page.getByRole('alert')).toHaveText('Your session has ended. Please sign in again.');
    },
  );

  idleTest(
    'reports activity to the server at most once a minute, and always the last one',
    nightly,
    async ({ idle: page }) => {
      // time advances only with runFor, however slow the machine is
      await page.clock.pauseAt(Date.now() + 2 * minute);
      const calls: number[] = [];
      page.on('request', (request) => {
        if (!request.url().endsWith(auth.sessionCheck.path)) return;
        expect(request.headers()['keyward-activity']).toBe('1');
        calls.push(calls.length);
      });
      for (let i = 0; i < 12; i++) {
        // each key is reported, while mouse moves are throttled
        await page.keyboard.press('Shift');
        await page.clock.runFor(10_000);
      }
      await page.clock.runFor(2 * minute);
      await expect.poll(() => calls.length).toBe(3);
      await page.clock.runFor(5 * minute);
      await page.keyboard.press('Shift');
      await page.clock.runFor(1000);
      await expect.poll(() => calls.length).toBe(4);
    },
  );
});

test('a timeout of 0 disables auto-logout', nightly, async ({ open }) => {
  const page = await open(null, { storageState: await freshState('demo', 'clerk') });
  await page.clock.install();
  await page.route('**/config/autoLogoutTimeoutMins', (route) => route.fulfill({ json: { data: 0 } }));
  await page.goto('/devices');
  await expect(page.getByRole('heading', { level: 1, name: 'Devices' })).toBeVisible();
  await page.clock.runFor(60 * minute);
  await expect(page).toHaveURL('/devices');
  await expect(warning(page)).toBeHidden();
});

test('a dialog reports each lost connection', nightly, async ({ open, problems }) => {
  problems.allow(/ERR_INTERNET_DISCONNECTED/);
  const page = await open('clerk');
  await withoutLive(page);
  const loaded = dialogsLoaded(page);
  await page.goto('/devices');
  await expect(page.getByText(/total rows$/)).toBeVisible();
  await watching(page);
  await loaded;
  const dialog = page.getByRole('dialog', { name: 'Network Error' });
  await expect(dialog).toBeHidden();
  await page.context().setOffline(true);
  await expect(dialog).toContainText(
    'You are no longer connected to the internet. A network connection is required to continue using the app.',
  );
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(dialog).toBeHidden();
  await page.context().setOffline(false);
  await expect(dialog).toBeHidden();
  const keys = await openShortcuts(page);
  await page.context().setOffline(true);
  await expect(dialog.getByRole('button', { name: 'OK' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(keys.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.context().setOffline(false);
  await page.context().setOffline(true);
  await expect(dialog).toBeVisible();
  await page.context().setOffline(false);
  await expect(dialog).toBeHidden();
});
