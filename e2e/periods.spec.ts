import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { bar, button } from './filters.ts';
import { totalRows } from './list.ts';
import { expect, nightly, test } from './people.ts';

const input = (page: Page) => page.getByRole('group', { name: 'Date range' }).getByRole('button').first();
const calendar = (page: Page) => page.getByRole('dialog', { name: 'Date range' });
const typed = (page: Page) => calendar(page).getByRole('textbox', { name: 'Type a date' });

test('a period takes two clicks, and stays relative in the address', nightly, async ({ page }) => {
  await page.goto('/activity?custom_view=Unauthorized%20Attempts');
  await totalRows(page);
  await input(page).click();
  await typed(page).waitFor();
  await expectAccessible(page);
  await button(calendar(page), 'Last month').click();
  await expect(calendar(page)).toHaveCount(0);
  await expect(input(page)).toHaveText(/Last month/);
  await expect(input(page)).toBeFocused();
  await expect(bar(page).getByRole('listitem')).toHaveText('Event time is last month');
  expect(decodeURIComponent(page.url())).toContain('filter.event_time=range:now-1M/M,now-1M/M+');
  await page.reload();
  await expect(input(page)).toHaveText(/Last month/);
  // the night of the hours that the server knows
  await input(page).click();
  await expect(button(calendar(page), 'Last month')).toHaveAttribute('aria-pressed', 'true');
  await button(calendar(page), 'Last night').click();
  await expect(bar(page).getByRole('listitem')).toHaveText('Event time is last night');
  await totalRows(page);
});

test('exactly seven periods are offered', nightly, async ({ page }) => {
  await page.goto('/activity');
  await totalRows(page);
  await input(page).click();
  await expect(calendar(page).getByRole('group', { name: 'Periods' }).getByRole('button')).toHaveText([
    'Last hour',
    'Tonight',
    'Last night',
    'Today',
    'Yesterday',
    'Last 7 days',
    'Last month',
  ]);
});

test('a typed date is shown in the calendar and applied by Enter, as a fixed range', nightly, async ({ page }) => {
  await page.clock.install({ time: '2026-11-20T12:00:00Z' });
  await page.goto('/activity');
  await totalRows(page);
  await input(page).click();
  await typed(page).fill('nothing');
  await typed(page).press('Enter');
  await expect(calendar(page).getByText('Type a date such as 12 May, 12/05 21:00 or yesterday.')).toBeVisible();
  await typed(page).fill('12/05 9pm');
  await expect(calendar(page).getByRole('button', { name: 'May 2026', exact: true })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Date range' })).toHaveText(
    /May 12, 2026 21:00\s*to\s*May 12, 2026 21:59/,
  );
  await typed(page).press('Enter');
  await expect(calendar(page)).toHaveCount(0);
  await expect(page).toHaveURL(/range(:|%3A)2026-05-12T21(:|%3A)00(:|%3A)00\.000Z(,|%2C)2026-05-12T21(:|%3A)59/);
});

test(
  'the typed name of a period is applied as that period; text that means no range is not applied',
  nightly,
  async ({ page }) => {
    await page.goto('/activity');
    await totalRows(page);
    await input(page).click();
    await typed(page).fill('12 May');
    await expect(input(page)).toHaveText(/^May 12, /);
    await typed(page).fill('since 12 May');
    await expect(input(page)).not.toHaveText(/May/);
    await expect(button(page, 'Apply')).toBeDisabled();
    await typed(page).fill('12 May');
    await expect(input(page)).toHaveText(/^May 12, /);
    await typed(page).fill('last night');
    await expect(input(page)).toHaveText(/Last night/);
    await expect(button(calendar(page), 'Last night')).toHaveAttribute('aria-pressed', 'true');
    await button(calendar(page), 'Done').click();
    await expect(calendar(page)).toHaveCount(0);
    await expect(input(page)).toHaveText(/Last night/);
    await button(page, 'Apply').click();
    await expect(bar(page).getByRole('listitem')).toHaveText('Event time is last night');
    // not seven fixed days
    await input(page).click();
    await typed(page).fill('last 7 days');
    await expect(input(page)).toHaveText(/Last 7 days/);
    await button(page, 'Apply').click();
    await expect(bar(page).getByRole('listitem')).toHaveText('Event time is in the last 7 days');
    expect(decodeURIComponent(page.url())).toContain('filter.event_time=gte:now-7d');
  },
);

test('dates are typed in the language of the portal', nightly, async ({ open }) => {
  const page = await open('clerk', { locale: 'fr-FR' });
  await page.clock.install({ time: '2026-11-20T12:00:00Z' });
  await page.goto('/activity');
  await page.getByRole('group', { name: 'Période' }).getByRole('button').first().click();
  const field = page.getByRole('textbox', { name: 'Saisir une date' });
  await field.fill('hier 21h');
  await field.press('Enter');
  await expect(page).toHaveURL(/2026-11-19T21(:|%3A)00/);
});
