import { profiles } from '@keyward/contract/profiles';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import type { Call } from './calls.ts';
import { chooseView, drawer, expectTotal, row, rowLink } from './list.ts';
import { newcomer } from './newcomer.ts';
import { expect, freshState, nightly, test } from './people.ts';
import { someProfiles } from './profiles.ts';
import { findRole } from './roles.ts';
import { batchNames, bulk, loadedBox } from './selection.ts';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const bound = (of: Locator, name: 'Valid from' | 'Valid until') =>
  of.getByRole('button', { name: new RegExp(`^${name}`) });
const stored = async (call: Call, id: string) => (await call(profiles.get, { params: { id } })).data;

async function add(call: Call, more: object = {}) {
  const { word, names } = batchNames('Season', 1);
  const name = names[0] ?? '';
  const body = { name, username: name.replaceAll(' ', '.').toLowerCase(), ...more };
  return { word, ...(await call(profiles.create, { body })).data };
}
async function open(page: Page, { id, name }: { id: string; name: string }): Promise<Locator> {
  await page.goto(`/users?open=${id}`);
  const form = drawer(page, name);
  await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toBeVisible();
  return form;
}

test('an editor sets an end in the form, ends the validity now, and undoes that', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const person = await add(call);
  const form = await open(page, person);
  await expect(bound(form, 'Valid until')).toHaveAccessibleName('Valid until Without an end');
  await bound(form, 'Valid until').click();
  const calendar = page.getByRole('dialog', { name: 'Valid until' });
  // there is less room below the field than it takes
  await expect(calendar.getByRole('button', { name: 'Done' })).toBeInViewport({ ratio: 1 });
  // a day of the next month, which is never in the past
  await calendar.getByRole('button', { name: 'Next month' }).click();
  await calendar.locator('button:not([data-outside])', { hasText: /^15$/ }).click();
  await expectAccessible(page);
  await calendar.getByRole('button', { name: 'Done' }).click();
  await expect(bound(form, 'Valid until')).toHaveAccessibleName(/ 15, \d{4} 23:59$/);
  await expect(form.getByText(/Times in /)).toBeVisible();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Profile updated successfully')).toBeVisible();
  const until = (await stored(call, person.id)).valid_until;
  expect(Date.parse(until ?? '')).toBeGreaterThan(Date.now());

  const again = await open(page, person);
  await expect(again.getByText(/^Ends \d\d\/\d\d\/\d{4} 23:59 \(Europe\/London\)$/)).toBeVisible();
  await again.getByRole('button', { name: 'End now' }).click();
  const question = drawer(page, 'End validity now');
  await expect(question).toContainText(`${person.name} cannot sign in or use devices from now on.`);
  await expectAccessible(page);
  await question.getByRole('button', { name: 'End now' }).click();
  await expect(page.getByText(`${person.name} can no longer sign in or use devices.`)).toBeVisible();
  expect(Date.parse((await stored(call, person.id)).valid_until ?? '')).toBeLessThanOrEqual(Date.now());
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('1 profile is as it was')).toBeVisible();
  expect((await stored(call, person.id)).valid_until).toBe(until);
});

test(
  'a calendar whose field is scrolled out of view stays open and keeps the focus',
  nightly,
  async ({ page, api }) => {
    const form = await open(page, await add(await api('admin')));
    await page.setViewportSize({ width: 1280, height: 480 });
    const field = bound(form, 'Valid until');
    await field.click();
    const calendar = page.getByRole('dialog', { name: 'Valid until' });
    await expect(calendar.locator(':focus')).toHaveCount(1);
    const name = form.getByRole('textbox', { name: 'Name', exact: true });
    await name.evaluate((node) => node.scrollIntoView());
    await expect(name).toBeInViewport();
    await expect(field).not.toBeInViewport();
    await expect(calendar.getByRole('button', { name: 'Done' })).toBeInViewport({ ratio: 1 });
    await expect(calendar.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(calendar).toHaveCount(0);
    await expect(field).toBeFocused();
    await expect(field).toBeInViewport({ ratio: 1 });
    await expect(form.getByRole('tablist')).toBeInViewport({ ratio: 1 });
  },
);

test('the end must come after the beginning, and can be removed', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const person = await add(call, { valid_from: inDays(40), valid_until: inDays(80) });
  const form = await open(page, person);
  await expect(form.getByText(/^Not yet valid: from /)).toBeVisible();
  await bound(form, 'Valid until').click();
  const calendar = page.getByRole('dialog', { name: 'Valid until' });
  const previous = calendar.getByRole('button', { name: 'Previous month' });
  await previous.click();
  await previous.click();
  await calendar.locator('button:not([data-outside])', { hasText: /^10$/ }).click();
  await calendar.getByRole('button', { name: 'Done' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('The end must come after the beginning.')).toBeVisible();
  await bound(form, 'Valid until').click();
  await calendar.getByRole('button', { name: 'Clear' }).click();
  await calendar.getByRole('button', { name: 'Done' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Profile updated successfully')).toBeVisible();
  expect(await stored(call, person.id)).toMatchObject({ valid_from: person.valid_from, valid_until: null });
});

test(
  'the view Ending soon shows profiles that end soon, and the selection is ended together',
  nightly,
  async ({ page, api }) => {
    const call = await api('admin');
    const { word, names } = batchNames('Leaving', 2);
    const ids: string[] = [];
    for (const name of names) {
      const body = { name, username: name.replaceAll(' ', '.').toLowerCase(), valid_until: inDays(5) };
      ids.push((await call(profiles.create, { body })).data.id);
    }
    await page.goto(`/users?search=${word}`);
    await chooseView(page, 'Ending soon');
    await expectTotal(page, 2);
    await expect(page.getByText('Profiles whose validity ends within 14 days.')).toBeVisible();
    await loadedBox(page).check();
    await bulk(page).getByRole('button', { name: 'End now' }).click();
    const question = drawer(page, 'End the validity of 2 profiles now');
    for (const name of names) await expect(question.getByText(name, { exact: true })).toBeVisible();
    await question.getByRole('button', { name: 'End now' }).click();
    await expect(page.getByText('The validity of 2 profiles has ended')).toBeVisible();
    for (const id of ids)
      expect(Date.parse((await stored(call, id)).valid_until ?? '')).toBeLessThanOrEqual(Date.now());
    await page.goto(`/users?custom_view=Overview&search=${word}`);
    await expect(row(page, names[0] ?? '')).toContainText('Ended');
  },
);

test(
  'when several are ended, one that cannot be is named and left out; the others are ended, and Undo restores them',
  nightly,
  async ({ open: openPage, api }) => {
    const call = await api('admin');
    const { word, names, ids } = await someProfiles(call, 3);
    const [above = ''] = ids;
    const admins = await findRole(call, 'Admin');
    await call(profiles.update, { params: { id: above }, body: { roles: [admins?.id ?? ''] } });
    const ends = async () => Promise.all(ids.map(async (id) => (await stored(call, id)).valid_until !== null));
    const page = await openPage('manager');
    await page.goto(`/users?search=${word}`);
    await expectTotal(page, 3);
    await loadedBox(page).check();
    await bulk(page).getByRole('button', { name: 'End now' }).click();
    const all = drawer(page, 'End the validity of 3 profiles now');
    const refusals = all.getByRole('alert').filter({ hasText: /./ });
    await expect(refusals).toContainText('1 profile cannot be changed, so none will be.');
    await expect(refusals.getByRole('listitem')).toHaveText(
      new RegExp(`^${names[0]}.*You do not hold these permissions yourself: .*Roles`),
    );
    await expect(all.getByText('2 profiles change', { exact: true })).toBeVisible();
    await expect(all.getByRole('button', { name: 'End now' })).toBeDisabled();
    await expectAccessible(page);
    await all.getByRole('button', { name: 'Leave it out' }).click();
    const rest = drawer(page, 'End the validity of 2 profiles now');
    await expect(rest.getByText('cannot be changed')).toHaveCount(0);
    await rest.getByRole('button', { name: 'End now' }).click();
    await expect(page.getByText('The validity of 2 profiles has ended')).toBeVisible();
    expect(await ends()).toEqual([false, true, true]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('2 profiles are as they were')).toBeVisible();
    expect(await ends()).toEqual([false, false, false]);
    await call(profiles.remove, { params: { id: above } });
  },
);

test('one’s own validity cannot be changed', nightly, async ({ open: openPage, api }) => {
  const call = await api('admin');
  const me = await newcomer(call, 'demo', 'Admin');
  const page = await openPage(null, { storageState: await freshState('demo', me.username) });
  const form = await open(page, me);
  await expect(bound(form, 'Valid from')).toBeDisabled();
  await expect(bound(form, 'Valid until')).toBeDisabled();
  await expect(form.getByRole('button', { name: 'End now' })).toHaveCount(0);
  await expect(form.getByText('You cannot change when your own profile is valid.')).toBeVisible();
  // the deletion ends the session, and an open page would ask once more
  await page.close();
  await call(profiles.remove, { params: { id: me.id } });
});

test(
  'a person whose validity ends while signed in is asked to sign in at the next request',
  nightly,
  async ({ open: openPage, api, problems }) => {
    problems.allow(/401/);
    const call = await api('admin');
    const person = await newcomer(call, 'demo', 'Admin');
    const page = await openPage(null, { storageState: await freshState('demo', person.username) });
    await page.goto('/users');
    await expect(rowLink(page.getByRole('row').nth(1))).toBeVisible();
    await call(profiles.end, { body: { ids: [person.id] } });
    // reloads, in case no request of the page itself comes next
    await page.reload();
    await expect(page).toHaveURL(/\/username/);
    await call(profiles.remove, { params: { id: person.id } });
  },
);
