// Behaviour of every list: rendered and fetched rows, sticky parts, omitted columns.
import { devices } from '@keyward/contract/devices';
import { durations } from '@keyward/contract/limits';
import type { Page, Route } from '@playwright/test';
import {
  chooseView,
  expectTotal,
  row,
  rowLink,
  rows,
  searchBox,
  searchFor,
  table,
  totalRows,
  viewChoice,
  viewTabs,
  withoutLive,
} from './list.ts';
import { expect, nightly, test } from './people.ts';
import { removeSaved, save } from './saved.ts';
import { someDevices } from './things.ts';

const failing = (route: Route) =>
  route.fulfill({ status: 500, json: { errors: [{ code: 'internal', detail: 'broken' }] } });

// a page that still shows a view would get an alert that it is gone
test.afterAll(removeSaved);

test('a single view has no selector', nightly, async ({ page }) => {
  await page.route('**/api/v1/custom-views?*', async (route) => {
    const reply = await route.fetch();
    const body: { data: object[] } = await reply.json();
    await route.fulfill({ response: reply, json: { ...body, data: body.data.slice(0, 1) } });
  });
  await page.goto('/devices');
  await totalRows(page);
  await expect(page.getByText('All devices in your locations.')).toBeVisible();
  await expect(viewTabs(page)).toHaveCount(0);
  await page.unrouteAll({ behavior: 'wait' });
});

test('a list with times shows their zone once, in its header', nightly, async ({ open, api }) => {
  const page = await open('admin', { timezoneId: 'Asia/Tokyo' });
  const zone = page.getByText('Times in Asia/Tokyo', { exact: true });
  for (const address of ['/activity', '/devices', '/users']) {
    await page.goto(address);
    await totalRows(page);
    await expect(zone).toHaveCount(1);
  }
  // without a time column there is no note
  const view = await save(await api('admin'));
  await page.goto(`/devices?custom_view=${view.value}`);
  await totalRows(page);
  await expect(zone).toHaveCount(0);
});

test('renders the visible rows and five more, and loads the next page within 100 px of the end', async ({ page }) => {
  let requests = 0;
  const held = Promise.withResolvers<void>();
  await page.route(/\/api\/v1\/devices\?(.*&)?page=2/, async (route) => {
    requests++;
    await held.promise;
    await route.continue();
  });
  await page.goto('/devices');
  await totalRows(page);
  const list = table(page, 'Devices');
  const drawn = () =>
    list.evaluate((element) => {
      const end = element.parentElement?.getBoundingClientRect().bottom ?? 0;
      const all = [...element.querySelectorAll('[role=row][data-index]')].map((one) => one.getBoundingClientRect());
      const body = element.querySelector('[role=rowgroup]:last-child')?.getBoundingClientRect().height ?? 0;
      return {
        beyond: all.filter(({ top }) => top >= end).length,
        count: all.length,
        rest: Math.round(body - all.reduce((sum, { height }) => sum + height, 0)),
      };
    });
  await expect.poll(async () => (await drawn()).beyond).toBe(5);
  // unmeasured rows are assumed to be 105 px high
  const { count, rest } = await drawn();
  expect(rest).toBe((50 - count) * 105);
  /** Scrolls row by row, as each is measured, until this much is left below. */
  const leave = (px: number) =>
    list.evaluate(async (element, wanted) => {
      const box = element.parentElement;
      if (!box) return;
      for (let left = Infinity; left > wanted;) {
        left = box.scrollHeight - box.clientHeight - box.scrollTop;
        box.scrollTop += Math.min(40, left - wanted);
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      }
    }, px);
  await leave(120);
  await expect(page.locator('[aria-rowindex="51"]')).toBeAttached();
  expect(requests).toBe(0);
  await leave(80);
  const more = page.locator('footer').getByText('Loading more rows…');
  await expect(more).toBeVisible();
  expect(requests).toBe(1);
  held.resolve();
  await expect(more).toHaveCount(0);
  await expect(page.locator('[aria-rowindex="52"]')).toBeAttached();
});

test.describe('when reading fails with rows on screen', () => {
  const failure = (page: Page) =>
    page.locator('footer').getByRole('alert').filter({
      hasText: 'There was an error fetching data. Click refresh to reload the page and try again.',
    });

  test('Refresh below the rows reads them again', nightly, async ({ page, api, problems }) => {
    problems.expect(/500.*\/api\/v1\/devices/);
    const call = await api('admin');
    const { word, names, ids } = await someDevices(call, 2);
    await withoutLive(page);
    await page.goto(`/devices?search=${word}`);
    await expectTotal(page, 2);
    await page.route('**/api/v1/devices?*', failing);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(failure(page)).toBeVisible();
    await expect(row(page, names[0] ?? '')).toBeVisible();
    await call(devices.update, { params: { id: ids[0] ?? '' }, body: { name: `${word} renamed` } });
    await page.unroute('**/api/v1/devices?*', failing);
    await failure(page).getByRole('button', { name: 'Refresh' }).click();
    await expect(failure(page)).toHaveCount(0);
    await expect(row(page, `${word} renamed`)).toBeVisible();
    await expectTotal(page, 2);
  });

  test('Refresh below the rows reads the next page, which failed', nightly, async ({ page, problems }) => {
    problems.expect(/500.*\/api\/v1\/devices\?(.*&)?page=2/);
    await withoutLive(page);
    await page.goto('/devices');
    await totalRows(page);
    const asked: string[] = [];
    const secondPage = /\/api\/v1\/devices\?(.*&)?page=2/;
    await page.route(secondPage, failing);
    await table(page, 'Devices').evaluate((list) => list.parentElement?.scrollTo(0, 1e6));
    await expect(failure(page)).toBeVisible();
    await page.unroute(secondPage, failing);
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === devices.list.path) asked.push(searchParams.get('page') ?? '');
    });
    await failure(page).getByRole('button', { name: 'Refresh' }).click();
    await expect(failure(page)).toHaveCount(0);
    await expect(page.locator('[aria-rowindex="52"]')).toBeAttached();
    expect(asked[0]).toBe('2');
    expect(asked).not.toContain('1');
  });
});

test('a list unknown to the server is empty, and the console says so', nightly, async ({ page, problems }) => {
  problems.expect(/404.*\/api\/v1\//, /The server has no list under \/api\/v1\/devices/);
  await page.route('**/api/v1/devices?*', (route) =>
    route.continue({ url: route.request().url().replace('/devices?', '/cabinets?') }),
  );
  await page.goto('/devices?custom_view=Locks');
  await expect(page.getByText('No records found for the search or filter criteria', { exact: true })).toBeVisible();
  await expect(page.getByText('0 total rows', { exact: true })).toBeVisible();
});

for (const width of [1440, 390]) {
  test(`nothing moves when the views arrive, at ${width}`, nightly, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    for (const [path, name] of [
      ['/devices', 'Devices'],
      ['/activity', 'Activity'],
    ] as const) {
      const held = Promise.withResolvers<void>();
      await page.route('**/api/v1/custom-views?*', async (route) => {
        await held.promise;
        await route.continue();
      });
      await page.goto(path);
      const placesOf = () =>
        Promise.all(
          ['Filter', 'Refresh', 'Download CSV'].map((label) =>
            page.getByRole('button', { name: label, exact: true }).boundingBox(),
          ),
        );
      await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
      const chooser = width === 390 ? viewChoice(page) : viewTabs(page);
      await expect(chooser).toHaveCount(0);
      const before = await placesOf();
      expect(before.every(Boolean)).toBe(true);
      held.resolve();
      await expect(chooser).toBeVisible();
      await expect(table(page, name)).toBeVisible();
      expect(await placesOf()).toEqual(before);
      await page.unroute('**/api/v1/custom-views?*');
    }
  });
}

test('a row stays within reach of the Tab key after the last one is deleted', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const { word, names, ids } = await someDevices(call, 2);
  await page.goto(`/devices?search=${encodeURIComponent(word)}`);
  await expectTotal(page, 2);
  await rowLink(row(page, names[1] ?? '')).focus();
  await call(devices.remove, { params: { id: ids[1] ?? '' } });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expectTotal(page, 1);
  await expect(rows(page).locator('a[tabindex="0"]')).toContainText(names[0] ?? '-');
});

test('text cleared from the search box is not searched for', nightly, async ({ page }) => {
  await page.clock.install();
  await page.goto('/devices');
  await totalRows(page);
  await searchFor(page, 'no device has this name');
  const clear = page.getByRole('button', { name: 'Clear search and filters' });
  await expect(clear).toBeVisible();
  // the clock is stopped, so that a slow machine makes no difference
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  await searchBox(page).fill('padlock');
  await clear.click();
  await expect(searchBox(page)).toHaveValue('');
  await page.clock.runFor(durations.searchDebounceMs);
  await page.clock.resume();
  await totalRows(page);
  await expect(page).toHaveURL('/devices');
});

test('Back to a search shows its text again', nightly, async ({ page, api }) => {
  const view = await save(await api('admin'));
  await page.goto('/devices?custom_view=Overview');
  await totalRows(page);
  await searchFor(page, 'padlock');
  await chooseView(page, view.label);
  await expect(searchBox(page)).toHaveValue('');
  await page.goBack();
  await expect(page).toHaveURL(/search=padlock/);
  await expect(searchBox(page)).toHaveValue('padlock');
});
