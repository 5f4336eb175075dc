// The views of a list as tabs: their counts, their order for a person, and the start page.
import { settings } from '@keyward/contract/settings';
import { views } from '@keyward/contract/views';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { callsOf, signIn } from './calls.ts';
import { drawer, expectView, table, totalRows, viewChoice, viewName, viewTab, viewTabs } from './list.ts';
import { newcomer } from './newcomer.ts';
import { expect, freshState, nightly, test } from './people.ts';

const more = (page: Page) => viewTabs(page).getByRole('button', { name: 'More' });
async function arrange(page: Page) {
  await more(page).click();
  await page.getByRole('menuitem', { name: 'Arrange views' }).click();
  const form = drawer(page, 'Arrange views');
  await expect(form).toBeVisible();
  return form;
}
/** The tabs with room, in order, without their counts. */
const tabNames = async (page: Page) => {
  const texts = await viewTabs(page).getByRole('link').allTextContents();
  return texts.map((text) => text.replace(/ [\d,]*$/, ''));
};
/** The tab has the number of rows that the list has. */
const expectCounted = (page: Page, name: string) =>
  expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    const total = (await totalRows(page)).toLocaleString('en');
    await expect(viewTab(page, name)).toHaveText(`${name} ${total}`, { timeout: 1000 });
  }).toPass();

/**
 * Keeps the browser from opening the link beside the page: Playwright loses such a tab on a busy machine.
 * @returns for each click since, whether the page had handled it, so that the browser would not have opened the link
 */
async function keepFromOpening(link: Locator) {
  const clicks = await link.evaluateHandle((element) => {
    const handled: boolean[] = [];
    for (const type of ['click', 'auxclick'])
      // at the window, after every handler of the page
      window.addEventListener(type, (event) => {
        if (!(event.target instanceof Node && element.contains(event.target))) return;
        handled.push(event.defaultPrevented);
        event.preventDefault();
      });
    return handled;
  });
  return () => clicks.jsonValue();
}

test(
  'views are tabs with the totals of the list; their arrangement and the start page apply in every browser',
  nightly,
  async ({ open, api }) => {
    const { username } = await newcomer(await api('admin', 'harbor'), 'harbor', 'Admin');
    const signedIn = async () => ({ tenant: 'harbor' as const, storageState: await freshState('harbor', username) });
    const page = await open(null, await signedIn());
    await page.goto('/devices');
    await expectView(page, 'Overview');
    await expectCounted(page, 'Overview');
    await viewTab(page, 'Locks').click();
    await expectView(page, 'Locks');
    await expect(page).toHaveURL(/\/devices\?custom_view=Locks$/);
    await expectCounted(page, 'Locks');
    // a tab is a link, which the browser opens beside the page on a middle click or with a modifier
    const link = viewTab(page, 'OKMs');
    const handledByPage = await keepFromOpening(link);
    await link.click({ button: 'middle' });
    await link.click({ modifiers: ['ControlOrMeta'] });
    expect(await handledByPage()).toEqual([false, false]);
    await expectView(page, 'Locks');
    const beside = await page.context().newPage();
    await beside.goto(new URL((await link.getAttribute('href')) ?? '', page.url()).href);
    await expect(beside).toHaveURL(/\/devices\?custom_view=OKMs$/);
    await expectView(beside, 'OKMs');
    await beside.close();
    await viewTab(page, 'Overview').press('Enter');
    await expectView(page, 'Overview');

    const form = await arrange(page);
    await form.getByRole('button', { name: 'Pin Locks', exact: true }).press('Enter');
    await expect(form.getByRole('button', { name: 'Pin Locks', exact: true })).toHaveAttribute('aria-pressed', 'true');
    await form.getByRole('checkbox', { name: 'Keys', exact: true }).uncheck();
    await form.getByRole('button', { name: 'Move OKMs up', exact: true }).press('Enter');
    await form.getByRole('button', { name: 'OKMs as start page', exact: true }).press('Enter');
    await expect(form.getByRole('button', { name: 'OKMs as start page', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect(form.getByRole('checkbox', { name: 'Overview' })).toBeDisabled();
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Done' }).click();
    await expect(more(page)).toBeFocused();
    const arranged = ['Overview', 'Locks', 'Keys out', 'OKMs'];
    await expect.poll(async () => (await tabNames(page)).slice(0, 4)).toEqual(arranged);
    await more(page).click();
    await expectAccessible(page);
    await page.getByRole('menuitem', { name: viewName('Keys') }).click();
    // a hidden view has a tab while it is on screen
    await expectView(page, 'Keys');
    expect((await tabNames(page)).at(-1)).toBe('Keys');
    // rows of the view before are paler
    await expect(table(page, 'Devices')).not.toHaveAttribute('aria-busy', 'true');
    await expectAccessible(page);

    const other = await open(null, await signedIn());
    await other.goto('/');
    await expect(other).toHaveURL(/\/devices\?custom_view=OKMs$/);
    await expectView(other, 'OKMs');
    expect((await tabNames(other)).slice(0, 4)).toEqual(arranged);

    await other.setViewportSize({ width: 390, height: 844 });
    await expect(viewChoice(other)).toHaveValue(/^OKMs · [\d,]+$/);
    await expect(viewTabs(other)).toHaveCount(0);
    await viewChoice(other).click();
    await expect(other.getByRole('option').nth(1)).toHaveText(/^Locks · [\d,]+$/);
    await other.getByRole('option', { name: /^Keys · / }).click();
    await expect(viewChoice(other)).toHaveValue(/^Keys · [\d,]+$/);
    await expect(other).toHaveURL(/custom_view=Keys/);
  },
);

test('tabs without room are in the menu, and the chosen one always shows', nightly, async ({ page }) => {
  await page.setViewportSize({ width: 700, height: 800 });
  await page.goto('/devices');
  await expect(viewTab(page, 'Overview')).toHaveText(/ \d/);
  await expect(viewTab(page, 'Unassigned Devices')).toHaveCount(0);
  await more(page).click();
  await page.getByRole('menuitem', { name: viewName('Unassigned Devices') }).click();
  await expectView(page, 'Unassigned Devices');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(700);
  await expectAccessible(page);
});

test('a list that is opened again within seconds requests nothing again', nightly, async ({ page }) => {
  // changes by other tests would cause requests
  await page.route('**/api/v1/live', () => undefined);
  const show = async (section: string) => {
    await page.getByRole('link', { name: section, exact: true }).click();
    await expect(page.getByRole('heading', { name: section, level: 1 })).toBeVisible();
    await expect(viewTab(page, 'Overview')).toHaveText(/ \d/);
  };
  await page.goto('/devices');
  await show('Activity');
  await expect(page.getByRole('application', { name: /^Events per / })).toBeVisible();
  await show('Devices');
  await page.waitForLoadState('networkidle');
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(pathname);
  });
  for (const section of ['Activity', 'Devices', 'Activity']) await show(section);
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect
    .poll(() => asked.toSorted())
    .toEqual(['/api/v1/custom-views/counts', '/api/v1/events', '/api/v1/events/histogram']);
});

test('the tabs stay if the counts cannot be read', nightly, async ({ page, problems }) => {
  problems.expect(/500.*custom-views\/counts/);
  await page.route('**/api/v1/custom-views/counts?*', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.goto('/devices');
  await totalRows(page);
  await expect(viewTab(page, 'Locks')).toHaveText('Locks ');
  await viewTab(page, 'Locks').click();
  await expectView(page, 'Locks');
});

test('a deleted start page leads to the first section', nightly, async ({ open, api }) => {
  const { username } = await newcomer(await api('admin', 'harbor'), 'harbor', 'Admin');
  const call = callsOf('harbor', await signIn('harbor', username));
  const body = {
    resource: 'user' as const,
    name: 'Mine',
    description: '',
    base: 'Overview',
    filter: {},
    search: '',
    sort: [],
    columns: [{ accessorKey: 'name' }],
    sharing: { with: 'nobody' as const },
  };
  const { data: view } = await call(views.create, { body });
  const value = { resource: 'user', view: view.value };
  await call(settings.create, { body: { name: 'StartPage', category: 'UI', value } });
  const start = async () => {
    const page = await open(null, { tenant: 'harbor', storageState: await freshState('harbor', username) });
    await page.goto('/');
    await page.waitForURL(({ pathname }) => pathname !== '/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const landed = new URL(page.url());
    // a page that still shows the view would get an alert that it is gone
    await page.close();
    return landed;
  };
  const landed = await start();
  expect([landed.pathname, landed.searchParams.get('custom_view')]).toEqual(['/users', view.value]);
  await call(views.remove, { params: { id: view.value } });
  expect((await start()).pathname).toBe('/dashboard');
});
