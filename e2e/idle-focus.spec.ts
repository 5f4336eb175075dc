// The keys and the focus while the warning of an idle session is above the page, and after it.
import { back, idleTest, limit, openShortcuts, warning } from './idle.ts';
import { rowLink, rows, searchBox, totalRows } from './list.ts';
import { expect, nightly } from './people.ts';

idleTest.use({ person: null });

idleTest('no key pressed in the warning reaches the page below', nightly, async ({ idle: page }) => {
  const keys = await openShortcuts(page);
  await page.clock.runFor(limit - 20_000);
  await expect(back(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+K');
  await back(page).click();
  await expect(warning(page)).toBeHidden();
  await expect(keys).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Search and commands' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
});

for (const [where, width] of [
  ['over the list', 1280],
  ['beside it', 1920],
] as const) {
  idleTest(`Tab and Escape stay in the warning while a drawer is open ${where}`, nightly, async ({ idle: page }) => {
    await page.setViewportSize({ width, height: 900 });
    const link = rowLink(rows(page).first());
    const name = (await link.innerText()).trim();
    await link.click();
    const opened = page.getByRole(width === 1920 ? 'complementary' : 'dialog', { name });
    const close = opened.getByRole('button', { name: 'Close' }).first();
    await close.focus();
    // time stands still, however slow the machine is
    const last = Number(await page.evaluate(() => localStorage.getItem('lastActivity')));
    await page.clock.pauseAt(last + limit - 28_000);
    await page.clock.runFor(1000);
    await expect(warning(page)).toBeVisible();
    await page.clock.runFor(500);
    await expect(back(page)).toBeFocused();
    for (const key of ['Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Escape']) {
      await page.keyboard.press(key);
      await expect(back(page)).toBeFocused();
    }
    // as a part of the drawer that arrives late does
    await close.focus();
    await page.keyboard.press('Escape');
    await expect(warning(page)).toBeVisible();
    await expect(opened).toBeVisible();
    await back(page).press('Enter');
    await expect(warning(page)).toBeHidden();
    await expect(close).toBeFocused();
    await page.clock.resume();
    await page.keyboard.press('Escape');
    await expect(opened).toHaveCount(0);
  });
}

idleTest('the focus returns from the warning, and from a dialog, to where it was', nightly, async ({ idle: page }) => {
  await searchBox(page).fill('pod');
  await totalRows(page);
  await page.clock.runFor(limit - 20_000);
  await expect(back(page)).toBeFocused();
  await back(page).click();
  await expect(warning(page)).toBeHidden();
  await expect(searchBox(page)).toBeFocused();
  await expect(searchBox(page)).toHaveValue('pod');
  const link = rowLink(rows(page).nth(1));
  await link.focus();
  const keys = await openShortcuts(page);
  await expect(keys.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
  await expect(link).toBeFocused();
});
