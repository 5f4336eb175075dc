// The list screen and its drawer, found by role and label.
import { expect, type Locator, type Page } from '@playwright/test';

export const table = (page: Page, name: 'Devices' | 'Activity' | 'Profiles'): Locator =>
  page.getByRole('table', { name: `${name} table` });
/** Data rows, without the header. */
export const rows = (page: Page): Locator => page.getByRole('row').filter({ has: page.getByRole('cell') });
export const row = (page: Page, text: string | RegExp): Locator => rows(page).filter({ hasText: text });
/** The link that opens a row. */
export const rowLink = (of: Locator): Locator => of.getByRole('link').first();
export const header = (page: Page, name: string): Locator => page.getByRole('columnheader', { name, exact: true });
export const searchBox = (page: Page): Locator => page.getByRole('searchbox', { name: 'Search' });
export const drawer = (page: Page, name?: string | RegExp): Locator => page.getByRole('dialog', name ? { name } : {});

/** The value beside a label in a drawer. */
export const fact = (of: Locator, name: string): Locator =>
  of.getByText(name, { exact: true }).locator('xpath=..').getByRole('definition');

/** Chooses an action of the menu in a drawer's head. */
export async function headAction(of: Locator, name: string): Promise<void> {
  await of.getByRole('button', { name: 'More actions' }).click();
  await of.page().getByRole('menuitem', { name }).click();
}

/** Waits until the list shows rows, and returns their total. */
export async function totalRows(page: Page): Promise<number> {
  const text = page.getByText(/^[\d,]+ total rows?$/);
  await expect(text).toBeVisible();
  return Number((await text.innerText()).replace(/\D/g, ''));
}

/** The list shows this total, and no longer the rows of the previous request. */
export const expectTotal = (page: Page, count: number): Promise<void> =>
  expect(
    page.getByText(`${count.toLocaleString('en')} total ${count === 1 ? 'row' : 'rows'}`, { exact: true }),
  ).toBeVisible();

/** Waits until every row matches the text. */
export const expectEachRow = (page: Page, text: string | RegExp): Promise<void> =>
  expect(async () => {
    await expect(rows(page).first()).toBeVisible();
    await expect(rows(page).filter({ hasNotText: text })).toHaveCount(0);
  }).toPass();

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
/** The tabs of a list's views. */
export const viewTabs = (page: Page): Locator => page.getByRole('navigation', { name: 'Views' });
/** The name of a view, which the number of its rows may follow. */
export const viewName = (name: string): RegExp => new RegExp(`^${escaped(name)}( [\\d,]+)?$`);
export const viewTab = (page: Page, name: string): Locator =>
  viewTabs(page).getByRole('link', { name: viewName(name) });
/** The list shows this view. */
export const expectView = (page: Page, name: string): Promise<void> =>
  expect(viewTab(page, name)).toHaveAttribute('aria-current', 'page');
/** The choice of a view on a phone. */
export const viewChoice = (page: Page): Locator => page.getByRole('combobox', { name: 'View' });

/** Waits for the list to show the new view. The URL changes a moment before the list does. */
export async function chooseView(page: Page, name: string): Promise<void> {
  const more = viewTabs(page).getByRole('button', { name: 'More' });
  await expect(more).toBeVisible();
  if (await viewTab(page, name).isVisible()) await viewTab(page, name).click();
  else {
    await more.click();
    await page.getByRole('menuitem', { name: viewName(name) }).click();
  }
  await expectView(page, name);
}

/** Searches without the delay of typing; the text must not have been searched before on this page. */
export async function searchFor(page: Page, text: string): Promise<void> {
  const searched = page.waitForRequest((request) => new URL(request.url()).searchParams.get('search') === text);
  await searchBox(page).fill(text);
  await searchBox(page).press('Enter');
  await searched;
  await expect(page).toHaveURL(new RegExp(`search=${encodeURIComponent(text).replaceAll('%20', '(\\+|%20)')}`));
}

/** Chooses an option of a combobox. */
export async function choose(of: Locator, label: string, option: string): Promise<void> {
  await of.getByRole('combobox', { name: label }).click();
  await of.page().getByRole('option', { name: option, exact: true }).click();
}

/**
 * Disables the live stream, which would be the first to notice the end of a session, in pages that are opened from now
 * on. Not by a route: with one, the browser works without its cache.
 */
export const withoutLive = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    class Closed extends EventTarget {
      static readonly OPEN = 1;
      static readonly CLOSED = 2;
      readonly readyState = Closed.CLOSED;
      close(): void {}
    }
    Object.assign(window, { EventSource: Closed });
  });

/** Waits for the idle watch, which loads after the page: it stores the time of the last activity. */
export async function watching(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => localStorage.getItem('lastActivity'))).not.toBeNull();
}

/**
 * Resolves when the code has arrived that loads two seconds after the first page: the dialogs of a lost connection and of
 * an idle session. To be called before the page opens.
 */
export const dialogsLoaded = (page: Page) => page.waitForResponse(/\/assets\/after-.*\.js$/);
