import { expectAccessible } from './axe.ts';
import { originOf, password } from './calls.ts';
import { operate, printedLink } from './mail.ts';
import { account, modal, openPasskeys, withAuthenticator } from './passkeys.ts';
import { expect, nightly, noSingleSignOn, test } from './people.ts';

test.use({ person: null });

/** A tenant only for this test, since the operator's switch is per tenant; `link` sets the password of its profile `boss`. */
async function newTenant(): Promise<{ origin: string; slug: string; link: string }> {
  const slug = `t${crypto.randomUUID().slice(0, 8)}`;
  const origin = originOf('demo').replace('localhost', `${slug}.localhost`);
  const named = ['--slug', slug, '--name', 'Alone & Co', '--url', origin];
  const link = printedLink(await operate('tenant', 'create', ...named, '--admin', 'boss'));
  return { slug, origin, link };
}

test('a passkey alone signs in if the operator allows it', nightly, async ({ open, problems }) => {
  problems.expect(noSingleSignOn);
  const { origin, slug, link } = await newTenant();
  const page = await open(null, { baseURL: origin });
  const verify = await withAuthenticator(page);
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Password updated' })).toBeVisible();

  const button = page.getByRole('button', { name: 'Sign in with a passkey' });
  await page.goto('/username');
  await expect(page.getByRole('main').getByText('Alone & Co')).toBeVisible();
  await expect(button).toHaveCount(0);
  await operate('tenant', 'config', slug, 'passkeyAlone', 'on');
  await page.reload();
  await expect(button).toBeVisible();
  await expectAccessible(page);
  await verify(false);
  await button.click();
  await expect(page.getByRole('alert').filter({ hasText: 'No passkey signed you in' })).toBeVisible();
  await verify(true);

  await page.getByRole('textbox', { name: 'Profile ID' }).fill('boss');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await openPasskeys(page);
  await modal(page).getByRole('button', { name: 'Add passkey' }).click();
  const alone = modal(page).getByRole('checkbox', { name: 'Sign in with it alone, without the password' });
  await expect(alone).toBeChecked();
  await expectAccessible(page);
  await modal(page).getByRole('textbox', { name: 'Name' }).fill('Laptop');
  await modal(page).getByLabel('Your password', { exact: true }).fill(password);
  await modal(page).getByRole('button', { name: 'Add passkey' }).click();
  await modal(page).getByRole('button', { name: 'I have kept them' }).click();
  await expect(modal(page).getByRole('listitem').getByText('Signs in without the password')).toBeVisible();

  const signedOut = async () => {
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    await page.goto('/username');
    await expect(page.getByRole('button', { name: 'Next' })).toBeVisible();
  };
  await signedOut();
  await button.click();
  await expect(account(page)).toBeVisible();

  await operate('tenant', 'config', slug, 'passkeyAlone', 'off');
  await signedOut();
  await expect(button).toHaveCount(0);
});
