import { devices } from '@keyward/contract/devices';
import type { Locator } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { reportedKeys } from './controllers.ts';
import { drawer } from './list.ts';
import { newcomer } from './newcomer.ts';
import { expect, nightly, test } from './people.ts';
import { leeds } from './things.ts';

test(
  'a key with a curfew is overdue on the board, its holder is reminded, and it leaves when it is returned',
  nightly,
  async ({ page, api }) => {
    const call = await api('admin');
    const { username, name } = await newcomer(call, 'demo');
    const {
      keys: [key],
      report,
    } = await reportedKeys(call, 1);
    if (!key) throw new Error('no key');
    await report('KEY_CHECKOUT', username, 125);

    await page.goto(`/devices?open=${key.id}`);
    const form = drawer(page, key.name);
    await form.getByRole('combobox', { name: 'Curfew' }).selectOption('Hours after check-out');
    await form.getByRole('textbox', { name: 'Hours' }).fill('169');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText('Enter a whole number in this range: 1–168')).toBeVisible();
    await form.getByRole('textbox', { name: 'Hours' }).fill('2');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toHaveCount(0);

    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Keys that are out' }).click();
    await expect(page).toHaveURL('/dashboard?details_view=custody');
    await expect(page.getByRole('heading', { level: 1, name: 'Keys that are out' })).toBeVisible();
    const line = page.getByRole('row').filter({ hasText: key.name });
    await expect(line).toContainText('Overdue');
    await expect(line).toContainText('2 hours ago');
    await expect(line).toContainText('5 minutes ago');
    await expectAccessible(page);
    const remind = line.getByRole('button', { name: `Remind ${name} about ${key.name}` });
    await remind.click();
    await expect(line.getByRole('button', { name: `Mail ${name}` })).toBeFocused();
    await line.getByRole('button', { name: 'Cancel' }).click();
    await expect(remind).toBeFocused();
    await remind.press('Enter');
    await line.getByRole('button', { name: `Mail ${name}` }).press('Enter');
    await expect(page.getByRole('status').filter({ hasText: `The mail to ${name} is on its way.` })).toBeVisible();
    await expect(line).toContainText('Alex Morgan, ');
    await expect(remind).toHaveAttribute('aria-disabled', 'true');
    for (const link of [leeds, name]) await expect(line.getByRole('link', { name: link })).toBeVisible();
    await line.getByRole('link', { name: key.name }).click();
    await expect(drawer(page, key.name).getByRole('combobox', { name: 'Curfew' })).toHaveValue('hours');
    await page.goBack();
    await expect(line).toContainText('Overdue');
    // live
    await report('KEY_CHECKIN', username);
    await expect(line).toHaveCount(0);
  },
);

test(
  'each location shows how many keys are out and overdue, live; a click shows only its keys, another one all',
  nightly,
  async ({ page, api }) => {
    const call = await api('admin');
    const { username } = await newcomer(call, 'demo');
    const { keys, report } = await reportedKeys(call, 2);
    for (const { id, name } of keys) await call(devices.update, { params: { id }, body: { name, curfew: '2h' } });
    await page.goto('/dashboard?details_view=custody');
    const locationLinks = page.getByRole('navigation', { name: 'Keys that are out by location' });
    const locationLink = locationLinks.getByRole('link').filter({ hasText: leeds });
    const numbers = async (of: Locator) => {
      const [out = 0, overdue = 0] =
        ((await of.textContent()) ?? '').replace(leeds, '').match(/\d+/g)?.map(Number) ?? [];
      return { out, overdue };
    };
    const lines = page.getByRole('row').filter({ has: page.getByRole('cell') });
    await report('KEY_CHECKOUT', username, 125);
    // live
    await expect(lines.filter({ hasText: keys[0]?.name ?? '' })).toBeVisible();
    await expectAccessible(page);

    await locationLink.click();
    await expect(page).toHaveURL(/details_view=custody&location=[0-9a-f-]{36}$/);
    await expect(locationLink).toHaveAttribute('aria-current', 'true');
    // the numbers are those of the rows; other tests take keys here as well
    await expect(async () => {
      const { out, overdue } = await numbers(locationLink);
      expect(overdue).toBeGreaterThanOrEqual(2);
      expect(await lines.count()).toBe(out);
      expect(await lines.filter({ hasText: 'Overdue' }).count()).toBe(overdue);
      expect(await lines.filter({ hasText: leeds }).count()).toBe(out);
    }).toPass();
    expect(await locationLinks.getByRole('link').count()).toBeGreaterThan(1);
    await expectAccessible(page);
    await page.reload();
    await expect(locationLink).toHaveAttribute('aria-current', 'true');
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(locationLink).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await page.setViewportSize({ width: 1280, height: 720 });

    await locationLink.press('Enter');
    await expect(page).toHaveURL('/dashboard?details_view=custody');
    await expect(locationLink).not.toHaveAttribute('aria-current');
    await expect(lines.filter({ hasNotText: leeds })).not.toHaveCount(0);
    await page.goBack();
    await expect(locationLink).toHaveAttribute('aria-current', 'true');
    await report('KEY_CHECKIN', username);
    for (const { name } of keys) await expect(lines.filter({ hasText: name })).toHaveCount(0);
  },
);

test('a link to a location without keys offers all locations, an invalid link shows all', nightly, async ({ page }) => {
  await page.goto(`/dashboard?details_view=custody&location=${'-'.repeat(36)}`);
  await expect(page).toHaveURL('/dashboard?details_view=custody');
  const lines = page.getByRole('row').filter({ has: page.getByRole('cell') });
  await expect(lines).not.toHaveCount(0);
  await page.goto('/dashboard?details_view=custody&location=00000000-0000-0000-0000-000000000000');
  await page.getByRole('main').getByRole('link', { name: 'Show all locations' }).click();
  await expect(page).toHaveURL('/dashboard?details_view=custody');
  await expect(lines).not.toHaveCount(0);
  // no key is out: a screen reader would announce an empty list of locations for nothing
  await page.route('**/api/v1/custody?*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), data: [], total_results: 0, locations: [] } });
  });
  await page.goto('/dashboard?details_view=custody&location=00000000-0000-0000-0000-000000000000');
  await expect(page.getByText('Every key is back')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Keys that are out by location' })).toHaveCount(0);
});

test('a reminder that cannot be sent says why, also after an earlier one', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const { username, name: holder } = await newcomer(call, 'demo');
  const { keys, report } = await reportedKeys(call, 1);
  for (const { id, name } of keys) await call(devices.update, { params: { id }, body: { name, curfew: '2h' } });
  await report('KEY_CHECKOUT', username, 125);
  await page.route('**/api/v1/custody?*', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    const reminded = { at: new Date().toISOString(), by: 'Alex Morgan' };
    const rows = (body.data as { id: string }[]).map((row) =>
      row.id === keys[0]?.id ? { ...row, reminded, obstacle: 'noEmail' } : row,
    );
    await route.fulfill({ response: answer, json: { ...body, data: rows } });
  });
  await page.goto('/dashboard?details_view=custody');
  const line = page.getByRole('row').filter({ hasText: keys[0]?.name ?? '' });
  await expect(line).toContainText('Alex Morgan, ');
  await expect(line).toContainText('The holder has no email address.');
  await expect(line.getByRole('button', { name: `Remind ${holder}` })).toHaveAttribute('aria-disabled', 'true');
  await page.unrouteAll({ behavior: 'wait' });
  await report('KEY_CHECKIN', username);
});

test(
  'a reminder whose answer is lost is not reported as failed, and its retry sends no second one',
  nightly,
  async ({ page, api, problems }) => {
    problems.expect(/\/reminder.*ERR_CONNECTION_RESET/, /ERR_CONNECTION_RESET.*\/reminder/);
    const call = await api('admin');
    const { username, name: holder } = await newcomer(call, 'demo');
    const { keys, report } = await reportedKeys(call, 1);
    for (const { id, name } of keys) await call(devices.update, { params: { id }, body: { name, curfew: '2h' } });
    await report('KEY_CHECKOUT', username, 125);
    await page.goto('/dashboard?details_view=custody');
    const line = page.getByRole('row').filter({ hasText: keys[0]?.name ?? '' });
    await line.getByRole('button', { name: `Remind ${holder}` }).click();
    await page.route(
      '**/api/v1/custody/*/reminder',
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    await line.getByRole('button', { name: `Mail ${holder}` }).press('Enter');
    const noAnswer = page.getByRole('alert').filter({ hasText: 'The server cannot be reached.' });
    await expect(noAnswer).toBeVisible();
    await expect(page.getByText('No mail was sent.')).toHaveCount(0);
    // another reminder would be refused
    await noAnswer.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('status').filter({ hasText: `The mail to ${holder} is on its way.` })).toBeVisible();
    await report('KEY_CHECKIN', username);
  },
);

test(
  'a reminder requested again after a lost answer is another call, and a retry is the same call',
  nightly,
  async ({ page, api, problems }) => {
    problems.expect(/\/reminder.*ERR_CONNECTION_RESET/, /ERR_CONNECTION_RESET.*\/reminder/);
    const call = await api('admin');
    const { username, name: holder } = await newcomer(call, 'demo');
    const { keys, report } = await reportedKeys(call, 1);
    for (const { id, name } of keys) await call(devices.update, { params: { id }, body: { name, curfew: '2h' } });
    await report('KEY_CHECKOUT', username, 125);
    await page.goto('/dashboard?details_view=custody');
    const line = page.getByRole('row').filter({ hasText: keys[0]?.name ?? '' });
    const sent: (string | undefined)[] = [];
    await page.route('**/api/v1/custody/*/reminder', async (route) => {
      sent.push(route.request().headers()['idempotency-key']);
      await route.abort('connectionreset');
    });
    const noAnswer = page.getByRole('alert').filter({ hasText: 'The server cannot be reached.' });
    for (const count of [1, 2]) {
      await line.getByRole('button', { name: `Remind ${holder}` }).click();
      await line.getByRole('button', { name: `Mail ${holder}` }).press('Enter');
      await expect.poll(() => sent.length).toBe(count);
      await expect(line.getByRole('button', { name: `Remind ${holder}` })).toBeFocused();
    }
    await noAnswer.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => sent.length).toBe(3);
    const [first, second, retried] = sent;
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(second).not.toBe(first);
    expect(retried).toBe(second);
    await page.unrouteAll({ behavior: 'wait' });
    await report('KEY_CHECKIN', username);
  },
);
