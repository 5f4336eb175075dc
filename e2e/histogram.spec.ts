// The bars above the list of events.
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expectTotal, searchBox, totalRows } from './list.ts';
import { expect, nightly, test } from './people.ts';

const title = 'Events over time';
const histogram = (page: Page) => page.getByRole('region', { name: title, exact: true });
const bars = (page: Page) => histogram(page).getByRole('application', { name: /^Events per / });
/** The number of events that a text names. */
const eventsIn = (text: string | null) => Number(/([\d,]+) events?/.exec(text ?? '')?.[1]?.replaceAll(',', ''));
const drawn = async (page: Page) => eventsIn(await bars(page).getAttribute('aria-label'));
/** The bars add up to the rows, once both are there. */
const expectSum = (page: Page) =>
  expect(async () => expect(await drawn(page)).toBe(await totalRows(page))).toPass({ timeout: 10_000 });
/** A period without events of other tests. */
const past = '/activity?custom_view=Overview&filter.event_time=range:now-1M/M,now-3d/d';

test(
  'bars narrow the list to their period by keyboard, pointer and table, and lead back',
  nightly,
  async ({ page }) => {
    await page.goto(past);
    await expectSum(page);
    await expectAccessible(page, { within: `section[aria-label="${title}"]` });
    const all = await totalRows(page);
    await bars(page).focus();
    for (const key of ['End', 'Shift+ArrowLeft', 'Shift+ArrowLeft']) await bars(page).press(key);
    const selected = eventsIn(await histogram(page).getByRole('status').textContent());
    expect(selected).toBeGreaterThan(0);
    await bars(page).press('Enter');
    await expect(page).toHaveURL(/filter\.event_time=range(:|%3A)\d{4}-/);
    await expectTotal(page, selected);
    await expectSum(page);

    // back to the former period, in the same words
    await histogram(page)
      .getByRole('button', { name: /^Back to/ })
      .click();
    await expect(page).toHaveURL(/filter\.event_time=range(:|%3A)now-1M/);
    await expectSum(page);
    expect(await totalRows(page)).toBe(all);

    const box = (await bars(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const [left, right, middle] = [box.x + box.width * 0.6, box.x + box.width * 0.9, box.y + box.height / 2];
    await page.mouse.move(left, middle);
    await page.mouse.down();
    await page.mouse.move((left + right) / 2, middle);
    await page.mouse.move(right, middle);
    const dragged = eventsIn(
      await histogram(page)
        .getByText(/^[\d,]+ events?$/)
        .last()
        .textContent(),
    );
    await page.mouse.up();
    await expect(page).toHaveURL(/filter\.event_time=range(:|%3A)\d{4}-/);
    await expectTotal(page, dragged);
    // the browser goes back as well
    await page.goBack();
    await expectSum(page);
    expect(await totalRows(page)).toBe(all);

    await histogram(page).getByRole('button', { name: 'Show as table' }).click();
    const figure = histogram(page).getByRole('row').nth(2).getByRole('button');
    const inTable = Number((await figure.textContent())?.replaceAll(',', ''));
    await figure.click();
    await expectTotal(page, inTable);
  },
);

test('bars follow filters, search and view, and stay folded after a reload', nightly, async ({ page }) => {
  await page.goto(past);
  await expectSum(page);
  await searchBox(page).fill('table');
  await expect(page).toHaveURL(/search=table/);
  await expectSum(page);
  await page.goto(past.replace('Overview', 'Key Activity'));
  await expectSum(page);
  await page.goto(`${past}&filter.result=unauthorized`);
  await expectSum(page);
  const fold = histogram(page).getByRole('button', { name: title });
  await expect(fold).toHaveAttribute('aria-expanded', 'true');
  await fold.click();
  await expect(bars(page)).toHaveCount(0);
  await page.reload();
  await totalRows(page);
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await fold.click();
  await expectSum(page);
});

test('bars that cannot be drawn say why, and the rows are still shown', nightly, async ({ page, problems }) => {
  const calls = '**/api/v1/events/histogram**';
  await page.route(calls, (route) => route.fulfill({ json: { data: { kind: 'tooWide' } } }));
  await page.goto(past);
  await expect(histogram(page).getByRole('status')).toContainText('Too many events to count within a second');
  expect(await totalRows(page)).toBeGreaterThan(0);
  problems.expect(/status of 500/);
  await page.unroute(calls);
  await page.route(calls, (route) =>
    route.fulfill({ status: 500, json: { errors: [{ code: 'internal', detail: 'broken' }] } }),
  );
  await page.getByRole('button', { name: 'Refresh' }).click();
  // the former bars stay, with their time
  await expect(histogram(page).getByRole('alert')).toContainText('These bars are from');
  await page.goto(`${past}&filter.result=unauthorized`);
  await expect(histogram(page).getByRole('alert')).toContainText('The bars could not be read.');
  expect(await totalRows(page)).toBeGreaterThan(0);
  await page.unroute(calls);
  await histogram(page).getByRole('button', { name: 'Try again' }).click();
  await expectSum(page);
});
