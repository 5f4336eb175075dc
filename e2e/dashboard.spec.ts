import type { Page, Route } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { openSettings } from './account.ts';
import { expectAccessible } from './axe.ts';
import { reportedKeys } from './controllers.ts';
import { card, chooseRange, expectOldFigures, insightsAlone } from './insights.ts';
import { drawer, totalRows } from './list.ts';
import { newcomer } from './newcomer.ts';
import { expect, freshState, nightly, test } from './people.ts';
import { newRole } from './roles.ts';

test('people with several keys are listed with them, sorted, and downloaded', nightly, async ({ page, api, open }) => {
  const call = await api('admin');
  const { username, name } = await newcomer(call, 'demo');
  const { keys, report } = await reportedKeys(call, 2);
  await report('KEY_CHECKOUT', username);
  await page.goto('/dashboard');
  await card(page, 'Multiple OneKeys').getByRole('link', { name: 'View all people with multiple OneKeys' }).click();
  await expect(page).toHaveURL('/dashboard?details_view=multipleOnekeyCheckouts');
  await expect(page.getByRole('heading', { level: 1, name: 'Users with Multiple OneKeys' })).toBeVisible();
  const line = page.getByRole('row').filter({ hasText: name });
  await expect(line).toContainText('2');
  await expectAccessible(page);
  // in the reader's zone
  const time = (await line.locator('time').getAttribute('datetime')) ?? '';
  const elsewhere = await open('admin', { timezoneId: 'Asia/Tokyo' });
  await elsewhere.goto('/dashboard?details_view=multipleOnekeyCheckouts');
  for (const [of, timeZone] of [
    [page, 'Europe/London'],
    [elsewhere, 'Asia/Tokyo'],
  ] as const) {
    const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone }).format(new Date(time));
    await expect(of.getByRole('row').filter({ hasText: name }).locator('time')).toContainText(clock);
  }
  await line.getByRole('button', { name: `Show the keys of ${name}` }).click();
  for (const key of keys) await expect(page.getByRole('link', { name: key.name, exact: true })).toBeVisible();
  const byKeys = page.getByRole('columnheader', { name: 'Keys checked out' });
  await byKeys.getByRole('button').click();
  await expect(byKeys).toHaveAttribute('aria-sort', 'ascending');
  const numbers = async () =>
    (await page.getByRole('row').locator('td:nth-of-type(1):not([colspan])').allInnerTexts()).map(Number);
  const sorted = (list: number[], by: number) => list.toSorted((a, b) => (a - b) * by);
  await expect(async () => expect(await numbers()).toEqual(sorted(await numbers(), 1))).toPass();
  await byKeys.getByRole('button').click();
  await expect(byKeys).toHaveAttribute('aria-sort', 'descending');
  await expect(async () => expect(await numbers()).toEqual(sorted(await numbers(), -1))).toPass();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const file = readFileSync(await (await saving).path(), 'utf8');
  expect(file.split('\r\n')[0]).toBe('\uFEFFUser,Keys checked out,Key name,Checked out');
  expect(file.split('\r\n').filter((text) => text.startsWith(`${name},2,`))).toHaveLength(2);
  await page.getByRole('link', { name: keys[0]?.name ?? '', exact: true }).click();
  await expect(drawer(page, keys[0]?.name ?? '')).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'Monitor Security Status' }).click();
  await expect(page).toHaveURL('/dashboard');
  // returned keys are not counted
  await report('KEY_CHECKIN', username);
  await page.goto('/dashboard?details_view=multipleOnekeyCheckouts');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(line).toHaveCount(0);
});

test('a card and the pictures show the start of the counted period', nightly, async ({ page }) => {
  await page.goto('/dashboard');
  const day = /Since \d\d\/\d\d\/\d{4} \d\d:\d\d/;
  await expect(card(page, 'Unauthorized attempts')).toContainText(new RegExp(`In the last 7 days · ${day.source}`));
  const pictures = page.getByText(new RegExp(`^${day.source} · Times in `));
  await expect(pictures).toContainText(/ 00:00 · /);
  const ofWeek = await pictures.innerText();
  await chooseRange(page, '24 hours');
  await expect(pictures).not.toHaveText(ofWeek);
});

test('without the permission, the address leads to the first section', nightly, async ({ open }) => {
  const page = await open('clerk');
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/activity');
});

test(
  'the cards, the pictures and their order can be chosen; without a card there is no tab',
  nightly,
  async ({ api, open }) => {
    const call = await api('admin');
    const role = await newRole(call, {
      'VIEW-DASHBOARD': 'TRUE',
      'EVENT-STORE': 'READ',
      'ALL-DATA-ACCESS': 'TRUE',
    });
    const { username } = await newcomer(call, 'demo', role.name);
    const page = await open(null, { storageState: await freshState('demo', username) });
    const titles = page.getByRole('main').getByRole('list').first().getByRole('heading', { level: 2 });
    await page.goto('/dashboard');
    await expect(titles).toHaveText(['Multiple OneKeys', 'Offline OKMs', 'Unauthorized attempts', 'Unsecured locks']);
    await openSettings(page);
    const settings = page.getByRole('dialog', { name: 'Settings' });
    await settings.getByRole('tab', { name: 'Insights' }).click();
    // quick changes are stored in their order
    await settings.getByRole('checkbox', { name: 'Multiple OneKeys' }).uncheck();
    const up = settings.getByRole('button', { name: 'Move Unsecured locks up' });
    await up.press('Enter');
    await up.press('Enter');
    await expect(settings.getByRole('status').filter({ hasText: 'Unsecured locks: place 1 of 3' })).toBeAttached();
    await expectAccessible(page);
    await expect(page.locator('h2').filter({ hasText: 'Unsecured locks' })).toBeAttached();
    await page.keyboard.press('Escape');
    await expect(titles).toHaveText(['Unsecured locks', 'Offline OKMs', 'Unauthorized attempts']);
    const rest = [
      'Unauthorized attempts by location and person',
      'Activity by weekday and hour',
      'When OKMs were online',
      'Lowest batteries over time',
      'Highest temperatures over time',
    ];
    const pictures = page.getByRole('main').getByRole('region').getByRole('heading', { level: 2 });
    await openSettings(page);
    await settings.getByRole('tab', { name: 'Insights' }).click();
    await settings.getByRole('checkbox', { name: 'Activity over time' }).uncheck();
    await settings.getByRole('button', { name: 'Move Unauthorized attempts by location and person up' }).press('Enter');
    await page.keyboard.press('Escape');
    await expect(pictures).toHaveText(rest);
    await page.reload();
    await expect(pictures).toHaveText(rest);
    await expect(titles).toHaveText(['Unsecured locks', 'Offline OKMs', 'Unauthorized attempts']);

    await openSettings(page);
    await settings.getByRole('tab', { name: 'Insights' }).click();
    for (const name of ['Unsecured locks', 'Offline OKMs', 'Unauthorized attempts'])
      await settings.getByRole('checkbox', { name, exact: true }).uncheck();
    await expect(settings.getByText('Without a card, Insights has no tab.')).toBeVisible();
    await page.keyboard.press('Escape');
    const tab = page.getByRole('navigation').getByRole('link', { name: 'Insights' });
    await expect(tab).toHaveCount(0);
    await openSettings(page);
    await settings.getByRole('tab', { name: 'Insights' }).click();
    await settings.getByRole('button', { name: 'Show the organization’s cards' }).click();
    await page.keyboard.press('Escape');
    await expect(tab).toBeVisible();
  },
);

/** The part to check: above it, the header covers content that was scrolled away. */
const pictureOf = 'section[aria-label="Activity over time"]';
const picture = (page: Page) => page.getByRole('region', { name: 'Activity over time' });
/** The number of events that a text names. */
const eventsIn = (text: string | null) => Number(/([\d,]+) events?/.exec(text ?? '')?.[1]?.replaceAll(',', ''));

test('figures that require a missing permission look neither empty nor failed', nightly, async ({ page, problems }) => {
  problems.expect(/status of 403/, /The figure UnsecuredLocks could not be read/);
  const refuse = (route: Route) =>
    route.fulfill({ status: 403, json: { errors: [{ code: 'forbidden', detail: 'no' }] } });
  await page.route('**/api/v1/metrics/activity/timeline**', refuse);
  await page.route('**/api/v1/metrics/UnsecuredLocks/summary**', refuse);
  await page.goto('/dashboard');
  await expect(picture(page)).toContainText('You do not have permission to view this page.');
  await expect(picture(page).getByRole('button', { name: 'Try again' })).toHaveCount(0);
  for (const text of ['Nothing happened in this time', 'The activity could not be read.'])
    await expect(picture(page)).not.toContainText(text);
  await expectAccessible(page, { within: pictureOf });
  const locks = card(page, 'Unsecured locks');
  await expect(locks.getByText('?', { exact: true })).toBeVisible();
  await expect(locks).toContainText('You do not have permission');
  await expect(locks.getByText('Every lock is secured')).toHaveCount(0);
});

test(
  'bars of activity open the list with exactly their events, by keyboard, pointer and table',
  nightly,
  async ({ page }) => {
    await page.goto('/dashboard');
    await chooseRange(page, '31 days');
    const bars = picture(page).getByRole('application', { name: /^Events per day, by type/ });
    await bars.focus();
    await expectAccessible(page, { within: pictureOf });
    // all bars but today's, which is still filling
    for (const key of ['Home', 'Shift+End', 'Shift+ArrowLeft']) await bars.press(key);
    const selected = eventsIn(await picture(page).getByRole('status').textContent());
    expect(selected).toBeGreaterThan(0);
    await bars.press('Enter');
    await expect(page).toHaveURL(/\/activity\?.*filter\.event_time=range/);
    expect(await totalRows(page)).toBe(selected);
    await page.goBack();
    await picture(page).getByRole('button', { name: 'Show as table' }).click();
    await expectAccessible(page, { within: pictureOf });
    const yesterday = picture(page).getByRole('row').nth(2).getByRole('link').first();
    const inTable = Number((await yesterday.textContent())?.replaceAll(',', ''));
    await yesterday.click();
    expect(await totalRows(page)).toBe(inTable);
    await page.goBack();
    const { x, y, width, height } = (await bars.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.move(x + width / 2, y + height / 2);
    const hovered = eventsIn(
      await picture(page)
        .getByText(/^[\d,]+ events?$/)
        .last()
        .textContent(),
    );
    await page.mouse.click(x + width / 2, y + height / 2);
    await expect(page).toHaveURL(/\/activity/);
    expect(await totalRows(page)).toBe(hovered);
  },
);

test(
  'hours of the week open the list with exactly their events, by keyboard, pointer and table',
  nightly,
  async ({ page }) => {
    await page.goto('/dashboard');
    await chooseRange(page, '31 days');
    const week = page.getByRole('region', { name: 'Activity by weekday and hour', exact: true });
    const cells = week.getByRole('application', { name: /^Events in each hour of the week/ });
    await cells.focus();
    await expectAccessible(page, { within: 'section[aria-label="Activity by weekday and hour"]' });
    // two days that are not today, which is still filling
    const zone = (await page.getByText(/^Times in /).innerText()).replace('Times in ', '');
    const today = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: zone }).format();
    const [row, names] = ['Sun', 'Mon', 'Tue'].includes(today) ? [4, 'Thursday, Friday'] : [0, 'Sunday, Monday'];
    await cells.press('Home');
    for (let i = 0; i < row; i++) await cells.press('ArrowDown');
    for (const key of ['Shift+ArrowDown', 'Shift+End']) await cells.press(key);
    const status = week.getByRole('status');
    await expect(status).toContainText(`${names}, 12:00 AM – 11:59 PM`);
    const selected = eventsIn(await status.textContent());
    expect(selected).toBeGreaterThan(0);
    await cells.press('Enter');
    await expect(page).toHaveURL(/\/activity\?.*filter\.weekday=/);
    expect(await totalRows(page)).toBe(selected);
    await expect(page.getByText(names)).toBeVisible();
    await page.goBack();
    const width = (await cells.boundingBox())?.width ?? 0;
    const position = { x: width * 0.6, y: 24 + (row + 0.5) * 28 };
    await cells.hover({ position });
    const hovered = eventsIn(
      await week
        .getByText(/^[\d,]+ events?$/)
        .last()
        .textContent(),
    );
    await cells.click({ position });
    await expect(page).toHaveURL(/filter\.hour=\d/);
    expect(await totalRows(page)).toBe(hovered);
    await page.goBack();
    await week.getByRole('button', { name: 'Show as table' }).click();
    await expectAccessible(page, { within: 'section[aria-label="Activity by weekday and hour"]' });
    const noon = week
      .getByRole('row', { name: /^12 PM/ })
      .getByRole('link')
      .nth(1);
    const inTable = Number((await noon.textContent())?.replaceAll(',', ''));
    await noon.click();
    expect(await totalRows(page)).toBe(inTable);
  },
);

test('the bars of refused attempts are one tab stop', nightly, async ({ page }) => {
  await page.goto('/dashboard');
  await chooseRange(page, '31 days');
  const ranks = page.getByRole('region', { name: 'Unauthorized attempts by location and person' });
  const bars = ranks.getByRole('listitem').getByRole('link');
  await bars.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(bars.nth(1)).toBeFocused();
  await page.keyboard.press('End');
  await expect(bars.last()).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(ranks.getByRole('link').first()).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(bars.last()).toBeFocused();
});

test(
  'refused attempts of a location and of a person open the list with exactly those attempts',
  nightly,
  async ({ page }) => {
    const ranks = page.getByRole('region', { name: 'Unauthorized attempts by location and person' });
    for (const by of ['By location', 'By person']) {
      // attempts may be refused while this runs
      await expect(async () => {
        await page.goto('/dashboard');
        await chooseRange(page, '31 days');
        const bar = ranks.getByRole('region', { name: by }).getByRole('link').nth(1);
        await expect(bar).toBeVisible();
        await expectAccessible(page, { within: 'section[aria-label^="Unauthorized attempts by"]' });
        const shown = Number(/([\d,]+)$/.exec(await bar.innerText())?.[1]?.replaceAll(',', ''));
        expect(shown).toBeGreaterThan(0);
        await bar.click();
        await expect(page).toHaveURL(/filter\.result=unauthorized/);
        expect(await totalRows(page)).toBe(shown);
      }).toPass({ timeout: 60_000 });
    }
  },
);

test(
  'a picture without events, without permission for the list or without an answer says so',
  nightly,
  async ({ page, api, browser, problems }) => {
    const { page: other, end } = await insightsAlone(await api('admin'), browser);
    // the days before the location and the person were added, which are events
    await other.clock.setFixedTime(Date.now() - 40 * 86_400_000);
    await other.goto('/dashboard');
    await expect(picture(other)).toContainText('Nothing happened in this time');
    await end();
    problems.expect(/status of 500/);
    await expectOldFigures(page, picture(page), {
      calls: '**/api/v1/metrics/activity/timeline**',
      failed: 'The activity could not be read.',
    });
    await expect(picture(page).getByRole('application', { name: /^Events per hour/ })).toBeVisible();
  },
);
