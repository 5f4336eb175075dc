// The focus while a failed read is repeated, and afterwards.
import type { Locator, Page, Route } from '@playwright/test';
import { card } from './insights.ts';
import { drawer, row, searchFor, totalRows, withoutLive } from './list.ts';
import { expect, nightly, test } from './people.ts';
import { newDevice, someDevices } from './things.ts';

const broken = (route: Route) =>
  route.fulfill({ status: 500, json: { errors: [{ code: 'internal', detail: 'broken' }] } });
const answered = (route: Route) => route.continue();

type Part = { calls: string; again: Locator; box: Locator };
/** `again` keeps the focus while `calls` run and when they fail once more; when they succeed, `box` has the focus. */
async function expectFocusKept(page: Page, { calls, again, box }: Part): Promise<void> {
  await expect(again).toBeVisible();
  for (const answer of [broken, answered]) {
    const held = Promise.withResolvers<void>();
    await page.unroute(calls);
    await page.route(calls, async (route) => {
      await held.promise;
      await answer(route);
    });
    await again.press('Enter');
    await expect(again).toHaveAttribute('aria-busy', 'true');
    await expect(again).toBeFocused();
    held.resolve();
    if (answer === answered) continue;
    await expect(again).toHaveAttribute('aria-busy', 'false');
    await expect(again).toBeFocused();
  }
  await expect(again).toHaveCount(0);
  await expect(box).toBeFocused();
}
const retry = (of: Locator) => of.getByRole('button', { name: 'Try again' });

test.beforeEach(async ({ page, problems }) => {
  problems.expect(/status of 500/);
  // changes of other tests would be read in between
  await withoutLive(page);
});

test('retrying a list moves the focus to the page', nightly, async ({ page }) => {
  const calls = '**/api/v1/devices?*';
  await page.route(calls, broken);
  await page.goto('/devices');
  const again = page.getByRole('alert').getByRole('button', { name: 'Refresh' });
  await expectFocusKept(page, { calls, again, box: page.getByRole('main') });
  await totalRows(page);
});

test('retrying a list with rows moves the focus below the rows', nightly, async ({ page }) => {
  const calls = '**/api/v1/devices?*';
  await page.goto('/devices?search=pod');
  await totalRows(page);
  await page.route(calls, broken);
  await page.getByRole('button', { name: 'Refresh' }).click();
  const foot = page.getByRole('region', { name: 'Devices' }).locator('footer');
  const again = foot.getByRole('alert').getByRole('button', { name: 'Refresh' });
  await expect(again).toBeVisible();
  await page.unroute(calls);
  await again.press('Enter');
  await expect(again).toHaveCount(0);
  await expect(foot).toBeFocused();
});

test('a list whose search fails keeps its search and filters', nightly, async ({ page, api }) => {
  const { word, names } = await someDevices(await api('admin'), 1);
  await page.route('**/api/v1/devices?*', (route) =>
    new URL(route.request().url()).searchParams.get('search')?.startsWith('broken') ? broken(route) : answered(route),
  );
  await page.goto('/devices?search=broken');
  const failure = page.getByRole('alert').filter({ hasText: 'There was an error fetching data.' });
  await expect(failure).toBeVisible();
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeEnabled();
  await searchFor(page, word);
  await expect(row(page, names[0] ?? '')).toBeVisible();
  await expect(failure).toHaveCount(0);
  // the rows of the search before it do not come back while one that failed runs again
  await searchFor(page, 'broken too');
  await expect(failure).toBeVisible();
  const held = Promise.withResolvers<void>();
  await page.route('**/api/v1/devices?*', async (route) => {
    await held.promise;
    await broken(route);
  });
  const again = failure.getByRole('button', { name: 'Refresh' });
  await again.press('Enter');
  await expect(again).toHaveAttribute('aria-busy', 'true');
  await expect(row(page, names[0] ?? '')).toHaveCount(0);
  held.resolve();
  await expect(again).toHaveAttribute('aria-busy', 'false');
  await expect(again).toBeFocused();
});

test('retrying a card or a picture of the dashboard gives it the focus', nightly, async ({ page, problems }) => {
  problems.expect(/The figure UnsecuredLocks could not be read/);
  const summary = '**/api/v1/metrics/UnsecuredLocks/summary**';
  const activity = '**/api/v1/metrics/activity/timeline**';
  await page.route(summary, broken);
  await page.route(activity, broken);
  await page.goto('/dashboard');
  const locks = card(page, 'Unsecured locks');
  await expectFocusKept(page, { calls: summary, again: retry(locks), box: locks });
  const picture = page.getByRole('region', { name: 'Activity over time' });
  await expectFocusKept(page, { calls: activity, again: retry(picture), box: picture });
});

test('retrying the keys that are out moves the focus to the page', nightly, async ({ page }) => {
  const calls = '**/api/v1/custody?*';
  await page.route(calls, broken);
  await page.goto('/dashboard?details_view=custody');
  const again = retry(page.getByRole('alert'));
  await expectFocusKept(page, { calls, again, box: page.getByRole('main') });
});

test('retrying the bars above the activity gives them the focus', nightly, async ({ page }) => {
  const calls = '**/api/v1/events/histogram**';
  await page.route(calls, broken);
  await page.goto('/activity');
  await totalRows(page);
  const bars = page.getByRole('region', { name: 'Events over time', exact: true });
  await expectFocusKept(page, { calls, again: retry(bars), box: bars });
});

test('retrying a drawer, its days or its history keeps the focus in the drawer', nightly, async ({ page, api }) => {
  const { id, name } = await newDevice(await api('admin'));
  const device = `**/api/v1/devices/${id}`;
  const days = '**/api/v1/events/histogram?**';
  const events = '**/api/v1/events?**';
  for (const calls of [device, days, events]) await page.route(calls, broken);
  await page.goto(`/devices?open=${id}&part=history`);
  const unread = page.getByRole('dialog', { name: 'Device', exact: true });
  // the drawer of the row takes its place
  const inside = page.locator('[role="dialog"]:focus, [role="dialog"] :focus');
  await expectFocusKept(page, { calls: device, again: retry(unread), box: inside });
  const edit = drawer(page, name);
  const week = edit.getByRole('region', { name: 'Last seven days' });
  await expectFocusKept(page, { calls: days, again: retry(week), box: week });
  const history = edit.getByRole('alert').filter({ hasText: 'The history could not be loaded.' });
  await expectFocusKept(page, { calls: events, again: retry(history), box: edit });
});
