import { devices } from '@keyward/contract/devices';
import { gateway } from '@keyward/contract/gateway';
import { live } from '@keyward/contract/live';
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { type Call, send } from './calls.ts';
import { drawer, expectTotal, row, rowLink, rows, totalRows } from './list.ts';
import { expect, nightly, test } from './people.ts';
import { newDevice } from './things.ts';
import { issueToken } from './tokens.ts';

/** An OKM for only this test, and a function that reports through it. */
async function newController(call: Call) {
  const okm = await newDevice(call, { type: 'OKM 40' });
  const data = await issueToken(call, okm.id);
  let count = 0;
  const report = async (events: number, state: Record<string, string> = {}) => {
    const answer = await send('demo', gateway.reports.method, gateway.reports.path, {
      headers: { authorization: `Bearer ${data.token}` },
      body: {
        reports: [
          {
            serial: okm.serial_number,
            state,
            events: Array.from({ length: events }, () => ({
              id: String(count++),
              type: 'USB_STATE_CHANGE',
              time: new Date().toISOString(),
            })),
          },
        ],
      },
    });
    expect(answer.status).toBe(200);
  };
  return { okm, report };
}
/** Opens the page and waits for its stream: later changes reach it. */
async function listening(page: Page, address: string) {
  const stream = page.waitForResponse((response) => response.url().endsWith(live.stream.path));
  await page.goto(address);
  await totalRows(page);
  expect((await stream).status()).toBe(200);
}

test('new events are announced, and one click shows them at the top', nightly, async ({ page, api }) => {
  const { okm, report } = await newController(await api('admin'));
  await report(1);
  const streams: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(live.stream.path)) streams.push(request.url());
  });
  await listening(page, `/activity?search=${encodeURIComponent(okm.name)}`);
  const before = await totalRows(page);
  const first = await rows(page).first().innerText();
  await report(1);
  const notice = page.getByRole('status').getByRole('button', { name: '1 new event' });
  await expect(notice).toBeVisible();
  // the rows on screen do not move
  expect(await rows(page).first().innerText()).toBe(first);
  expect(await totalRows(page)).toBe(before);
  await expectAccessible(page);
  await report(11);
  await page.getByRole('button', { name: '12 new events' }).click();
  await expectTotal(page, before + 12);
  await expect(rowLink(rows(page).first())).toBeFocused();
  await expect(page.getByRole('button', { name: /new event/ })).toHaveCount(0);
  // one stream for all changes
  expect(streams).toHaveLength(1);
});

test(
  'followed events slide in unless the reader has scrolled down; the notice covers no row',
  nightly,
  async ({ page, api }) => {
    const { okm, report } = await newController(await api('admin'));
    await report(40);
    await listening(page, `/activity?search=${encodeURIComponent(okm.name)}`);
    const before = await totalRows(page);
    const follow = page.getByRole('switch', { name: 'Follow' });
    await expect(follow).not.toBeChecked();
    await follow.check({ force: true });
    await report(2);
    await expectTotal(page, before + 2);

    const scroller = page.getByRole('table').locator('xpath=..');
    await scroller.evaluate((box) => box.scrollTo({ top: 500 }));
    const paused = page.getByText('Paused while scrolled down or a row is open');
    await expect(paused).toBeVisible();
    await report(1);
    const notice = page.getByRole('button', { name: '1 new event' });
    await expect(notice).toBeVisible();
    const [over, list] = [await notice.boundingBox(), await scroller.boundingBox()];
    expect(over?.y).toBeGreaterThanOrEqual((list?.y ?? 0) + (list?.height ?? Infinity));
    await expectAccessible(page);
    expect(await totalRows(page)).toBe(before + 2);
    await scroller.evaluate((box) => box.scrollTo({ top: 0 }));
    await expectTotal(page, before + 3);
    await expect(notice).toHaveCount(0);

    await expect(paused).toHaveCount(0);
    await rowLink(rows(page).first()).click();
    await expect(paused).toBeVisible();
    // it opens when its code is loaded
    await expect(drawer(page, 'Activity Details')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(paused).toHaveCount(0);

    // the choice is kept in this browser, and in another order new rows do not come at the top
    await page.reload();
    await expect(follow).toBeChecked();
    await page.goto(`/activity?search=${encodeURIComponent(okm.name)}&sort=event_time:asc`);
    await expect(page.getByText(/total rows$/)).toBeVisible();
    await report(1);
    await expect(page.getByRole('button', { name: '1 new event' })).toBeVisible();
    await expect(follow).toHaveCount(0);
  },
);

test('a broken stream is reopened, and changes in between are announced', nightly, async ({ page, api }) => {
  const { okm, report } = await newController(await api('admin'));
  await report(1);
  let streams = 0;
  const listed = Promise.withResolvers<void>();
  await page.route(`**${live.stream.path}`, async (route) => {
    // the first stream sends hello and ends
    if (streams++ === 0) {
      await route.fulfill({ contentType: 'text/event-stream', body: 'retry: 100\nevent: hello\ndata: {}\n\n' });
      return;
    }
    if (streams === 2) {
      // the rows on screen are from before
      await listed.promise;
      await report(3);
    }
    await route.continue();
  });
  await listening(page, `/activity?search=${encodeURIComponent(okm.name)}`);
  listed.resolve();
  await expect(page.getByRole('button', { name: '3 new events' })).toBeVisible();
  // this change arrives on the second stream
  await report(1);
  await expect(page.getByRole('button', { name: '4 new events' })).toBeVisible();
  expect(streams).toBe(2);
});

test('only changes visible in this list are counted', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const [one, other] = [await newController(call), await newController(call)];
  await listening(page, `/activity?search=${encodeURIComponent(one.okm.name)}`);
  await other.report(3);
  await one.report(2);
  await expect(page.getByRole('button', { name: '2 new events' })).toBeVisible();
});

test('a reporting device is updated in place', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const { okm, report } = await newController(call);
  await listening(page, `/devices?search=${okm.serial_number}`);
  await expect(row(page, okm.name)).toContainText('Never reported');
  await rowLink(rows(page).first()).focus();
  await report(0, { firmwareVersion: '40.9.2' });
  await expect(row(page, okm.name)).toContainText('Online');
  await expect(rowLink(rows(page).first())).toBeFocused();
  await call(devices.update, { params: { id: okm.id }, body: { name: `${okm.name} renamed` } });
  await expect(row(page, `${okm.name} renamed`)).toBeVisible();
});

test('unchanged rows are not read again', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const device = await newDevice(call);
  const address = `/devices?search=${encodeURIComponent(device.name)}`;
  // the server has been listening for changes since before the page below reads its list
  await listening(page, address);
  const again: string[] = [];
  page.on('request', (request) => {
    if (/[?&]id=/.test(request.url())) again.push(request.url());
  });
  await listening(page, address);
  // a change from the stream arrives after all that the page does on its own
  await newDevice(call, { name: `${device.name} two` });
  await expect(page.getByRole('button', { name: '1 new device' })).toBeVisible();
  expect(again).toEqual([]);
});

test('added and deleted devices are announced', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const first = await newDevice(call);
  const word = first.name.slice(0, -2);
  await listening(page, `/devices?search=${encodeURIComponent(word)}`);
  const before = await totalRows(page);
  const second = await newDevice(call, { name: `${word} two` });
  await page.getByRole('button', { name: '1 new device' }).click();
  await expectTotal(page, before + 1);
  await call(devices.remove, { params: { id: second.id } });
  await page.getByRole('button', { name: 'The list has changed. Show it again' }).click();
  await expectTotal(page, before);
  await expect(row(page, `${word} two`)).toHaveCount(0);
});

test(
  'changes during an interruption are announced after it, also when the first check fails',
  nightly,
  async ({ page, api, problems }) => {
    problems.expect(/503.*\/api\/v1\/events/);
    const call = await api('admin');
    const { okm, report } = await newController(call);
    await report(1);
    await listening(page, `/activity?search=${encodeURIComponent(okm.name)}`);
    const hide = (hidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { value, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, hidden);
    const left = page.waitForEvent('requestfailed', (request) => request.url().endsWith(live.stream.path));
    await hide(true);
    await left;
    await report(2);
    let looks = 0;
    await page.route(/\/api\/v1\/events\?.*results_per_page=1(&|$)/, (route) =>
      looks++ === 0 ? route.fulfill({ status: 503 }) : route.continue(),
    );
    const me = page.waitForRequest((request) => request.url().endsWith('/api/v1/me'));
    await hide(false);
    await me;
    await expect(page.getByRole('button', { name: '2 new events' })).toBeVisible();
    expect(looks).toBeGreaterThan(1);
  },
);

test('an added and a deleted device are announced although the total is the same', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const first = await newDevice(call);
  const word = first.name.slice(0, -2);
  await listening(page, `/devices?search=${encodeURIComponent(word)}`);
  const before = await totalRows(page);
  const second = await newDevice(call);
  await call(devices.update, { params: { id: second.id }, body: { name: `${word} two` } });
  await call(devices.remove, { params: { id: first.id } });
  await page.getByRole('button', { name: 'The list has changed. Show it again' }).click();
  await expect(row(page, `${word} two`)).toBeVisible();
  await expect(row(page, first.name)).toHaveCount(0);
  await expectTotal(page, before);
});

test('a row that moved above the loaded rows is announced, and shown once', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const word = `Past ${crypto.randomUUID().slice(0, 8)}`;
  const made = [];
  for (let i = 10; i < 65; i++) made.push(await newDevice(call, { name: `${word} ${i}` }));
  await listening(page, `/devices?search=${encodeURIComponent(word)}`);
  await expectTotal(page, 55);
  // from the second page, which was not loaded, to the top of the first
  await call(devices.update, { params: { id: made.at(-1)?.id ?? '' }, body: { name: `${word} 0` } });
  await rowLink(rows(page).first()).focus();
  await page.keyboard.press('End');
  await expect(row(page, `${word} 63`)).toBeVisible();
  await page.getByRole('button', { name: 'The list has changed. Show it again' }).click();
  await expect(page.getByRole('link', { name: `${word} 0`, exact: true })).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'The list has changed. Show it again' })).toHaveCount(0);
});

test.describe('the clerk', () => {
  test.use({ person: 'clerk' });

  test('gets no changes of other locations', nightly, async ({ page, api }) => {
    const call = await api('admin');
    const near = await newController(call);
    // searches for the common part of both names, to exclude the changes of other tests
    const { name } = near.okm;
    const far = await newDevice(call, { tags: { Location: ['Northgate – Lyon'] } });
    await listening(page, `/activity?search=${encodeURIComponent(name)}`);
    const before = await totalRows(page);
    await call(devices.update, { params: { id: far.id }, body: { name: `${name} far away` } });
    await near.report(1);
    await page.getByRole('button', { name: '1 new event' }).click();
    await expectTotal(page, before + 1);
    await expect(row(page, 'far away')).toHaveCount(0);
  });
});
