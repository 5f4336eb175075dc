// Lists on a phone: the bar of sections, rows of two lines, and the parts that scroll away.
import { limits } from '@keyward/contract/limits';
import { live } from '@keyward/contract/live';
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { reportThrough } from './controllers.ts';
import { drawer, expectTotal, header, row, rowLink, rows, searchBox, table, totalRows, viewChoice } from './list.ts';
import { expect, nightly, test } from './people.ts';
import { leeds, newDevice } from './things.ts';

const size = { width: 390, height: 844 };
test.use({ viewport: size, hasTouch: true });

const sections = (page: Page) => page.getByRole('navigation', { name: 'Sections' });
/** The rows in the document from above, without the one with the focus, which stays in the document. */
const edges = (page: Page) =>
  page.getByRole('row').evaluateAll((all) => {
    const shown = all
      .map((one) => ({ index: Number(one.dataset['index']), box: one.getBoundingClientRect() }))
      .map(({ index, box }) => ({ index, top: Math.round(box.top), bottom: Math.round(box.bottom) }))
      .toSorted((a, b) => a.index - b.index);
    const [first, second] = shown;
    return first && second && second.index > first.index + 1 ? shown.slice(1) : shown;
  });

test('at most five sections share the bar, the rest is behind More', async ({ page }) => {
  await page.goto('/devices');
  await totalRows(page);
  const bar = sections(page);
  await expect(bar.getByRole('link')).toHaveText(['Insights', 'Activity', 'Profiles', 'Devices']);
  for (const one of [...(await bar.getByRole('link').all()), bar.getByRole('button', { name: 'More' })]) {
    const box = await one.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(size.height - 4);
  }
  const access = bar.getByRole('link', { name: 'Access' });
  await expect(access).toBeHidden();
  await bar.getByRole('button', { name: 'More' }).tap();
  await expect(bar.getByRole('link', { name: 'OnePASS' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(access).toBeHidden();
  await bar.getByRole('button', { name: 'More' }).tap();
  await access.tap();
  await expect(page).toHaveURL(/\/access/);
  await expect(access).toBeHidden();
  await expect(bar.getByRole('link', { name: 'Access', includeHidden: true })).toHaveAttribute('aria-current', 'page');
  // on a wide window all of them stand beside the logo
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(access).toBeVisible();
  await expect(bar.getByRole('button')).toBeHidden();
});

test(
  'an event is a sentence with its time, and a press anywhere in the row opens it',
  nightly,
  async ({ page, api }) => {
    const device = await newDevice(await api('admin'));
    await page.goto(`/activity?search=${encodeURIComponent(device.name)}`);
    const event = row(page, device.name).first();
    await expect(event).toContainText(leeds);
    await expect(event).toContainText('Success');
    await expect(event.getByRole('link')).toHaveText(new RegExp(`^\\d\\d:\\d\\d · Alex Morgan added ${device.name}$`));
    // the names of values that need none are for screen readers
    await expect(event.getByText('Result', { exact: true })).toBeAttached();
    const box = await event.boundingBox();
    await page.touchscreen.tap((box?.x ?? 0) + (box?.width ?? 0) * 0.7, (box?.y ?? 0) + (box?.height ?? 0) - 8);
    await expect(drawer(page, 'Activity Details')).toBeVisible();
  },
);

test(
  'a device row shows name and state, then type, location and last report, with 44 px targets',
  nightly,
  async ({ page, api }) => {
    const device = await newDevice(await api('admin'), { type: 'RAC lock' });
    await page.goto(`/devices?search=${device.serial_number}`);
    const found = row(page, device.name);
    await expect(rowLink(found)).toHaveText(device.name);
    await expect(found).toContainText(new RegExp(`Never reported.*RAC lock.*${leeds}`));
    await expect(found).not.toContainText(device.serial_number);
    expect((await found.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    for (const target of [found.locator('label'), found.getByRole('button')]) {
      const box = await target.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    await found.getByRole('checkbox').check();
    await expect(page.getByText('1 selected', { exact: true })).toBeInViewport();
    await expect(page).not.toHaveURL(/open=/);
  },
);

test(
  'title and tools scroll away with the rows, search and filter stay, and no row is missing',
  nightly,
  async ({ page }) => {
    await page.goto('/activity');
    await totalRows(page);
    await expect(rows(page).first()).toBeVisible();
    const view = page.getByRole('combobox', { name: 'View' });
    const filter = page.getByRole('button', { name: 'Filter', exact: true });
    await expect(view).toBeInViewport();
    await page.mouse.move(200, 600);
    await page.mouse.wheel(0, 1800);
    await expect(view).not.toBeInViewport();
    await expect(searchBox(page)).toBeInViewport({ ratio: 1 });
    await expect(filter).toBeInViewport({ ratio: 1 });
    await expect(sections(page)).toBeInViewport({ ratio: 1 });
    await expect
      .poll(async () => {
        const all = await edges(page);
        return {
          // one below the other, from above the top to below the foot
          gaps: all
            .slice(1)
            .filter(
              ({ top, index }, i) => Math.abs(top - (all[i]?.bottom ?? 0)) > 1 || index - (all[i]?.index ?? 0) !== 1,
            ).length,
          covers: (all[0]?.top ?? 0) < 60 && (all.at(-1)?.bottom ?? 0) > size.height - 60,
        };
      })
      .toEqual({ gaps: 0, covers: true });
    // a row that the keyboard moves to is not covered by the parts that stay
    await rowLink(rows(page).first()).focus();
    await page.keyboard.press('Home');
    const top = (await searchBox(page).boundingBox())?.y ?? 0;
    await expect.poll(async () => ((await page.locator('[data-index="0"]').boundingBox())?.y ?? 0) > top).toBe(true);
    // the rest returns with the top of the page
    await page.mouse.wheel(0, -9000);
    await expect(view).toBeInViewport();
  },
);

test(
  'followed events do not move a reader who has scrolled down, and the notice leads to the top',
  nightly,
  async ({ page, api }) => {
    const call = await api('admin');
    const okm = await newDevice(call, { type: 'OKM 40' });
    let count = 0;
    const report = (events: number) =>
      reportThrough(call, okm.id, [
        {
          serial: okm.serial_number,
          events: Array.from({ length: events }, () => ({
            id: String(count++),
            type: 'USB_STATE_CHANGE',
            time: new Date().toISOString(),
          })),
        },
      ]);
    await report(60);
    const stream = page.waitForResponse((response) => response.url().endsWith(live.stream.path));
    await page.goto(`/activity?search=${encodeURIComponent(okm.name)}`);
    const before = await totalRows(page);
    expect((await stream).status()).toBe(200);
    await page.getByRole('switch', { name: 'Follow' }).check({ force: true });
    const paused = page.getByText('Paused while scrolled down or a row is open');
    await expect(paused).toBeHidden();

    const section = page.getByRole('main').locator('section').first();
    await section.evaluate((one) => one.scrollTo({ top: 1200 }));
    await expect(paused).toBeVisible();
    const top = await section.evaluate((one) => one.scrollTop);
    await report(2);
    // its token is issued and revoked, which are events as well
    const notice = page.getByRole('button', { name: '4 new events' });
    await expect(notice).toBeVisible();
    expect(await totalRows(page)).toBe(before);
    expect(await section.evaluate((one) => one.scrollTop)).toBe(top);

    await notice.tap();
    await expectTotal(page, before + 4);
    await expect.poll(() => section.evaluate((one) => one.scrollTop)).toBe(0);
    await expect(rowLink(rows(page).first())).toBeFocused();
    await expect(paused).toBeHidden();
  },
);

test('the view has room for its name and its count, a row for its time', nightly, async ({ page }) => {
  await page.goto('/devices?sort=device_type_name:desc&filter.device_class=LOCK');
  await totalRows(page);
  const view = page.getByRole('combobox', { name: 'View' });
  await expect(view).toHaveValue(/^Overview · [\d,]+$/);
  expect(await view.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  await expect(
    rows(page)
      .filter({ hasText: /RAC lock|Padlock/ })
      .first(),
  ).toBeVisible();
  const times = page.getByRole('cell').locator('time');
  expect(await times.count()).toBeGreaterThan(3);
  const cut = await times.evaluateAll((all) =>
    all
      .filter((one) => {
        const line = one.parentElement?.parentElement;
        return !line || one.getBoundingClientRect().right > line.getBoundingClientRect().right + 0.5;
      })
      .map((one) => one.textContent),
  );
  expect(cut).toEqual([]);
  // both ends of the range on one line, and no button while there is nothing to apply
  await page.goto('/activity');
  const range = page.getByRole('group', { name: 'Date range' });
  const [start, end] = [
    range.getByRole('button', { name: 'Start date' }),
    range.getByRole('button', { name: 'End date' }),
  ];
  await expect(end).toBeVisible();
  expect((await start.boundingBox())?.y).toBe((await end.boundingBox())?.y);
  await expect(page.getByRole('button', { name: 'Apply' })).toBeHidden();
});

for (const locale of ['en', 'ja-JP', 'fr'] as const) {
  test(`nothing is wider than 360 px, and axe finds nothing: ${locale}`, nightly, async ({ open }) => {
    const page = await open('admin', {
      tenant: locale === 'ja-JP' ? 'harbor' : 'demo',
      locale,
      viewport: { width: 360, height: 740 },
    });
    for (const path of ['/activity', '/devices', '/users', '/onepass', '/onepass?tab=Invitations']) {
      await page.goto(path);
      await expect(
        page
          .getByRole('table')
          .or(page.getByRole('heading', { level: 2 }))
          .first(),
      ).toBeVisible();
      if (path.includes('tab=')) {
        await expect(page.locator('nav a[aria-current=page][href*="tab=Invitations"]')).toBeVisible();
        await expect(page.getByText(/@example\.com/).first()).toBeVisible();
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(360);
      const section = page.getByRole('main').locator('section').first();
      expect(await section.evaluate((one) => one.scrollWidth - one.clientWidth), path).toBe(0);
      await expectAccessible(page, { name: path, soft: true });
    }
  });
}

for (const locale of ['en', 'ja-JP', 'fr'] as const) {
  test(`no name of a section is cut: ${locale}`, nightly, async ({ open }) => {
    const page = await open('admin', { tenant: locale === 'ja-JP' ? 'harbor' : 'demo', locale });
    await page.goto('/devices');
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
    await expect(rows(page).first()).toBeVisible();
    const names = page.locator('header nav').first().locator('span');
    const cut = await names.evaluateAll((all) =>
      all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
    );
    expect(cut).toEqual([]);
  });
}

test('a larger font of the browser does not give a wider window the phone layout', nightly, async ({ page }) => {
  await page.setViewportSize({ width: 760, height: 900 });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 20 } });
  await page.goto('/activity');
  await totalRows(page);
  // the font counts: 40em are 800 px
  expect(await page.evaluate(() => matchMedia('(max-width: 40em)').matches)).toBe(true);
  await expect(header(page, 'Event time')).toBeVisible();
  await expect(viewChoice(page)).toBeHidden();
  // the rows scroll within the list, which asks for its later pages
  await table(page, 'Activity').evaluate((list) => list.parentElement?.scrollTo(0, 1e6));
  await expect(page.locator(`[aria-rowindex="${limits.pageSize + 2}"]`)).toBeAttached();
});
