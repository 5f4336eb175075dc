import type { Locator } from '@playwright/test';
import { signOut } from './account.ts';
import { holdFile } from './held.ts';
import { drawer, searchBox, totalRows, withoutLive } from './list.ts';
import { field, openPalette, palette, paletteFile } from './palette.ts';
import { expect, freshState, nightly, noSingleSignOn, test } from './people.ts';
import { newDevice } from './things.ts';

/** The props that React last gave the element: each render gives it a new object. */
const propsOf = (of: Locator) =>
  of.evaluateHandle((element): unknown => {
    const key = Object.keys(element).find((name) => name.startsWith('__reactProps$'));
    return key && Reflect.get(element, key);
  });

// a drawer brings dozens of namespaces, and the page would render once for each
test('texts that load with a drawer do not render the page again', nightly, async ({ page }) => {
  await page.goto('/devices');
  await totalRows(page);
  const sections = page.getByRole('navigation', { name: 'Sections' });
  const before = await propsOf(sections);
  expect(await before.evaluate((props) => typeof props)).toBe('object');
  await page.getByRole('button', { name: 'Add device' }).click();
  await expect(drawer(page, 'Add device').getByRole('textbox', { name: 'Serial' })).toBeVisible();
  expect(await before.evaluate((props, now) => props === now, await propsOf(sections))).toBe(true);
});

test('a drawer requests nothing that only its other tabs show', nightly, async ({ page, api }) => {
  const device = await newDevice(await api('admin'));
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\/(events|histogram|history|why)\b/.test(pathname)) asked.push(pathname);
  });
  await page.goto(`/devices?open=${device.id}`);
  const opened = drawer(page, device.name);
  await expect(opened.getByRole('region', { name: 'Reported state' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);
  await opened.getByRole('tab', { name: 'History' }).click();
  await expect.poll(() => asked).toContain('/api/v1/events');
});

test(
  'Escape gives up a palette that does not arrive: keys go to the page, and it does not open later',
  nightly,
  async ({ page }) => {
    const file = await holdFile(page, paletteFile);
    await page.goto('/devices');
    await totalRows(page);
    await searchBox(page).focus();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('roles');
    const waiting = page.getByRole('progressbar', { name: 'Loading…' });
    await expect(waiting).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(waiting).toHaveCount(0);
    await page.keyboard.type('pod');
    await expect(searchBox(page)).toHaveValue('pod');
    const arrived = page.waitForResponse(paletteFile);
    file.release();
    await arrived;
    // a palette that had waited would take the focus and the typed text
    await page.keyboard.type('s');
    await expect(searchBox(page)).toHaveValue('pods');
    await openPalette(page);
    await expect(field(page)).toHaveValue('');
  },
);

test('Escape gives up a palette that does not arrive before it closes a drawer', nightly, async ({ page, api }) => {
  const device = await newDevice(await api('admin'));
  const file = await holdFile(page, paletteFile);
  await page.goto(`/devices?open=${device.id}`);
  await totalRows(page);
  const below = drawer(page, device.name);
  await expect(below.getByRole('textbox', { name: 'Name' })).toBeFocused();
  const waiting = page.getByRole('progressbar', { name: 'Loading…' });
  await expect(waiting).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(waiting).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(waiting).toHaveCount(0);
  await expect(below).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(below).toHaveCount(0);
  file.release();
});

test('Back gives up a palette that does not arrive, and leaves the page', nightly, async ({ page }) => {
  const file = await holdFile(page, paletteFile);
  await page.goto('/devices');
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Activity' }).click();
  await expect(page).toHaveURL('/activity');
  const waiting = page.getByRole('progressbar', { name: 'Loading…' });
  await expect(waiting).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(waiting).toBeVisible();
  await page.goBack();
  await expect(waiting).toHaveCount(0);
  await expect(page).toHaveURL('/activity');
  const arrived = page.waitForResponse(paletteFile);
  file.release();
  await arrived;
  await page.goBack();
  await expect(page).toHaveURL('/devices');
  await expect(palette(page)).toHaveCount(0);
});

test(
  'a palette that has not arrived by the end of the session leaves the keys to the sign-in page',
  nightly,
  async ({ open, problems }) => {
    problems.allow(noSingleSignOn, /401/);
    const page = await open(null, { storageState: await freshState('demo', 'clerk') });
    await withoutLive(page);
    const file = await holdFile(page, paletteFile);
    await page.goto('/devices');
    await totalRows(page);
    const other = await page.context().newPage();
    await withoutLive(other);
    await other.goto('/devices');
    await totalRows(other);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('roles');
    await expect(page.getByRole('progressbar', { name: 'Loading…' })).toBeVisible();
    await signOut(other);
    await expect(page).toHaveURL('/username');
    const username = page.locator('[name=username]');
    // a click would cancel the palette
    await username.focus();
    await page.keyboard.type('manager');
    await expect(username).toHaveValue('manager');
    file.release();
  },
);
