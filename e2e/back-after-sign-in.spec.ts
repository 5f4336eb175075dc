import { devices } from '@keyward/contract/devices';
import type { Page } from '@playwright/test';
import { openSettings, signInAs } from './account.ts';
import { cookieOf, endBeforeWrite, note } from './ending.ts';
import { drawer, withoutLive } from './list.ts';
import { expect, freshState, nightly, noSingleSignOn, test } from './people.ts';
import { newDevice } from './things.ts';

test.use({ person: null });

/** Marks the page; what is returned is false once the page was loaded again. */
async function marked(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => document.documentElement.setAttribute('data-marked', ''));
  return async () => (await page.locator('html[data-marked]').count()) === 1;
}

test('Back closes a dialog on the first page after signing in', async ({ open, problems }) => {
  problems.expect(noSingleSignOn);
  const page = await open(null);
  await page.goto('/username');
  await signInAs(page, 'admin');
  await expect(page).toHaveURL('/dashboard');
  const isSame = await marked(page);
  await openSettings(page);
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL('/dashboard');
  expect(await isSame()).toBe(true);
});

test('Back asks about a form that was restored after signing in again', nightly, async ({ open, api, problems }) => {
  problems.expect(noSingleSignOn, new RegExp(`401.*${devices.list.path}`));
  const device = await newDevice(await api('admin'));
  const state = await freshState('demo', 'admin');
  const page = await open(null, { storageState: state });
  await withoutLive(page);
  await page.goto(`/devices?open=${device.id}`);
  const form = drawer(page, device.name);
  const name = form.getByRole('textbox', { name: 'Name' });
  await name.fill('Typed before the end');
  await endBeforeWrite(page, cookieOf(state));
  await form.getByRole('button', { name: 'Save' }).click();
  await signInAs(page, 'admin');
  await note(page).getByRole('button', { name: 'Restore' }).click();
  await expect(name).toHaveValue('Typed before the end');
  const isSame = await marked(page);
  await page.goBack();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(name).toHaveValue('Typed before the end');
  await expect(page).toHaveURL(`/devices?open=${device.id}`);
  expect(await isSame()).toBe(true);
});
