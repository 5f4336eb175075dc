// Lists and the matrix of roles on a wide screen: all of its width, and rows as high as the person chose.
import { expectAccessible } from './axe.ts';
import { rows, table, totalRows } from './list.ts';
import { newcomer } from './newcomer.ts';
import { expect, freshState, nightly, test } from './people.ts';
import { grid } from './roles.ts';
import { options } from './saved.ts';
import type { Page } from '@playwright/test';

const wide = { width: 2560, height: 1440 };

/** The heights of the rows in the document, and the gaps between them: the row with the focus stays in the document. */
const heights = (page: Page) =>
  rows(page).evaluateAll((all) => {
    const shown = all
      .map((one) => ({ index: Number(one.dataset['index']), box: one.getBoundingClientRect() }))
      .toSorted((a, b) => a.index - b.index);
    return {
      heights: [...new Set(shown.map(({ box }) => Math.round(box.height)))],
      gaps: shown.slice(1).filter(({ index, box }, i) => {
        const before = shown[i];
        if (i === 0 && before && index - before.index > 1) return false;
        return index - (before?.index ?? 0) !== 1 || Math.abs(box.top - (before?.box.bottom ?? 0)) > 1;
      }).length,
    };
  });

test(
  'row heights of 44, 36 and 28 px are chosen in the view’s menu, apply to other lists, and leave no gaps',
  nightly,
  async ({ open, api }) => {
    const { username } = await newcomer(await api('admin'), 'demo', 'Admin');
    const page = await open(null, { storageState: await freshState('demo', username), viewport: wide });
    await page.goto('/devices');
    await totalRows(page);
    await expect(rows(page).first()).toBeVisible();
    // the list takes all of 2,560 px but the edges of the page
    expect((await table(page, 'Devices').boundingBox())?.width).toBeGreaterThan(2480);
    await expect.poll(() => heights(page)).toEqual({ heights: [44], gaps: 0 });

    await options(page).click();
    const choices = page.getByRole('menuitemradio');
    await expect(choices).toHaveText(['Comfortable', 'Compact', 'Dense']);
    await expect(choices.first()).toBeChecked();
    await expectAccessible(page);
    await choices.filter({ hasText: 'Compact' }).click();
    await expect.poll(() => heights(page)).toEqual({ heights: [36], gaps: 0 });

    await options(page).click();
    await choices.filter({ hasText: 'Dense' }).click();
    await expect.poll(() => heights(page)).toEqual({ heights: [28], gaps: 0 });
    await page.mouse.move(900, 900);
    await page.mouse.wheel(0, 1500);
    await expect.poll(async () => (await heights(page)).gaps).toBe(0);
    await expectAccessible(page);
    const saved = await page.context().newPage();
    await saved.goto('/users');
    await totalRows(saved);
    await expect.poll(async () => (await heights(saved)).heights).toEqual([28]);
  },
);

test('the matrix of roles fills a wide screen, the groups do not', nightly, async ({ page }) => {
  await page.setViewportSize(wide);
  await page.goto('/access/roles');
  await expect(grid(page)).toBeVisible();
  const width = async () => (await page.getByRole('main').boundingBox())?.width ?? 0;
  expect(await width()).toBeGreaterThan(2480);
  await page.getByRole('link', { name: 'Groups', exact: true }).click();
  await expect(grid(page)).toHaveCount(0);
  await expect.poll(width).toBeLessThan(1800);
});
