// The pictures of devices on Insights: when OKMs were online, batteries, temperatures.
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expectTotal, rows, totalRows } from './list.ts';
import { newcomer } from './newcomer.ts';
import { expect, freshState, nightly, test } from './people.ts';
import { newRole } from './roles.ts';

const pictures = {
  okms: 'When OKMs were online',
  batteries: 'Lowest batteries over time',
  temperatures: 'Highest temperatures over time',
} as const;
const picture = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const countIn = (text: string | null) =>
  Number(/([\d,]+) (?:OKMs?|devices?)$/.exec(text ?? '')?.[1]?.replaceAll(',', ''));

test('bands and lines of devices open their list with exactly those, by keyboard, pointer and table', async ({
  page,
}) => {
  for (const [name, label] of [
    [pictures.okms, /^Times online and offline, the least reliable first\. [\d,]+ OKMs$/],
    [pictures.batteries, /^Reported charge .*\. [\d,]+ devices$/],
    [pictures.temperatures, /^Reported temperature .*\. [\d,]+ devices$/],
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
});

test(
  'a picture of devices without any, without the right to the list, and without an answer says so',
  nightly,
  async ({ page, api, browser, problems }) => {
    const call = await api('admin');
    const role = await newRole(call, { 'VIEW-DASHBOARD': 'TRUE' });
    const { username } = await newcomer(call, 'demo', role.name);
    const context = await browser.newContext({ storageState: await freshState('demo', username) });
    const other = await context.newPage();
    await other.goto('/dashboard');
    await expect(picture(other, pictures.okms)).toContainText('There is no OKM here');
    await expect(picture(other, pictures.batteries)).toContainText('No device has reported its battery');
    await context.close();

    problems.expect(/status of 500/);
    await page.clock.install();
    await page.goto('/dashboard');
    const shown = picture(page, pictures.batteries);
    await expect(shown.getByRole('application')).toBeVisible();
    await page.route('**/api/v1/metrics/devices/readings**', (route) =>
      route.fulfill({ status: 500, json: { errors: [{ code: 'internal', detail: 'broken' }] } }),
    );
    await page.clock.runFor(61_000);
    await expect(shown.getByRole('alert')).toContainText('These figures are from');
    await expect(shown.getByRole('application')).toBeVisible();
    await page.getByRole('radiogroup', { name: 'Range of time' }).getByText('24 hours').click();
    await expect(shown.getByRole('alert')).toContainText('The reports could not be read.');
    await page.unroute('**/api/v1/metrics/devices/readings**');
    await shown.getByRole('button', { name: 'Try again' }).click();
    await expect(shown.getByRole('application')).toBeVisible();
  },
);
