import { devices } from '@keyward/contract/devices';
import type { Locator, Page } from '@playwright/test';
import { signOut } from './account.ts';
import { expectAccessible } from './axe.ts';
import type { Call } from './calls.ts';
import { drawer, expectEachRow, expectTotal, rows, totalRows } from './list.ts';
import { newcomer } from './newcomer.ts';
import { expect, freshState, nightly, test } from './people.ts';
import { leeds, locationTag } from './things.ts';

const york = 'Northgate – York';
const header = (page: Page) => page.getByRole('banner');
const opener = (page: Page, words: string | RegExp = /./): Locator =>
  header(page).getByRole('button', { name: typeof words === 'string' ? `Locations: ${words}` : /^Locations: / });
const list = (page: Page) => page.getByRole('listbox', { name: 'Locations' });
const option = (page: Page, name: string) => list(page).getByRole('option', { name, exact: true });

async function choose(page: Page, ...names: string[]): Promise<void> {
  await opener(page).click();
  if ((await option(page, 'Select All').getAttribute('aria-selected')) === 'false')
    await option(page, 'Select All').click();
  // while all are chosen, the first click selects only one
  for (const name of names) await option(page, name).click();
  await page.keyboard.press('Escape');
  await expect(list(page)).toHaveCount(0);
}

const count = async (call: Call, query: Record<string, string>) => (await call(devices.list, { query })).total_results;
const kept = (page: Page): Promise<unknown> => page.evaluate(() => JSON.parse(localStorage.getItem('filters') ?? '{}'));

test('filters by one, several or all locations, and by unassigned', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const { column, names } = await locationTag(call);
  await page.goto('/devices');
  const all = await totalRows(page);
  await opener(page, 'All locations').click();
  await expect(option(page, 'Select All')).toHaveAttribute('aria-selected', 'true');
  // other tests add some for a while
  const passing = /^Popup /;
  await expect(list(page).getByRole('option').filter({ hasNotText: passing })).toHaveText([
    'Select All',
    ...names.filter((name) => !passing.test(name)),
    'Unassigned locations',
  ]);
  const box = await page.getByRole('dialog', { name: 'Locations' }).boundingBox();
  expect(box?.width).toBe(300);
  // there are more than fit
  expect(box?.height).toBe(300);
  await page.keyboard.press('Escape');

  // a location that no test adds devices to
  await choose(page, york);
  await expect(opener(page, york)).toBeVisible();
  await expect.poll(() => kept(page)).toEqual({ global: { [column]: york } });
  await expectTotal(page, await count(call, { [column]: york }));
  await expectEachRow(page, york);

  await choose(page, york, 'Unassigned locations');
  await expect(opener(page, '2 locations')).toBeVisible();
  await expectTotal(page, await count(call, { [column]: `${york},NOT_EXISTS` }));

  // clearing the last choice shows all of them again, as chosen
  await choose(page, york);
  await opener(page, york).click();
  await option(page, york).click();
  await expect(option(page, 'Select All')).toHaveAttribute('aria-selected', 'true');
  await option(page, 'Select All').click();
  await expect(option(page, york)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(opener(page, 'All locations')).toBeVisible();
  await expect.poll(() => kept(page)).toEqual({});
  // other tests add and delete devices concurrently
  await expect.poll(() => totalRows(page)).toBeGreaterThan(all / 2);
});

test('‘Only this’ chooses one location, and recently chosen ones come first', nightly, async ({ page }) => {
  await page.goto('/devices');
  await totalRows(page);
  await choose(page, leeds, york);
  await opener(page, '2 locations').click();
  await option(page, york).hover();
  await option(page, york).locator('[data-press]').click();
  await expect(opener(page, york)).toBeVisible();
  await expect(option(page, york)).toHaveAttribute('aria-selected', 'true');
  await expect(option(page, leeds)).toHaveAttribute('aria-selected', 'false');
  await page.keyboard.press('Escape');
  await expect(list(page)).toHaveCount(0);
  await opener(page, york).click();
  await expect(list(page).getByRole('option').nth(1)).toHaveText(york);
  // the keyboard does the same: to the second one
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+Enter');
  await expect(option(page, leeds)).toHaveAttribute('aria-selected', 'true');
  await expect(option(page, york)).toHaveAttribute('aria-selected', 'false');
  // a click adds the next one
  await option(page, york).click();
  await expect(opener(page, '2 locations')).toBeVisible();
  await expect(option(page, leeds)).toHaveAttribute('aria-selected', 'true');
  // also after a capital letter in the search, and after Shift with Enter while no option is marked
  await page.keyboard.press('Shift+Y');
  await page.keyboard.press('Shift+Enter');
  await option(page, york).click();
  await expect(opener(page, leeds)).toBeVisible();
});

test('applies to every list, after a reload, and in other tabs', nightly, async ({ page, context }) => {
  await page.goto('/activity');
  const everything = await totalRows(page);
  const other = await context.newPage();
  await other.goto('/devices');
  await totalRows(other);
  await choose(page, york);
  await expect(opener(other, york)).toBeVisible();
  await expect(rows(other).first()).toContainText(york);
  await expect.poll(() => totalRows(page)).toBeLessThan(everything / 2);

  const first = other.waitForRequest(/\/api\/v1\/devices\?/);
  await other.reload();
  expect(new URL((await first).url()).search).toContain(encodeURIComponent('York'));
  await expect(opener(other, york)).toBeVisible();
  await expect(rows(other).first()).toContainText(york);
  await other.close();
});

test('combines with a list filter on the same tag', nightly, async ({ page, api }) => {
  const { column } = await locationTag(await api('admin'));
  await page.goto('/devices');
  await choose(page, leeds, york);
  await page.goto(`/devices?filter.${column}=${encodeURIComponent(`${york},Northgate – Lyon`)}`);
  await totalRows(page);
  await expectEachRow(page, york);
});

test(
  'a deleted location is removed from the choice, or the choice is reset',
  nightly,
  async ({ page, api, problems }) => {
    const { column } = await locationTag(await api('admin'));
    await page.goto('/devices');
    const all = await totalRows(page);
    const keep = (text: string) =>
      page.evaluate(
        (filter) => localStorage.setItem('filters', filter),
        JSON.stringify({ global: { [column]: text } }),
      );
    // unless the locations come first, which depends on the order of two answers
    problems.allow(/400.*\/api\/v1\/devices/);
    await keep(`Closed store,${york}`);
    await page.reload();
    await expect(opener(page)).toBeVisible();
    await totalRows(page);
    await expect(page.getByText('There was an error fetching data')).toHaveCount(0);
    expect(JSON.stringify(await kept(page))).not.toContain('Closed');
    await keep('Closed store');
    await page.reload();
    await expect(opener(page, 'All locations')).toBeVisible();
    await expect.poll(() => totalRows(page)).toBeGreaterThan(all / 2);
  },
);

test('stays when a link’s own filter names a deleted location', nightly, async ({ page, api, problems }) => {
  problems.expect(/400.*\/api\/v1\/devices/);
  const { column } = await locationTag(await api('admin'));
  await page.goto('/devices');
  await choose(page, york);
  await page.goto(`/devices?filter.${column}=Closed%20store`);
  await expect(page.getByText('There was an error fetching data')).toBeVisible();
  await expect(opener(page, york)).toBeVisible();
  expect(await kept(page)).toEqual({ global: { [column]: york } });
});

test('is reset by signing out', nightly, async ({ page, open }) => {
  const mine = await open(null, { storageState: await freshState('demo', 'manager') });
  await mine.goto('/devices');
  await totalRows(mine);
  await mine.evaluate(() => localStorage.setItem('filters', '{"device":{"name":"like:*x*"}}'));
  await signOut(mine);
  await expect(mine).toHaveURL('/username');
  expect(await mine.evaluate(() => localStorage.getItem('filters'))).toBeNull();
  await page.close();
});

test('works by keyboard alone and passes axe', nightly, async ({ page }) => {
  await page.goto('/devices');
  await totalRows(page);
  await opener(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Search in Locations' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type('york');
  await expect(list(page).getByRole('option')).toHaveText(['Select All', york]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(option(page, york)).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('1 item selected')).toBeVisible();
  await page.keyboard.type('zzz');
  await expect(page.getByText('No options found')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(opener(page, york)).toBeFocused();
});

test.describe('the clerk', () => {
  test.use({ person: 'clerk' });
  test('has one location and nothing to choose', nightly, async ({ page }) => {
    await page.goto('/devices');
    await totalRows(page);
    await expect(header(page).getByText(leeds)).toBeVisible();
    await expect(header(page).getByRole('button', { name: /Locations/ })).toHaveCount(0);
  });
  test('a stored choice of another location is reset', nightly, async ({ page, api, problems }) => {
    const { column } = await locationTag(await api('admin'));
    // unless the locations come first, which depends on the order of two answers
    problems.allow(/400.*\/api\/v1\/devices/);
    await page.goto('/devices');
    const own = await totalRows(page);
    await page.evaluate(
      (filter) => localStorage.setItem('filters', filter),
      JSON.stringify({ global: { [column]: york } }),
    );
    await page.reload();
    // other tests add and delete devices concurrently
    await expect.poll(() => totalRows(page)).toBeGreaterThan(own / 2);
    expect(await kept(page)).toEqual({});
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });
  test('is a separate button', nightly, async ({ page }) => {
    await page.goto('/devices');
    await totalRows(page);
    await choose(page, york);
    await expect(rows(page).first()).toContainText(york);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});

test('each location of a profile leads to the profiles there', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const { column } = await locationTag(call);
  const tag = { tagId: column.replace('tags.', ''), type: 1 as const, values: [leeds] };
  const { id, name } = await newcomer(call, 'demo', undefined, [tag]);
  // none gets a second one any more, but the tag became the location when some had several of its values
  await page.route(`**/api/v1/users/${id}`, async (route) => {
    const reply = await route.fetch();
    const { data } = (await reply.json()) as { data: { tags: { tagId: string; values: string[] }[] } };
    for (const one of data.tags) if (one.tagId === tag.tagId) one.values.push(york);
    await route.fulfill({ response: reply, json: { data: { ...data, locationTagValue: `${leeds}, ${york}` } } });
  });
  for (const location of [leeds, york]) {
    await page.goto(`/users?open=${id}`);
    await drawer(page, name).getByRole('link', { name: location, exact: true }).click();
    await expect(page.getByRole('list', { name: 'filtered by' })).toContainText(location);
    await expect(page).toHaveURL(new RegExp(`^[^?]*/users[?](?!.*open=).*filter[.]${column}=`));
  }
});
