// Back right after a sign-in on the page: the entries below are those of the sign-in page.
import { openSettings, signInAs } from './account.ts';
import { cookieOf, endBeforeWrite, note } from './ending.ts';
import { drawer, withoutLive } from './list.ts';
import { newcomer } from './newcomer.ts';
import { openPalette, palette } from './palette.ts';
import { expect, freshState, nightly, noSingleSignOn, test } from './people.ts';
import { newDevice } from './things.ts';

test.use({ person: null });

test('Back right after signing in closes only what is on top', nightly, async ({ open, api, problems }) => {
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
    await page.evaluate(() => Reflect.set(window, 'stayed', true));
    await page.goBack();
    await form.getByRole('button', { name: 'Keep editing' }).click();
    await expect(page).toHaveURL(`/devices?open=${device.id}`);
    await expect(name).toHaveValue('Typed before the end');
    expect(await page.evaluate(() => Reflect.get(window, 'stayed'))).toBe(true);
  },
);
