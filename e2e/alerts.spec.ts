import { groups } from '@keyward/contract/groups';
import { settings } from '@keyward/contract/settings';
import type { Locator, Page } from '@playwright/test';
import { searchBox } from './list.ts';
import { expect, nightly, test } from './people.ts';

test.use({ person: 'clerk', reducedMotion: 'reduce' });

const account = (page: Page) => page.getByRole('button', { name: /^Your account/ });
/** Red, green and blue of the text colour. */
const colour = (of: Locator): Promise<number[]> =>
  of.evaluate((element) => (getComputedStyle(element).color.match(/\d+/g) ?? []).map(Number));

test(
  'a failure is orange, at the top centre above everything, and stays until it is closed',
  nightly,
  async ({ page, problems }) => {
    problems.expect(/failed: POST .*logout/, /ERR_FAILED.*logout/);
    await page.goto('/activity');
    await page.route('**/api/v1/logout', (route) => route.abort());
    await account(page).click();
    await page.clock.install();
    await page.getByRole('button', { name: 'Sign out' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Logout failed' });
    await expect(alert.getByText('Failure', { exact: true })).toBeVisible();
    const place = await alert.evaluate((element) => {
      const fixed = [element, ...(element.parentElement ? [element.parentElement] : [])].find(
        (one) => getComputedStyle(one).position === 'fixed',
      );
      const { top, zIndex } = fixed ? getComputedStyle(fixed) : { top: '', zIndex: '' };
      return { top, zIndex };
    });
    expect(place).toEqual({ top: '123px', zIndex: '1000' });
    const box = await alert.boundingBox();
    // 35rem, in the middle of a window of 1280
    expect([box?.x, box?.y, box?.width]).toEqual([(1280 - 560) / 2, 123, 560]);
    // it does not cover the list's toolbar
    const below = async () => {
      const [tools, over] = await Promise.all([searchBox(page).boundingBox(), alert.boundingBox()]);
      return (tools?.y ?? 0) - (over?.y ?? 0) - (over?.height ?? 0);
    };
    await expect.poll(below).toBeGreaterThanOrEqual(0);
    const [red = 0, green = 0, blue = 0] = await colour(alert.getByText('Failure', { exact: true }));
    expect(red).toBeGreaterThan(green * 2);
    expect(green).toBeGreaterThan(blue * 2);
    await page.clock.runFor(60_000);
    await expect(alert).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    expect((await alert.boundingBox())?.width).toBeLessThanOrEqual(390);
    await expect.poll(below).toBeGreaterThanOrEqual(0);
    await alert.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByText('Logout failed')).toHaveCount(0);
  },
);

test('a success is green and closes after 4000 ms; a later one has its own time', nightly, async ({ page }) => {
  // nothing is stored
  await page.route(`**${settings.create.path}`, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 201, json: { data: {} } })
      : route.fulfill({ json: { data: [] } }),
  );
  await page.goto('/activity');
  const save = async (scheme: string) => {
    await account(page).click();
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('radio', { name: scheme }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  const alert = page.getByRole('status').filter({ hasText: 'Your settings have been saved.' });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await save('Light');
  await expect(alert.getByText('Success', { exact: true })).toBeVisible();
  const [red = 0, green = 0, blue = 0] = await colour(alert.getByText('Success', { exact: true }));
  expect(green).toBeGreaterThan(Math.max(red, blue) * 1.5);
  await page.clock.runFor(3000);
  await expect(alert).toBeVisible();
  await save('Dark');
  await page.clock.runFor(3900);
  await expect(alert).toBeVisible();
  await page.clock.runFor(200);
  await expect(alert).toHaveCount(0);
});

test.describe('alerts about groups', () => {
  test.use({ person: 'admin' });

  test('a success stays for eight seconds', nightly, async ({ page, api }) => {
    await page.clock.install();
    await page.goto('/access/groups');
    await page.getByRole('button', { name: 'Add Access Group Category' }).click();
    const label = `Alert ${crypto.randomUUID().slice(0, 8)}`;
    const form = page.getByRole('dialog');
    await form.getByRole('textbox', { name: 'Name' }).fill(label);
    // the clock is stopped, so that a slow machine makes no difference
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    const success = page.getByRole('status').filter({ hasText: 'Category created successfully' });
    await expect(success).toBeVisible();
    await page.clock.runFor(7000);
    await expect(success).toBeVisible();
    await page.clock.runFor(1500);
    await expect(success).toBeHidden();
    const call = await api('admin');
    const { data } = await call(groups.all, { query: { type: '1' } });
    await call(groups.remove, { params: { id: data.find((tag) => tag.label === label)?.id ?? '' } });
  });
});
