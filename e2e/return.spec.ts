import { devices } from '@keyward/contract/devices';
import type { Page } from '@playwright/test';
import { signInAs, signOut } from './account.ts';
import { send } from './calls.ts';
import { totalRows, watching, withoutLive } from './list.ts';
import { expect, freshState, nightly, noSingleSignOn, test } from './people.ts';

test.use({ person: null });

async function leave(page: Page): Promise<void> {
  await signOut(page);
  await expect(page).toHaveURL('/username');
}

test('signing in leads to the requested page, once', nightly, async ({ page, problems }) => {
  problems.expect(noSingleSignOn);
  await withoutLive(page);
  await page.goto('/access/roles');
  await signInAs(page, 'admin');
  await expect(page).toHaveURL('/access/roles');
  await expect(page.getByRole('heading', { level: 1, name: 'Access' })).toBeVisible();
  await leave(page);
  await signInAs(page, 'admin');
  await expect(page).toHaveURL('/dashboard');
  await leave(page);
  // with its view and filters, also after another profile was there
  await page.goto('/devices?custom_view=Locks');
  await signInAs(page, 'clerk');
  await expect(page).toHaveURL('/devices?custom_view=Locks');
});

test('a forbidden or foreign page is not opened after signing in', nightly, async ({ page, problems }) => {
  problems.expect(noSingleSignOn);
  await withoutLive(page);
  await page.goto('/access/roles');
  await signInAs(page, 'clerk');
  await expect(page).toHaveURL('/activity');
  await leave(page);
  await page.goto('/nowhere/at-all');
  await signInAs(page, 'clerk');
  await expect(page).toHaveURL('/activity');
});

for (const { who, username, address } of [
  { who: 'the same person goes on where they were', username: 'clerk', address: '/devices?custom_view=Locks' },
  { who: 'another person begins at the first section', username: 'manager', address: '/dashboard' },
]) {
  test(`after the session has ended ${who}`, nightly, async ({ open, problems }) => {
    problems.expect(noSingleSignOn);
    problems.allow(new RegExp(`401.*${devices.list.path}`));
    const state = await freshState('demo', 'clerk');
    const page = await open(null, { storageState: state });
    await withoutLive(page);
    await page.goto('/devices?custom_view=Locks');
    await totalRows(page);
    await watching(page);
    const cookie = state.cookies.map(({ name, value }) => `${name}=${value}`).join();
    expect((await send('demo', 'POST', '/api/v1/logout', { headers: { cookie } })).status).toBe(204);
    // another call of the page may learn of it first, and remove the button
    await Promise.any([
      page.getByRole('button', { name: 'Refresh' }).click(),
      page.waitForURL((url) => url.pathname === '/username'),
    ]);
    await expect(page.getByRole('alert')).toHaveText('Your session has ended. Please sign in again.');
    await signInAs(page, username);
    await expect(page).toHaveURL(address);
  });
}

test('the reason is shown in the language on screen', nightly, async ({ open, problems }) => {
  problems.expect(/401.*\/api\/v1\/devices/);
  const page = await open(null, { storageState: await freshState('demo', 'clerk'), locale: 'fr-FR' });
  await page.route('**/api/v1/devices?*', (route) =>
    route.fulfill({ status: 401, json: { errors: [{ code: 'sessionExpired', detail: 'Your session has ended.' }] } }),
  );
  await page.goto('/devices');
  await expect(page).toHaveURL('/username');
  await expect(page.getByRole('alert')).toHaveText('Votre session est terminée. Veuillez vous reconnecter.');
});
