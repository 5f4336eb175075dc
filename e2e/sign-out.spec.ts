import type { Page } from '@playwright/test';
import { signOut } from './account.ts';
import { send } from './calls.ts';
import { chooseView, totalRows, watching, withoutLive } from './list.ts';
import { expect, freshState, nightly, test } from './people.ts';

test.use({ person: null });

const username = (page: Page) => page.getByRole('textbox', { name: 'Profile ID' });

test.describe('signing out', () => {
  test('ends the session, here and on the server', async ({ open, page: other }) => {
    const page = await open(null, { storageState: await freshState('demo', 'manager') });
    await page.goto('/devices');
    await totalRows(page);
    await signOut(page);
    await expect(page).toHaveURL('/username');
    expect(await page.evaluate(() => [localStorage.getItem('session'), localStorage.getItem('filters')])).toEqual([
      null,
      null,
    ]);
    await page.goto('/devices');
    await expect(page).toHaveURL('/username');
    await other.goto('/username');
    await expect(username(other)).toBeVisible();
  });

  test('cancels running reads and starts none', nightly, async ({ open }) => {
    const page = await open(null, { storageState: await freshState('demo', 'manager') });
    await withoutLive(page);
    await page.goto('/devices');
    await totalRows(page);
    const [cut, asked]: [string[], string[]] = [[], []];
    page.on('requestfailed', (request) => cut.push(new URL(request.url()).pathname));
    const unanswered = Promise.withResolvers<void>();
    await page.route('**/api/v1/devices?*', () => unanswered.promise);
    const refreshed = page.waitForRequest('**/api/v1/devices?*');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await refreshed;
    const [ended, announced] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route('**/api/v1/logout', async (route) => {
      const response = await route.fetch();
      ended.resolve();
      await announced.promise;
      await route.fulfill({ response });
    });
    await signOut(page);
    await ended.promise;
    await expect.poll(() => cut).toContain('/api/v1/devices');
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.getByRole('link', { name: 'Activity' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible();
    expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([]);
    announced.resolve();
    await expect(page).toHaveURL('/username');
    await expect(username(page)).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    unanswered.resolve();
  });

  test('continues reading when it fails', nightly, async ({ open, problems }) => {
    problems.expect(/failed: POST .*logout/, /ERR_FAILED.*logout/);
    const page = await open('clerk');
    const cut: string[] = [];
    page.on('requestfailed', (request) => cut.push(new URL(request.url()).pathname));
    await page.goto('/activity');
    await totalRows(page);
    // a list that was not asked for yet would wait for the sign-out instead
    const asked = Promise.withResolvers<void>();
    const hold = () => {
      asked.resolve();
      return new Promise(() => undefined);
    };
    await page.route('**/api/v1/devices?*', hold, { times: 1 });
    await page.getByRole('link', { name: 'Devices' }).click();
    await asked.promise;
    await page.route('**/api/v1/logout', (route) => route.abort());
    await signOut(page);
    await expect(page.getByText('Logout failed')).toBeVisible();
    await totalRows(page);
    expect(cut).toContain('/api/v1/devices');
  });

  test('leaves the session unchanged when it fails', nightly, async ({ open, problems }) => {
    problems.expect(/failed: POST .*logout/, /ERR_FAILED.*logout/);
    const page = await open('clerk');
    await page.goto('/activity');
    await page.route('**/api/v1/logout', (route) => route.abort());
    await signOut(page);
    await expect(page.getByText('Logout failed')).toBeVisible();
    await expect(page).toHaveURL('/activity');
    // an answer from another server does not count as a sign-out either
    await page.unroute('**/api/v1/logout');
    await page.route('**/api/v1/logout', (route) => route.fulfill({ json: { welcome: 'to the hotel' } }));
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await signOut(page);
    await expect(page.getByText('Logout failed')).toBeVisible();
    await expect(page).toHaveURL('/activity');
  });
});

test('a session that ended elsewhere clears the browser and says so at the sign-in page', async ({
  open,
  problems,
}) => {
  problems.expect(/401.*\/api\/v1\/devices/);
  const state = await freshState('demo', 'clerk');
  const page = await open(null, { storageState: state });
  await withoutLive(page);
  await page.goto('/devices');
  await totalRows(page);
  await chooseView(page, 'Locks');
  await totalRows(page);
  await watching(page);
  const cookie = state.cookies.map(({ name, value }) => `${name}=${value}`).join();
  expect((await send('demo', 'POST', '/api/v1/logout', { headers: { cookie } })).status).toBe(204);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page).toHaveURL('/username');
  await expect(page.getByRole('alert')).toHaveText('Your session has ended. Please sign in again.');
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  // shown once
  await page.reload();
  await expect(username(page)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
