// 'Users with Multiple OneKeys': its numbers and its file.
import { groups } from '@keyward/contract/groups';
import type { Page } from '@playwright/test';
import { reportedKeys } from './controllers.ts';
import { newcomer } from './newcomer.ts';
import { expect, freshState, nightly, test } from './people.ts';
import { newRole } from './roles.ts';
import type { Call } from './calls.ts';
import { leeds } from './things.ts';

const address = '/dashboard?details_view=multipleOnekeyCheckouts';
const download = (page: Page) => page.getByRole('button', { name: 'Download CSV' });
const people = (page: Page) => page.getByRole('button', { name: /^Show the keys of / });

/** A profile that holds two keys; `back` returns them. */
async function holder(call: Call) {
  const { username, name } = await newcomer(call, 'demo');
  const { report } = await reportedKeys(call, 2);
  await report('KEY_CHECKOUT', username);
  return { name, back: () => report('KEY_CHECKIN', username) };
}

test('each person counts once, above and below the list', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const [one, other] = [await holder(call), await holder(call)];
  await page.goto(address);
  for (const { name } of [one, other])
    await expect(page.getByRole('button', { name: `Show the keys of ${name}` })).toBeVisible();
  const count = await people(page).count();
  expect(count).toBeGreaterThanOrEqual(2);
  await expect(page.getByText(`${count} users`, { exact: true })).toBeVisible();
  await expect(page.getByText(`${count} total rows`, { exact: true })).toBeVisible();
  // the keys of an opened person do not count as rows
  await page.getByRole('button', { name: `Show the keys of ${one.name}` }).click();
  await expect(page.getByText(`${count} total rows`, { exact: true })).toBeVisible();
  for (const { back } of [one, other]) await back();
});

test('the preparation of the file is shown and can be cancelled', nightly, async ({ page, api }) => {
  const { back } = await holder(await api('admin'));
  await page.goto(address);
  const [held, asked]: [PromiseWithResolvers<void>, string[]] = [Promise.withResolvers<void>(), []];
  await page.route(/MultipleOnekeyCheckouts\/details\?.*download=true/, async (route) => {
    asked.push(route.request().url());
    await held.promise;
    await route.continue().catch(() => undefined);
  });
  const cut = page.waitForEvent('requestfailed', (request) => request.url().includes('download=true'));
  await download(page).click();
  const words = 'Preparing Users with Multiple OneKeys CSV...';
  await expect(page.getByRole('status').filter({ hasText: words })).toBeAttached();
  await expect(page.getByText(words).last()).toBeVisible();
  await expect(download(page)).toHaveAttribute('aria-disabled', 'true');
  await download(page).press('Enter');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await cut;
  await expect(page.getByRole('alert').filter({ hasText: 'Download has been cancelled.' })).toContainText('Failure');
  await expect(page.getByText(words)).toHaveCount(0);
  await expect(download(page)).toBeFocused();
  expect(asked).toHaveLength(1);
  held.resolve();
  await page.unrouteAll({ behavior: 'wait' });
  const saved = page.waitForEvent('download');
  await download(page).click();
  await saved;
  await expect(
    page.getByRole('status').filter({ hasText: 'Check your download history or file system for the CSV.' }),
  ).toBeVisible();
  await back();
});

test('without the permission to export there is no download', nightly, async ({ open, api }) => {
  const call = await api('admin');
  const { name, back } = await holder(call);
  const role = await newRole(call, { 'VIEW-DASHBOARD': 'TRUE', 'ALL-DATA-ACCESS': 'TRUE' });
  const { username } = await newcomer(call, 'demo', role.name);
  const page = await open(null, { storageState: await freshState('demo', username) });
  await page.goto(address);
  await expect(page.getByRole('button', { name: `Show the keys of ${name}` })).toBeVisible();
  await expect(download(page)).toHaveCount(0);
  await back();
});

test(
  'an address with locations, as in mails, shows only their keys and leads to all',
  nightly,
  async ({ page, api }) => {
    const call = await api('admin');
    const { name, back } = await holder(call);
    const { data: definitions } = await call(groups.definitions, {});
    const location = definitions.find((one) => one.is_location);
    const other = location?.values.find((value) => value.name !== leeds)?.name ?? '';
    const at = (locationName: string) => `${address}&filter.tags.${location?.id}=${encodeURIComponent(locationName)}`;
    const shown = page.getByRole('button', { name: `Show the keys of ${name}` });
    const main = page.getByRole('main');
    await page.goto(at(other));
    await expect(main.getByText(other, { exact: true })).toBeVisible();
    await expect(main.getByText(/^[\d,]+ users?$/)).toBeVisible();
    await expect(shown).toHaveCount(0);
    await page.goto(at(leeds));
    await expect(main.getByText(leeds, { exact: true })).toBeVisible();
    await expect(shown).toBeVisible();
    await page.getByRole('link', { name: 'All locations' }).click();
    await expect(page).toHaveURL(address);
    await expect(shown).toBeVisible();
    await back();
  },
);
