// Helpers for the tests of the pictures on Insights.
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import type { Call } from './calls.ts';
import { newLocation, removeLocation } from './locations.ts';
import { newcomer } from './newcomer.ts';
import { freshState } from './people.ts';
import { newRole } from './roles.ts';

type InsightsAlone = { page: Page; end: () => Promise<void> };

/** The page of a person who may see only Insights, at a location without any rows; `end` removes both. */
export async function insightsAlone(call: Call, browser: Browser): Promise<InsightsAlone> {
  const location = await newLocation(call);
  const role = await newRole(call, { 'VIEW-DASHBOARD': 'TRUE' });
  const { username } = await newcomer(call, 'demo', role.name, [{ tagId: location.tagId, values: [location.name] }]);
  const context = await browser.newContext({ storageState: await freshState('demo', username) });
  const end = async () => {
    await context.close();
    await removeLocation(call, location);
  };
  return { page: await context.newPage(), end };
}

export const chooseRange = (page: Page, range: string) =>
  page.getByRole('radiogroup', { name: 'Range of time' }).getByText(range).click();

/** The figures stay, with their time, when newer ones fail; those of another range do not; both are read again. */
export async function expectOldFigures(
  page: Page,
  picture: Locator,
  { calls, failed }: { calls: string; failed: string },
) {
  await page.clock.install();
  await page.goto('/dashboard');
  await expect(picture.getByRole('application')).toBeVisible();
  await page.route(calls, (route) =>
    route.fulfill({ status: 500, json: { errors: [{ code: 'internal', detail: 'broken' }] } }),
  );
  await page.clock.runFor(61_000);
  await expect(picture.getByRole('alert')).toContainText('These figures are from');
  await expect(picture.getByRole('application')).toBeVisible();
  await chooseRange(page, '24 hours');
  await expect(picture.getByRole('alert')).toContainText(failed);
  await page.unroute(calls);
  await picture.getByRole('button', { name: 'Try again' }).click();
  await expect(picture.getByRole('application')).toBeVisible();
}

/** A card of the dashboard. */
export const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, level: 2 }) });
