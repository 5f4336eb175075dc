// The pictures of devices on Insights: the online times of OKMs, batteries, temperatures.
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expectOldFigures, insightsAlone } from './insights.ts';
import { expectTotal, rows, totalRows } from './list.ts';
import { expect, nightly, test } from './people.ts';

const pictures = {
  okms: 'When OKMs were online',
  batteries: 'Lowest batteries over time',
  temperatures: 'Highest temperatures over time',
} as const;
const picture = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const countIn = (text: string | null) =>
  Number(/([\d,]+) (?:OKMs?|devices?)$/.exec(text ?? '')?.[1]?.replaceAll(',', ''));

test(
  'bands and lines open the list with exactly their devices, by keyboard, pointer and table',
  nightly,
  async ({ page }) => {
    for (const [name, label] of [
      [pictures.okms, /^Times online and offline, the least reliable first\. (1–12 of )?[\d,]+ OKMs$/],
      [pictures.batteries, /^Reported charge .*\. 1–10 of [\d,]+ devices$/],
      [pictures.temperatures, /^Reported temperature .*\. 1–10 of [\d,]+ devices$/],
    ] as const) {
      await page.goto('/dashboard');
      const shown = picture(page, name);
      const strips = shown.getByRole('application', { name: label });
      const total = shown.getByRole('link').first();
      const all = countIn(await total.textContent());
      expect(all).toBeGreaterThan(1);
      await total.click();
      await expect(page).toHaveURL(/\/devices\?/);
      expect(await totalRows(page)).toBe(all);
      await page.goBack();
      await strips.focus();
      await expectAccessible(page, { within: `section[aria-label="${name}"]` });
      await strips.press('ArrowDown');
      const status = shown.getByRole('status');
      const first = (await status.textContent())?.split(',')[0] ?? '';
      expect(first).not.toBe('');
      await strips.press('ArrowDown');
      await strips.press('Shift+ArrowUp');
      await expect(status).toHaveText(/^2 (OKMs|devices)$/);
      await strips.press('Enter');
      await expect(page).toHaveURL(/\/devices\?.*filter\.serial_number=/);
      expect(await totalRows(page)).toBe(2);
      await expect(rows(page).filter({ hasText: first })).not.toHaveCount(0);
      await page.goBack();
      await strips.click({ position: { x: 40, y: 20 } });
      await expectTotal(page, 1);
      await expect(rows(page)).toHaveCount(1);
      await expect(rows(page)).toContainText(first);
      await page.goBack();
      await shown.getByRole('button', { name: 'Show as table' }).click();
      await expectAccessible(page, { within: `section[aria-label="${name}"]` });
      await shown.getByRole('row').nth(1).getByRole('link').click();
      await expectTotal(page, 1);
      await expect(rows(page)).toHaveCount(1);
      await expect(rows(page)).toContainText(first);
    }
  },
);

test('a picture shows all its devices, page by page, in the order of their list', nightly, async ({ page }) => {
  await page.goto('/devices?custom_view=Overview&filter.battery=EXISTS&sort=battery:asc');
  const total = await totalRows(page);
  expect(total).toBeGreaterThan(20);
  await page.goto('/dashboard');
  const shown = picture(page, pictures.batteries);
  await shown.getByRole('button', { name: 'Show as table' }).click();
  const names = () => shown.getByRole('rowheader').allInnerTexts();
  const values = async () =>
    (await shown.getByRole('row').locator('td:nth-of-type(2)').allInnerTexts()).map((text) => Number.parseFloat(text));
  const [first, lowest] = [await names(), await values()];
  expect(first).toHaveLength(10);
  const [back, on] = [shown.getByRole('button', { name: 'Previous' }), shown.getByRole('button', { name: 'Next' })];
  await expect(back).toHaveAttribute('aria-disabled', 'true');
  await on.press('Enter');
  await expect(shown.getByRole('link').first()).toHaveText(`11–20 of ${total.toLocaleString('en')} devices`);
  await expect(on).toBeFocused();
  const next = await values();
  expect([...lowest, ...next]).toEqual([...lowest, ...next].toSorted((a, b) => a - b));
  await expectAccessible(page, { within: `section[aria-label="${pictures.batteries}"]` });
  await back.click();
  await expect.poll(names).toEqual(first);
  await shown.getByRole('link').first().click();
  expect(await totalRows(page)).toBe(total);
});

test(
  'a picture without devices, without permission for the list or without an answer says so',
  nightly,
  async ({ page, api, browser, problems }) => {
    const { page: other, end } = await insightsAlone(await api('admin'), browser);
    await other.goto('/dashboard');
    await expect(picture(other, pictures.okms)).toContainText('There is no OKM here');
    await expect(picture(other, pictures.batteries)).toContainText('No device has reported its battery');
    await end();

    problems.expect(/status of 500/);
    await expectOldFigures(page, picture(page, pictures.batteries), {
      calls: '**/api/v1/metrics/devices/readings**',
      failed: 'The reports could not be read.',
    });
  },
);
