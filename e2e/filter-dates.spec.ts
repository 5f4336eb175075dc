import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { bar, button } from './filters.ts';
import { rows, searchBox, totalRows } from './list.ts';
import { expect, nightly, test } from './people.ts';

test.describe('the date range of the activity', () => {
  const start = (page: Page) => page.getByRole('button', { name: /^Date range, Start date/ });
  const end = (page: Page) => page.getByRole('button', { name: /^Date range, End date/ });
  const calendar = (page: Page) => page.getByRole('dialog', { name: 'Date range' });
  /** Hours and minutes on a 24-hour clock in any language. */
  const clock = (page: Page, name: string) =>
    calendar(page).getByRole('spinbutton', { name: new RegExp(`^${name}, `) });
  const setTime = async (page: Page, name: string, time: string) => {
    for (const [i, part] of time.split(':').entries()) await clock(page, name).nth(i).fill(part);
  };
  const expectTime = async (page: Page, name: string, time: string) => {
    for (const [i, part] of time.split(':').entries()) await expect(clock(page, name).nth(i)).toHaveValue(part);
  };
  const day = (page: Page, name: string) => calendar(page).getByRole('button', { name, exact: true });

  test('two clicks in any order choose whole days; weeks start on Monday', nightly, async ({ page }) => {
    await page.goto('/activity?filter.event_time=range:2026-11-18T00:00:00.000Z,2026-11-18T23:59:59.999Z');
    await totalRows(page);
    await expect(start(page)).toHaveText('November 18, 2026 00:00');
    await expect(end(page)).toHaveText('November 18, 2026 23:59');
    await expect(page.getByRole('group', { name: 'Date range' })).toHaveText(/00:00\s*to\s*November/);
    await expect(bar(page).getByRole('listitem')).toHaveText('Event time 18 Nov 2026 12:00 AM – 18 Nov 2026 11:59 PM');
    await page.clock.install({ time: '2026-11-20T12:00:00Z' });
    await start(page).click();
    await expect(calendar(page).locator('[aria-current=date]')).toHaveAccessibleName('November 20, 2026');
    await expect(calendar(page).getByRole('columnheader')).toHaveText(['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']);
    const weekend = await calendar(page)
      .locator('td [data-weekend]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
    expect(new Set(weekend.map((name) => new Date(name).getDay()))).toEqual(new Set([6, 0]));
    await day(page, 'November 12, 2026').click();
    await expect(end(page)).toHaveText('End date');
    await day(page, 'November 10, 2026').click();
    await expect(start(page)).toHaveText('November 10, 2026 00:00');
    await expect(end(page)).toHaveText('November 12, 2026 23:59');
    await button(calendar(page), 'Done').click();
    await expect(start(page)).toBeFocused();
    await button(page, 'Apply').click();
    await expect(page).toHaveURL(
      /range(:|%3A)2026-11-10T00(:|%3A)00(:|%3A)00\.000Z(,|%2C)2026-11-12T23(:|%3A)59(:|%3A)59\.999Z/,
    );
    const others = page.locator(
      'time:not([datetime^="2026-11-10"], [datetime^="2026-11-11"], [datetime^="2026-11-12"])',
    );
    await expect(rows(page).filter({ has: others })).toHaveCount(0);
  });

  test(
    'times can be set; midnight as an end is the day’s last minute; an end before its start is refused',
    nightly,
    async ({ page }) => {
      await page.goto('/activity?filter.event_time=range:2026-11-18T00:00:00.000Z,2026-11-18T23:59:59.999Z');
      await totalRows(page);
      await start(page).click();
      await calendar(page).getByRole('button', { name: 'November 2026', exact: true }).waitFor();
      await day(page, 'November 10, 2026').click();
      await day(page, 'November 11, 2026').click();
      await setTime(page, 'Start time', '08:30');
      await setTime(page, 'End time', '00:00');
      await clock(page, 'Start time').first().focus();
      await expectTime(page, 'End time', '23:59');
      await expect(start(page)).toHaveText('November 10, 2026 08:30');
      await day(page, 'November 10, 2026').click();
      await day(page, 'November 10, 2026').click();
      await setTime(page, 'Start time', '18:00');
      await setTime(page, 'End time', '09:00');
      await clock(page, 'Start time').first().focus();
      // within one day the end cannot precede the start
      await expectTime(page, 'End time', '18:00');
      await button(calendar(page), 'Done').click();
      await button(page, 'Apply').click();
      await expect(bar(page).getByRole('listitem')).toHaveText('Event time 10 Nov 2026 06:00 PM');
      await start(page).click();
      await setTime(page, 'Start time', '20:00');
      await button(calendar(page), 'Done').click();
      await button(page, 'Apply').click();
      await expect(
        page.getByRole('alert').getByText('End Date must be after Start Date', { exact: true }),
      ).toBeVisible();
      await expect(page).toHaveURL(/T18(:|%3A)00(:|%3A)00\.000Z$/);
    },
  );

  test('an end without a start is refused', nightly, async ({ page }) => {
    await page.goto('/activity?filter.event_time=lte:2026-11-18T23:59:59.999Z');
    await totalRows(page);
    await expect(bar(page).getByRole('listitem')).toHaveText('Event time until 18 Nov 2026 11:59 PM');
    await end(page).click();
    await setTime(page, 'End time', '12:00');
    await button(calendar(page), 'Done').click();
    await button(page, 'Apply').click();
    await expect(page.getByRole('alert').getByText('Start Date is required', { exact: true })).toBeVisible();
  });

  test('months, years and decades work by keyboard and pass axe', nightly, async ({ page }) => {
    await page.goto('/activity?filter.event_time=gte:2026-11-10T08:00:00.000Z');
    await totalRows(page);
    await start(page).focus();
    await page.keyboard.press('Enter');
    await expect(day(page, 'November 10, 2026')).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('ArrowDown');
    await expect(day(page, 'November 17, 2026')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(end(page)).toHaveText('November 17, 2026 23:59');
    await calendar(page).getByRole('button', { name: 'November 2026', exact: true }).press('Enter');
    await expect(calendar(page).locator('td').getByRole('button')).toHaveCount(12);
    await calendar(page).getByRole('button', { name: '2026', exact: true }).press('Enter');
    await expect(calendar(page).getByText('2020 – 2029')).toBeVisible();
    await expect(calendar(page).locator('td').getByRole('button')).toHaveCount(10);
    await calendar(page).getByRole('button', { name: 'Previous decade' }).press('Enter');
    await expect(calendar(page).getByText('2010 – 2019')).toBeVisible();
    await calendar(page).getByRole('button', { name: '2016', exact: true }).press('Enter');
    await calendar(page).locator('td').getByRole('button').nth(1).press('Enter');
    await expect(day(page, 'February 29, 2016')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(calendar(page)).toHaveCount(0);
    await expect(start(page)).toBeFocused();
  });

  test('a press on another field closes the calendar, and that field has the focus', nightly, async ({ page }) => {
    // the calendar has room below its field, and covers nothing above
    await page.setViewportSize({ width: 1280, height: 1000 });
    await page.goto('/activity');
    await totalRows(page);
    await start(page).click();
    await expect(calendar(page).getByRole('table')).toBeVisible();
    await expect(calendar(page).locator(':focus')).toHaveCount(1);
    await searchBox(page).click();
    await expect(calendar(page)).toHaveCount(0);
    await expect(searchBox(page)).toBeFocused();
    await page.keyboard.type('till');
    await expect(searchBox(page)).toHaveValue('till');
    // Escape gives it back to the field of the calendar
    await start(page).click();
    await expect(calendar(page).locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(calendar(page)).toHaveCount(0);
    await expect(start(page)).toBeFocused();
  });

  test('the devices list has no date range', nightly, async ({ page }) => {
    await page.goto('/devices');
    await totalRows(page);
    await expect(page.getByText('Start date')).toHaveCount(0);
  });
});
