import { auth } from '@keyward/contract/auth';
import { passwords } from '@keyward/contract/password';
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { password, send } from './calls.ts';
import { newcomer } from './newcomer.ts';
import { mailedLink, operatorLink } from './mail.ts';
import { expect, freshState, nightly, noSingleSignOn, test } from './people.ts';

test.use({ person: null, tenant: 'harbor' });

const username = (page: Page) => page.getByRole('textbox', { name: 'Profile ID' });
const sendMail = (page: Page) => page.getByRole('button', { name: 'Send email' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save' });
const ok = (page: Page) => page.getByRole('link', { name: 'OK' });
const failure = (page: Page) => page.getByRole('alert').filter({ hasText: 'Failure' });

test.describe('the forgotten-password page', () => {
  test('is reached from both steps of sign-in', nightly, async ({ page, problems }) => {
    problems.expect(noSingleSignOn);
    await page.goto('/username');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expect(page).toHaveURL('/forgot-password');
    await page.getByRole('link', { name: 'Back to sign-in' }).click();
    await username(page).fill('clerk');
    await username(page).press('Enter');
    await expect(page).toHaveURL('/password');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expect(heading(page, 'Reset your password')).toBeVisible();
    await expect(username(page)).toBeFocused();
  });

  test('requires a profile ID of at most 60 characters before anything is sent', nightly, async ({ page }) => {
    let sent = 0;
    page.on('request', (request) => void (sent += request.url().endsWith(passwords.sendReset.path) ? 1 : 0));
    await page.goto('/forgot-password');
    await sendMail(page).click();
    await expect(page.getByText('username required', { exact: true })).toBeVisible();
    await expect(username(page)).toBeFocused();
    await username(page).fill('x'.repeat(61));
    await sendMail(page).click();
    await expect(page.getByText('username invalid', { exact: true })).toBeVisible();
    expect(sent).toBe(0);
    await username(page).fill('x'.repeat(60));
    await sendMail(page).click();
    await expect(heading(page, 'Check your email')).toBeVisible();
    expect(sent).toBe(1);
  });

  test('waits 60 seconds between two requests, also after a reload, and counts down', nightly, async ({ page }) => {
    await page.clock.install();
    await page.goto('/forgot-password');
    await expectAccessible(page);
    await username(page).fill('stranger-to-all');
    let sent = 0;
    page.on('request', (request) => void (sent += request.url().endsWith(passwords.sendReset.path) ? 1 : 0));
    const now = () => page.evaluate(() => Date.now());
    const before = await now();
    await sendMail(page).dblclick();
    await expect(heading(page, 'Check your email')).toBeVisible();
    const after = await now();
    expect(sent).toBe(1);
    await expect(page.getByText('If stranger-to-all is a profile with an email address')).toBeVisible();
    await expect(page.getByText('Open the link in the email within 60 minutes')).toBeVisible();
    await expect(page.getByText('No email after a few minutes?')).toBeVisible();
    await expectAccessible(page);
    await ok(page).click();
    await expect(page).toHaveURL('/username');
    await page.goto('/forgot-password');
    await username(page).fill('stranger-to-all');
    await expect(sendMail(page)).toBeDisabled();
    await expect(page.getByText(/^You can ask again in \d+ seconds\.$/)).toBeVisible();
    await username(page).press('Enter');
    await page.clock.runFor(30_000);
    await page.reload();
    await expect(sendMail(page)).toBeDisabled();
    await expect(page.getByText(/^You can ask again in ([12]?\d|30) seconds?\.$/)).toBeVisible();
    const until = Number(await page.evaluate(() => sessionStorage.getItem('resetCooldownUntil')));
    expect(until).toBeGreaterThanOrEqual(before + 60_000);
    expect(until).toBeLessThanOrEqual(after + 60_000);
    await page.clock.pauseAt(until - 5000);
    await expect(page.getByText('You can ask again in 5 seconds.', { exact: true })).toBeVisible();
    await expect(sendMail(page)).toBeDisabled();
    await page.clock.runFor(5000);
    await expect(sendMail(page)).toBeEnabled();
    await expect(page.getByText('You can ask again')).toBeHidden();
    await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(0);
  });

  test('shows a failed request in an alert titled Failure, without a wait', nightly, async ({ page, problems }) => {
    problems.expect(/ERR_FAILED.*send-reset/, /failed: POST .*send-reset/);
    await page.goto('/forgot-password');
    await username(page).fill('clerk');
    await page.route('**/send-reset', (route) => route.abort());
    await sendMail(page).click();
    await expect(failure(page)).toContainText('Email could not be sent. Try again later.');
    await expect(sendMail(page)).toBeEnabled();
    await page.unroute('**/send-reset');
    await page.route('**/send-reset', (route) => route.fulfill({ json: { message: 'Something else' } }));
    await page.getByRole('button', { name: 'Close' }).click();
    await sendMail(page).click();
    await expect(failure(page)).toContainText('Email could not be sent. Try again later.');
  });
});

test('a mailed link sets a new password, which signs in', async ({ page, problems, api }) => {
  const { email, username: who } = await newcomer(await api('admin', 'harbor'), 'harbor');
  problems.expect(noSingleSignOn, /400.*set-password/);
  await page.goto('/forgot-password');
  await username(page).fill(who);
  await sendMail(page).click();
  await expect(heading(page, 'Check your email')).toBeVisible();
  const link = await mailedLink(email);
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => void addresses.push(frame.url()));
  await page.goto(link);
  await expect(page.getByText(email, { exact: true })).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
  await expect(field(page, 'New password')).toBeFocused();
  await expectAccessible(page);
  // a reload keeps the token, which is no longer in the address
  await page.reload();
  await expect(page.getByText(email, { exact: true })).toBeVisible();

  const item = (text: string) => page.getByRole('listitem').filter({ hasText: text });
  const list = ['At least 8', 'A mix of', 'A number', 'A special', 'The same'];
  const expectDone = async (...done: string[]) => {
    for (const text of list) await expect(item(text)).toContainText(done.includes(text) ? 'done' : 'missing');
    await expect(save(page)).toBeEnabled({ enabled: done.length === list.length });
  };
  await expectDone();
  await field(page, 'New password').fill('aB');
  await expectDone('A mix of');
  await field(page, 'New password').fill('aB1');
  await expectDone('A mix of', 'A number');
  await field(page, 'New password').fill('aB1 ');
  await expectDone('A mix of', 'A number');
  await field(page, 'New password').fill('aB1&;<');
  await expectDone('A mix of', 'A number', 'A special');
  await field(page, 'New password').fill(' aB1&;< ');
  await expectDone('At least 8', 'A mix of', 'A number', 'A special');
  await field(page, 'Confirm password').fill(' aB1&;<');
  await expectDone('At least 8', 'A mix of', 'A number', 'A special');
  await field(page, 'Confirm password').fill(' aB1&;< ');
  await expectDone(...list);

  // adds `apps` to the real reply: this profile has no permission for an app
  await page.route('**/users/set-password', async (route) => {
    const body: unknown = route.request().postDataJSON();
    const { status } = await send('harbor', 'POST', passwords.set.path, { body });
    const store = { ios: { storeUrl: 'https://apps.apple.com/app/x' }, android: { storeUrl: 'javascript:alert(1)' } };
    await route.fulfill({ status, json: { data: { mobileApps: { mkey: store } } } });
  });
  const secret = ` aB1&;< ${Date.now()}`;
  for (const name of ['New password', 'Confirm password']) await field(page, name).fill(secret);
  await save(page).click();
  await expect(heading(page, 'Password updated')).toBeVisible();
  await expect(page.getByRole('link', { name: 'mKey App Store' })).toHaveAttribute(
    'href',
    'https://apps.apple.com/app/x',
  );
  // an address outside the known stores is not followed
  await expect(page.getByRole('link', { name: 'mKey Google Play' })).toHaveAttribute(
    'href',
    /^https:\/\/play\.google\.com\//,
  );
  await expectAccessible(page);
  await ok(page).click();
  await expect(page).toHaveURL('/username');
  await username(page).fill(who);
  await username(page).press('Enter');
  await field(page, 'Password').fill(secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/(activity|no-permission)$/);

  // the link has been used
  await page.goto(link);
  await expect(heading(page, 'This link does not work')).toBeVisible();

  // the same password again is refused, with the reason
  await page.unroute('**/users/set-password');
  await page.goto(await operatorLink('password', 'harbor', who));
  for (const name of ['New password', 'Confirm password']) await field(page, name).fill(secret);
  await save(page).click();
  await expect(failure(page)).toContainText('This password was used before. Choose another one.');
  await expect(save(page)).toBeEnabled();
});

for (const address of ['/set-password', '/set-password?token=', '/set-password?token=nonsense']) {
  test(`${address} is not valid`, nightly, async ({ page }) => {
    await page.goto(address);
    await expect(page.getByRole('alert').filter({ hasText: 'This request is not valid.' })).toBeVisible();
    await expect(page).toHaveURL('/set-password');
    await expectAccessible(page);
    await ok(page).click();
    await expect(page).toHaveURL('/username');
  });
}

test(
  'a token that is too long is not valid, and a failed check can be retried',
  nightly,
  async ({ page, problems }) => {
    problems.expect(/413.*verify-token/, /500.*verify-token/);
    const notValid = page.getByRole('alert').filter({ hasText: 'This request is not valid.' });
    await page.goto(`/set-password?token=${'f'.repeat(5000)}`);
    await expect(notValid).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await ok(page).click();
    await expect(page).toHaveURL('/username');
    const answers = [
      { status: 413, code: 'tooLarge', detail: 'The request is too large.' },
      { status: 500, code: 'internal', detail: 'Internal Server Error' },
    ];
    await page.route('**/users/verify-token', (route) => {
      const { status = 500, ...error } = answers.shift() ?? {};
      return route.fulfill({ status, json: { errors: [error] } });
    });
    await page.goto('/set-password?token=f');
    await expect(notValid).toBeVisible();
    await page.goto('/set-password?token=f');
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(notValid).toHaveCount(0);
  },
);

test('a temporary password leads to setting a new one', nightly, async ({ page, problems }) => {
  problems.expect(noSingleSignOn);
  const link = await operatorLink('password', 'harbor', 'clerk');
  const token = new URLSearchParams(link.split('?')[1]).get('token') ?? '';
  // simulates the reply to a temporary password
  await page.route('**/api/v1/login', (route) => route.fulfill({ json: { data: { passwordResetToken: token } } }));
  await page.goto('/username');
  await username(page).fill('clerk');
  await username(page).press('Enter');
  await field(page, 'Password').fill('whatever');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/set-password');
  await expect(heading(page, 'Choose a new password')).toBeVisible();
  await expect(page.getByText('clerk@harbor.example', { exact: true })).toBeVisible();
});

test.describe('a one-time link of the operator', () => {
  test('signs in and goes to the first section; it works once', nightly, async ({ page, open, problems }) => {
    const link = await operatorLink('link', 'harbor', 'clerk');
    await page.goto(link);
    await expect(page).toHaveURL('/activity');
    problems.expect(/400.*login\/token/);
    const other = await open(null, { tenant: 'harbor' });
    await other.goto(link);
    await expect(other.getByRole('alert')).toHaveText('This link is not valid any more. Ask for a new one.');
    await expect(other).toHaveURL('/username');
  });

  test('leads to the dashboard if the profile has one', nightly, async ({ page }) => {
    await page.goto(await operatorLink('link', 'harbor', 'manager'));
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('heading', { level: 1, name: 'Monitor security status' })).toBeVisible();
  });
});

test('a second request within a minute gets the same answer', nightly, async () => {
  const requestReset = () => send('harbor', 'POST', passwords.sendReset.path, { body: { username: 'manager' } });
  const [first, second] = [await requestReset(), await requestReset()];
  expect([second.status, second.text]).toEqual([first.status, first.text]);
});

test(
  'the settings change one’s own password, starting from the advice under Sessions',
  nightly,
  async ({ open, api, problems }) => {
    problems.expect(/400.*\/api\/v1\/me\/password/);
    const who = await newcomer(await api('admin', 'harbor'), 'harbor', 'Admin');
    const page = await open(null, { tenant: 'harbor', storageState: await freshState('harbor', who.username) });
    await page.goto('/activity');
    await page.getByRole('button', { name: /^Your account/ }).click();
    await page.getByRole('button', { name: 'Settings' }).click();
    const modal = page.getByRole('dialog', { name: 'Settings' });
    await modal.getByRole('tab', { name: 'Sessions' }).click();
    await modal.getByRole('button', { name: 'Change password' }).click();
    await expect(modal.getByRole('tab', { name: 'Password' })).toHaveAttribute('aria-selected', 'true');
    const change = modal.getByRole('button', { name: 'Change password' });
    await expect(change).toBeDisabled();
    await field(page, 'Current password').fill('Not-mine-1');
    await field(page, 'New password').fill('Mine-alone-1');
    await expect(modal.getByRole('listitem').filter({ hasText: 'The same confirmation' })).toContainText('missing');
    await expect(change).toBeDisabled();
    await field(page, 'Confirm password').fill('Mine-alone-1');
    await expectAccessible(page);
    await change.click();
    await expect(modal.getByText('This is not your password.')).toBeVisible();
    await expect(field(page, 'Current password')).toBeFocused();
    // the typed text stays
    await expect(field(page, 'New password')).toHaveValue('Mine-alone-1');
    await field(page, 'Current password').fill(password);
    await change.click();
    await expect(page.getByRole('status').filter({ hasText: 'Your password has been changed.' })).toBeVisible();
    await expect(field(page, 'Current password')).toHaveValue('');
    const body = { username: who.username, password: 'Mine-alone-1' };
    expect((await send('harbor', 'POST', auth.login.path, { body })).status).toBe(200);
  },
);
