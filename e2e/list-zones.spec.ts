// The zone of a list's times: the person's, or by choice that of the only location on screen.
import { readFile } from 'node:fs/promises';
import { groups } from '@keyward/contract/groups';
import { profiles } from '@keyward/contract/profiles';
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { reportThrough } from './controllers.ts';
import { button, heading, newName, openDialog, options, pick } from './imports.ts';
import { drawer, expectTotal, rows, totalRows } from './list.ts';
import { expect, nightly, test } from './people.ts';
import { newDevice } from './things.ts';

const shibuya = 'Northgate – 東京 渋谷';
const hour = 3_600_000;
const there = (page: Page) => page.getByRole('button', { name: `Show times of ${shibuya} (Asia/Tokyo)` });
const back = (page: Page) => page.getByRole('button', { name: 'Show my times (UTC)' });

async function chooseShibuya(page: Page): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Locations: / })
    .click();
  await page.getByRole('listbox', { name: 'Locations' }).getByRole('option', { name: shibuya }).click();
  await page.keyboard.press('Escape');
}

test(
  'a list of one location can show times in its zone, separately from other lists',
  nightly,
  async ({ page, api }) => {
    const call = await api('admin');
    const okm = await newDevice(call, { type: 'OKM 40', tags: { Location: [shibuya] } });
    // 20:15 of one day, 05:15 of the next one in Tokyo
    const day = new Date(Math.floor(Date.now() / (24 * hour)) * 24 * hour - 48 * hour);
    const next = new Date(day.getTime() + 24 * hour);
    const time = new Date(day.getTime() + 20.25 * hour).toISOString();
    await reportThrough(call, okm.id, [
      { serial: okm.serial_number, events: [{ id: '1', type: 'USB_STATE_CHANGE', time }] },
    ]);
    const shown = (date: Date) => date.toISOString().slice(0, 10).split('-').toReversed().join('/');
    const named = (date: Date) => date.toLocaleDateString('en-GB', { dateStyle: 'full', timeZone: 'UTC' });
    const range = `range:${day.toISOString()},${next.toISOString()}`;
    await page.goto(`/activity?search=${encodeURIComponent(okm.name)}&filter.event_time=${encodeURIComponent(range)}`);
    const event = rows(page);
    await expect(event).toHaveCount(1);
    await expect(event).toContainText('20:15');
    await expect(page.getByText('Times in UTC', { exact: true })).toBeVisible();
    await expect(there(page)).toHaveCount(0);
    await expect(event).toHaveAttribute('data-day', named(day));

    await chooseShibuya(page);
    const counted = page.waitForRequest(/custom-views\/counts\?.*timezone=Asia%2FTokyo/);
    const asked = page.waitForRequest(/\/api\/v1\/events\?.*timezone=Asia%2FTokyo/);
    await there(page).focus();
    await page.keyboard.press('Enter');
    await expect(back(page)).toBeFocused();
    await expect(page.getByText('Times in Asia/Tokyo', { exact: true })).toBeVisible();
    await asked;
    await counted;
    await expect(event).toContainText('05:15');
    await expect(event).toHaveAttribute('data-day', named(next));
    const dates = page.getByRole('group', { name: 'Date range' });
    await expect(dates.getByRole('button', { name: 'Start date' })).toContainText('09:00');
    await expectAccessible(page);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(await readFile(await file.path(), 'utf8')).toContain(`${shown(next)} 05:15:00`);

    await page.reload();
    await expect(event).toContainText('05:15');
    const activity = page.url();
    await page.goto('/devices');
    await totalRows(page);
    await expect(page.getByText('Times in UTC', { exact: true })).toBeVisible();
    await expect(there(page)).toBeVisible();

    // the hours of the week are those that the list is filtered by
    await page.goto('/dashboard');
    await expect(page.getByText('Times in UTC', { exact: true })).toBeVisible();
    const week = page.getByRole('region', { name: 'Activity by weekday and hour', exact: true });
    await expect(week).toContainText('Times in Asia/Tokyo');
    await week.getByRole('button', { name: 'Show as table' }).click();
    const weekday = next.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });
    const column = (await week.getByRole('columnheader').allTextContents()).indexOf(weekday);
    const figure = week
      .getByRole('row', { name: /^5 AM/ })
      .getByRole('cell')
      .nth(column - 1)
      .getByRole('link');
    const count = Number((await figure.innerText()).replaceAll(',', ''));
    await figure.click();
    expect(await totalRows(page)).toBe(count);
    await expect(event.filter({ hasText: okm.name })).toContainText('05:15');

    await page.goto(activity);
    await back(page).click();
    await expect(event).toContainText('20:15');
    await expect(there(page)).toBeFocused();
  },
);

test('a person with one location is offered its zone, also on a phone', nightly, async ({ open }) => {
  const page = await open('clerk', { timezoneId: 'Asia/Seoul', viewport: { width: 360, height: 740 } });
  await page.goto('/activity');
  await totalRows(page);
  await page.getByRole('button', { name: 'Show times of Northgate – Leeds (Europe/London)' }).click();
  await expect(page.getByText('Times in Europe/London', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show my times (Asia/Seoul)' })).toBeInViewport({ ratio: 1 });
  const section = page.getByRole('main').locator('section').first();
  expect(await section.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  await expectAccessible(page);
});

test(
  'a file with times in the zone of its location is imported in that zone, and changes nothing',
  nightly,
  async ({ page, api }) => {
    const call = await api('admin');
    const { data: definitions } = await call(groups.definitions, { query: { object_type: 'users' } });
    const tags = definitions.flatMap(({ id, is_location: is }) => (is ? [{ tagId: id, values: [shibuya] }] : []));
    const username = newName();
    await call(profiles.create, { body: { name: username, username, tags, valid_until: '2099-06-01T08:00:00.000Z' } });
    await page.goto(`/users?search=${username}`);
    await expectTotal(page, 1);
    await chooseShibuya(page);
    await there(page).click();
    await button(page, 'Columns').click();
    await drawer(page, 'Columns').getByRole('checkbox', { name: 'Valid until' }).check();
    await button(drawer(page, 'Columns'), 'Done').click();
    await button(page, 'Download CSV').click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Download CSV', exact: true }).click(),
    ]);
    const text = await readFile(await file.path(), 'utf8');
    expect(text).toContain('01/06/2099 17:00:00');

    await openDialog(page);
    await pick(page, text);
    await expect(options(page)).toContainText('Times in Asia/Tokyo');
    await options(page).getByRole('switch', { name: 'Update existing profiles' }).click({ force: true });
    await button(options(page), 'Check file').click();
    await expect(heading(page, 'Ready to upload')).toBeVisible();
    await expect(button(page, /^1 unchanged/)).toBeVisible();
  },
);
