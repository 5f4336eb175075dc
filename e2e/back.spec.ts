// Back right after a sign-in on the page: the entries below are those of the sign-in page.
import { openSettings, signInAs } from './account.ts';
import { endUnderDevice, note } from './ending.ts';
import { newcomer } from './newcomer.ts';
import { openPalette, palette } from './palette.ts';
import { expect, nightly, noSingleSignOn, test } from './people.ts';

test.use({ person: null });

test('Back right after signing in closes only the topmost dialog', nightly, async ({ open, api, problems }) => {
  problems.expect(noSingleSignOn);
  const { username } = await newcomer(await api('admin'), 'demo', 'Admin');
  const page = await open(null);
  await page.goto('/username');
  await signInAs(page, username);
  await expect(page.getByRole('navigation', { name: 'Sections' })).toBeVisible();
  await openSettings(page);
  const address = page.url();
  await page.evaluate(() => Reflect.set(window, 'stayed', true));
  await page.goBack();
  await expect(page.getByRole('dialog', { name: 'Settings', exact: true })).toHaveCount(0);
  await expect(page).toHaveURL(address);
  await openPalette(page);
  await page.goBack();
  await expect(palette(page)).toHaveCount(0);
  await expect(page).toHaveURL(address);
  expect(await page.evaluate(() => Reflect.get(window, 'stayed'))).toBe(true);
});

test(
  'Back asks about a form that was restored after its session had ended',
  nightly,
  async ({ open, api, problems }) => {
    problems.expect(noSingleSignOn, /401/);
    const { device, page, form, name } = await endUnderDevice({ open, api }, 'Typed before the end');
    await signInAs(page, 'admin');
    await note(page).getByRole('button', { name: 'Restore' }).click();
    await expect(name).toHaveValue('Typed before the end');
    await page.evaluate(() => Reflect.set(window, 'stayed', true));
    await page.goBack();
    await form.getByRole('button', { name: 'Keep editing' }).click();
    await expect(page).toHaveURL(`/devices?open=${device.id}`);
    await expect(name).toHaveValue('Typed before the end');
    expect(await page.evaluate(() => Reflect.get(window, 'stayed'))).toBe(true);
  },
);
