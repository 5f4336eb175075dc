import { confirm } from '@keyward/contract/confirm';
import { expectAccessible } from './axe.ts';
import { password } from './calls.ts';
import { confirmDialog, fillProfile, guardProfiles } from './confirming.ts';
import { holdWrites } from './held.ts';
import { row } from './list.ts';
import { newcomer } from './newcomer.ts';
import { addPasskey, withAuthenticator } from './passkeys.ts';
import { expect, nightly, freshState, test } from './people.ts';

test.use({ person: null, tenant: 'harbor' });

const refused = /403.*api\/v1\/users/;

test('a refused save is sent again after the password; without it, the drawer keeps its input', async ({
  open,
  api,
  problems,
}) => {
  problems.expect(refused, new RegExp(`400.*${confirm.password.path}`));
  const { username } = await newcomer(await api('admin', 'harbor'), 'harbor', 'Admin');
  const page = await open(null, { tenant: 'harbor', storageState: await freshState('harbor', username) });
  const guarded = await guardProfiles(page, 'POST');
  const { form, save } = await fillProfile(page, username);
  await save.click();

  const dialog = confirmDialog(page);
  const input = dialog.getByLabel('Your password', { exact: true });
  await expect(input).toBeFocused();
  await expect(dialog).toContainText('PINs open doors.');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(form).toContainText('Confirm that it is you, then try again.');
  await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Asked Again');

  await save.click();
  await expect(input).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Please enter password')).toBeVisible();
  await page.keyboard.type('Not-the-password-1');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('This is not your password.')).toBeVisible();
  await expectAccessible(page);
  await input.fill(password);
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).dblclick();
  await expect(page.getByRole('dialog', { name: 'Profile added successfully' })).toBeVisible();
  await expect(form).toHaveCount(0);
  expect(guarded.asked()).toBe(2);
});

test('a late reply to a closed question does not close the next one', nightly, async ({ open, api, problems }) => {
  problems.expect(refused);
  const { username } = await newcomer(await api('admin', 'harbor'), 'harbor', 'Admin');
  const page = await open(null, { tenant: 'harbor', storageState: await freshState('harbor', username) });
  await guardProfiles(page, 'POST');
  const first = await holdWrites(page, `**${confirm.password.path}`);
  const { save } = await fillProfile(page, username);
  await save.click();
  const input = confirmDialog(page).getByLabel('Your password', { exact: true });
  await input.fill(password);
  await page.keyboard.press('Enter');
  await first.sent;
  await page.keyboard.press('Escape');
  await save.click();
  await expect(input).toBeFocused();
  const reply = page.waitForResponse(`**${confirm.password.path}`);
  first.answer();
  await (await reply).finished();
  await input.fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Profile added successfully' })).toBeVisible();
  await expect(confirmDialog(page)).toHaveCount(0);
});

for (const [where, width] of [
  ['over the list', 1280],
  ['beside it', 1920],
] as const) {
  test(
    `Tab stays in the question about a form ${where}, and Escape and Back close only the question`,
    nightly,
    async ({ open, api, problems }) => {
      problems.expect(refused);
      const { username } = await newcomer(await api('admin', 'harbor'), 'harbor', 'Admin');
      const page = await open(null, {
        tenant: 'harbor',
        storageState: await freshState('harbor', username),
        viewport: { width, height: 900 },
      });
      const guarded = await guardProfiles(page, 'POST');
      const { form, save } = await fillProfile(page, username, width === 1920 ? 'complementary' : 'dialog');
      await save.click();
      const dialog = confirmDialog(page);
      const input = dialog.getByLabel('Your password', { exact: true });
      await expect(input).toBeFocused();
      for (const key of ['Tab', 'Shift+Tab'])
        for (let i = 0; i < 6; i++) {
          await page.keyboard.press(key);
          await expect(dialog.locator(':focus')).toHaveCount(1);
        }
      // outside
      await page.mouse.click(5, 5);
      await expect(dialog.locator(':focus')).toHaveCount(1);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expect(form).toContainText('Confirm that it is you, then try again.');
      await expect(form.locator(':focus')).toHaveCount(1);
      expect(guarded.asked()).toBe(1);
      // Back does the same
      await save.click();
      await expect(input).toBeFocused();
      await page.goBack();
      await expect(dialog).toHaveCount(0);
      await expect(form).toContainText('Confirm that it is you, then try again.');
      await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Asked Again');
      await expect(form.locator(':focus')).toHaveCount(1);
      expect(guarded.asked()).toBe(2);
    },
  );
}

test('a passkey confirms as well', nightly, async ({ open, api, problems }) => {
  problems.expect(refused);
  const { username } = await newcomer(await api('admin', 'harbor'), 'harbor', 'Admin');
  const page = await open(null, { tenant: 'harbor', storageState: await freshState('harbor', username) });
  await withAuthenticator(page);
  await page.goto('/devices');
  await addPasskey(page);

  await guardProfiles(page);
  await page.goto('/users');
  await confirmDialog(page).getByRole('button', { name: 'Use passkey' }).click();
  await expect(row(page, 'Alex Morgan')).toBeVisible();
  await expect(confirmDialog(page)).toHaveCount(0);
});
