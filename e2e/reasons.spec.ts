import { readFile } from 'node:fs/promises';
import { bar, button, chooseSeveral, filters } from './filters.ts';
import { expectEachRow, header, totalRows } from './list.ts';
import { expect, nightly, test } from './people.ts';

test('events are filtered by what happened, in words', nightly, async ({ page }) => {
  await page.goto('/activity');
  const all = await totalRows(page);
  for (const [words, value] of [
    ['Opened with two people', 'openedByTwo'],
    ['Key checkout refused', 'keyRefused'],
  ] as const) {
    await page.goto('/activity');
    await totalRows(page);
    await page.getByRole('button', { name: /^Filter/ }).click();
    await chooseSeveral(filters(page), 'What happened: value', words);
    await button(filters(page), 'Apply').click();
    await expect(bar(page).getByRole('listitem')).toHaveText(`What happened ${words}`);
    await expect(page).toHaveURL(new RegExp(`filter\\.happened=${value}`));
    await expectEachRow(page, words);
    expect(await totalRows(page)).toBeLessThan(all);
  }
});

test(
  'refusals are filtered by their reason in words, and the file has the same rows and words',
  nightly,
  async ({ page }) => {
    await page.goto('/activity?custom_view=Unauthorized%20Attempts');
    const all = await totalRows(page);
    await expect(header(page, 'Reason')).toBeVisible();
    await page.getByRole('button', { name: /^Filter/ }).click();
    await chooseSeveral(filters(page), 'Reason: value', 'No key available');
    await button(filters(page), 'Apply').click();
    await expect(bar(page).getByRole('listitem')).toHaveText('Reason No key available');
    await expect(page).toHaveURL(/filter\.reason=key/);
    await expectEachRow(page, 'No key available');
    const some = await totalRows(page);
    expect(some).toBeGreaterThan(0);
    expect(some).toBeLessThan(all);

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    const [head = '', ...lines] = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
    expect(head).toContain('Reason');
    expect(lines).toHaveLength(some);
    for (const line of lines) expect(line).toContain('No key available');
  },
);
