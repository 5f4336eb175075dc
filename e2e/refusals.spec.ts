import { auth } from '@keyward/contract/auth';
import { passwords } from '@keyward/contract/password';
import type { Page } from '@playwright/test';
import { withoutLive } from './list.ts';
import { expect, nightly, noSingleSignOn, test } from './people.ts';

// rare refusals of the server, with the texts of the specification, part 1, section 8
test.use({ person: null });

async function signIn(page: Page): Promise<void> {
  await page.goto('/username');
  await page.getByRole('textbox', { name: 'Profile ID' }).fill('clerk');
  await page.keyboard.press('Enter');
  await page.getByLabel('Password', { exact: true }).fill('Some-passw0rd');
  await page.keyboard.press('Enter');
}

for (const [what, status, json, words] of [
  ['an answer without data', 200, {}, 'User/Password does not exist'],
  ['a 403', 403, { errors: [{ code: 'newer', detail: 'Ask at the desk' }] }, 'Ask at the desk'],
  [
    'a 402 with a detail',
    402,
    { errors: [{ code: 'newer', detail: 'The contract has ended.' }] },
    'The contract has ended.',
  ],
  ['a 402 without a detail', 402, {}, 'Payment required.'],
  ['an unreadable answer', 500, '<html>', 'Error encountered while fetching data from the server'],
] as const) {
  test(`signing in explains ${what}`, nightly, async ({ page, problems }) => {
    problems.expect(noSingleSignOn);
    if (status !== 200) problems.expect(new RegExp(`${status}.*${auth.login.path}`));
    await page.route(`**${auth.login.path}`, (route) =>
      typeof json === 'string' ? route.fulfill({ status, body: json }) : route.fulfill({ status, json }),
    );
    await signIn(page);
    await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText(words);
    await expect(page).toHaveURL('/password');
  });
}

test('setting a password explains a failure without a text of the server', nightly, async ({ page, problems }) => {
  problems.expect(/failed: POST .*set-password/, /ERR_FAILED.*set-password/);
  await page.route(`**${passwords.verifyToken.path}`, (route) =>
    route.fulfill({ json: { data: { email: 'x@demo.example', username: 'x', isValid: true } } }),
  );
  await page.route(`**${passwords.set.path}`, (route) => route.abort());
  await page.goto('/set-password?token=x');
  for (const name of ['New password', 'Confirm password'])
    await page.getByLabel(name, { exact: true }).fill('Some-passw0rd');
  await page.keyboard.press('Enter');
  const failure = page.getByRole('alert').filter({ hasText: 'The password could not be set. Try again later.' });
  await expect(failure.getByText('Failure', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toBeEnabled();
});

test('the lists explain a missing location without all-data access', nightly, async ({ open }) => {
  const page = await open('clerk');
  await withoutLive(page);
  await page.route(`**${auth.me.path}`, async (route) => {
    const reply = await route.fetch();
    const me: { data: object } = await reply.json();
    await route.fulfill({ json: { data: { ...me.data, locations: [] } } });
  });
  await page.goto('/devices');
  await expect(
    page.getByText('No data for your location. Please contact your administrator.', { exact: true }),
  ).toBeVisible();
});
