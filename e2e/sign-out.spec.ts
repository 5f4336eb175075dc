import type { Page } from '@playwright/test';
import { signOut } from './account.ts';
import { send } from './calls.ts';
import { chooseView, totalRows, watching, withoutLive } from './list.ts';
import { expect, freshState, test } from './people.ts';

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

  test('cuts off what is being read, and reads nothing more', async ({ open }) => {
    const page = await open(null, { storageState: await freshState('demo', 'manager') });
    await page.goto('/devices');
    await totalRows(page);
    await watching(page);
    let asked = 0;
    await page.route('**/api/v1/devices?*', async (route) => {
      asked += 1;
      // until after the session has ended
      await page.waitForURL('/username');
      await route.continue();
    });
    const refresh = () => page.getByRole('button', { name: 'Refresh', includeHidden: true }).dispatchEvent('click');
    await refresh();
    await expect.poll(() => asked).toBe(1);
    await page.route('**/api/v1/logout', async (route) => {
      const response = await route.fetch();
      await refresh();
      await route.fulfill({ response });
    });
    await signOut(page);
    await expect(page).toHaveURL('/username');
    await expect(username(page)).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    expect(asked).toBe(1);
    await page.unrouteAll({ behavior: 'wait' });
  });

  test('that fails reads on', async ({ open, problems }) => {
    problems.expect(/failed: POST .*logout/, /ERR_FAILED.*logout/);
    const page = await open('clerk');
    const cut: string[] = [];
    page.on('requestfailed', (request) => cut.push(new URL(request.url()).pathname));
    await page.goto('/activity');
    await totalRows(page);
    await page.route('**/api/v1/devices?*', () => new Promise(() => undefined), { times: 1 });
    await page.getByRole('link', { name: 'Devices' }).click();
    await expect(page).toHaveURL('/devices');
    await page.route('**/api/v1/logout', (route) => route.abort());
    await signOut(page);
    await expect(page.getByText('Logout failed')).toBeVisible();
    await totalRows(page);
    expect(cut).toContain('/api/v1/devices');
  });

  test('that fails leaves the session as it was', async ({ open, problems }) => {
    problems.expect(/failed: POST .*logout/, /ERR_FAILED.*logout/);
    const page = await open('clerk');
    await page.goto('/activity');
    await page.route('**/api/v1/logout', (route) => route.abort());
    await signOut(page);
    await expect(page.getByText('Logout failed')).toBeVisible();
    await expect(page).toHaveURL('/activity');
    // neither is an answer that is not the server's
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
  // said once
  await page.reload();
  await expect(username(page)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
