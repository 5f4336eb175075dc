// The form of a watch before it is saved: the rows that it finds now, a note that it is not mailed, and the zone of its times.
import { watches } from '@keyward/contract/watches';
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { signIn } from './calls.ts';
import { newcomer } from './newcomer.ts';
import { expect, nightly, stateOf, test } from './people.ts';
import { batchNames } from './selection.ts';

const rows = { resource: 'device', base: 'Overview', filter: {} } as const;
const spoken = { rule: { when: 'count', above: 1 }, delivery: 'inbox', quiet: null } as const;

async function openWatches(page: Page) {
  await page.getByRole('button', { name: /^Inbox/ }).click();
  const inbox = page.getByRole('dialog', { name: 'Inbox' });
  await inbox.getByRole('tab', { name: 'Watches' }).click();
  return inbox;
}

test(
  'changing a watch shows how many rows it finds, or that they could not be counted',
  nightly,
  async ({ page, api, problems }) => {
    problems.expect(/status of 500/);
    const call = await api('admin');
    const { word } = batchNames('Previewed', 1);
    const { id } = (await call(watches.create, { body: { ...rows, ...spoken, name: word, search: word } })).data;
    const preview = '**/api/v1/watches/preview';
    await page.route(preview, (route) =>
      route.fulfill({ status: 500, json: { errors: [{ code: 'internal', detail: 'broken' }] } }),
    );
    await page.goto('/devices');
    const inbox = await openWatches(page);
    await inbox.getByRole('button', { name: `Change: ${word}` }).click();
    const edit = page.getByRole('dialog', { name: 'Change' });
    const failed = edit.getByRole('alert').filter({ hasText: 'The rows could not be counted.' });
    await expect(failed).toBeVisible();
    await expectAccessible(page);
    await page.unroute(preview);
    const answered = Promise.withResolvers<void>();
    await page.route(preview, async (route) => {
      await answered.promise;
      await route.continue();
    });
    const again = failed.getByRole('button', { name: 'Try again' });
    await again.press('Enter');
    await expect(again).toHaveAttribute('aria-busy', 'true');
    await expect(again).toBeFocused();
    answered.resolve();
    await expect(edit.getByRole('status').filter({ hasText: 'The list has 0 rows now.' })).toBeVisible();
    await expect(failed).toHaveCount(0);
    await expect(edit.locator(':focus')).toContainText('The list has 0 rows now.');
    // an invalid number has no preview
    await edit.getByRole('textbox', { name: 'More rows than' }).fill('x');
    await expect(edit.getByText('The list has 0 rows now.')).toHaveCount(0);
    await call(watches.remove, { params: { id } });
  },
);

test(
  'a watch by mail of a person without an email address says that it is not mailed, and keeps the zone on screen',
  nightly,
  async ({ open, api }) => {
    const { username } = await newcomer(await api('admin'), 'demo', 'Admin');
    const page = await open(null, {
      storageState: stateOf('demo', await signIn('demo', username)),
      timezoneId: 'Asia/Calcutta',
    });
    await page.route('**/api/v1/me', async (route) => {
      const answer = await route.fetch();
      const { data } = await answer.json();
      await route.fulfill({ response: answer, json: { data: { ...data, email: null } } });
    });
    const { word } = batchNames('Unmailed', 1);
    await page.goto(`/devices?search=${word}`);
    await page.getByRole('button', { name: /^View options/ }).click();
    await page.getByRole('menuitem', { name: 'Tell me when' }).click();
    const form = page.getByRole('dialog', { name: 'Tell me when' });
    const warning = form.getByText('Your profile has no email address.');
    await expect(warning).toBeVisible();
    await expectAccessible(page);
    await form.getByRole('combobox', { name: 'How' }).selectOption('Inbox only');
    await expect(warning).toHaveCount(0);
    await form.getByRole('combobox', { name: 'How' }).selectOption('Inbox and mail at once');
    await expect(warning).toBeVisible();
    await form.getByRole('textbox', { name: 'Name' }).fill(word);
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/watches'));
    await form.getByRole('button', { name: 'Save' }).click();
    expect((await sent).postDataJSON()).toMatchObject({ zone: 'Asia/Kolkata' });
    await expect(form).toHaveCount(0);
    const inbox = await openWatches(page);
    await expect(inbox.getByRole('listitem').filter({ hasText: word })).toContainText('Not mailed: no email address');
    await expectAccessible(page);
  },
);

test(
  'Back closes only the inbox, and asks first about a watch that is changed in it',
  nightly,
  async ({ page, api }) => {
    const call = await api('admin');
    const { word } = batchNames('Stepped', 1);
    const { id } = (await call(watches.create, { body: { ...rows, ...spoken, name: word, search: word } })).data;
    await page.goto('/devices');
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Activity' }).click();
    await expect(page).toHaveURL('/activity');
    const inbox = await openWatches(page);
    const change = inbox.getByRole('button', { name: `Change: ${word}` });
    await expect(change).toBeVisible();
    await page.goBack();
    await expect(inbox).toHaveCount(0);
    await expect(page).toHaveURL('/activity');

    await openWatches(page);
    await change.click();
    const edit = page.getByRole('dialog', { name: 'Change', exact: true });
    const above = edit.getByRole('textbox', { name: 'More rows than' });
    await above.fill('5');
    await page.goBack();
    const question = edit.getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(page).toHaveURL('/activity');
    await expect(above).toHaveValue('5');
    await page.goBack();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(edit).toHaveCount(0);
    await expect(change).toBeVisible();
    await page.goBack();
    await expect(inbox).toHaveCount(0);
    await expect(page).toHaveURL('/activity');
    await page.goBack();
    await expect(page).toHaveURL('/devices');
    await call(watches.remove, { params: { id } });
  },
);

test(
  'a typed number is counted once, and the previous count is marked as busy until then',
  nightly,
  async ({ page }) => {
    const { word } = batchNames('Typed', 1);
    await page.goto(`/devices?search=${word}`);
    await page.getByRole('button', { name: /^View options/ }).click();
    await page.getByRole('menuitem', { name: 'Tell me when' }).click();
    const form = page.getByRole('dialog', { name: 'Tell me when' });
    const found = form.getByRole('status').filter({ hasText: 'The list has 0 rows now.' });
    await form.getByRole('combobox', { name: 'When' }).selectOption('It has more rows than a limit');
    await expect(found).toHaveAttribute('aria-busy', 'false');
    const asked: unknown[] = [];
    const answered = Promise.withResolvers<void>();
    await page.route('**/api/v1/watches/preview', async (route) => {
      asked.push(route.request().postDataJSON().rule);
      await answered.promise;
      await route.continue();
    });
    const limit = form.getByRole('textbox', { name: 'More rows than' });
    await limit.selectText();
    await limit.pressSequentially('1234');
    await expect(found).toHaveAttribute('aria-busy', 'true');
    await expect.poll(() => asked).toEqual([{ when: 'count', above: 1234 }]);
    await expect(found).toHaveAttribute('aria-busy', 'true');
    answered.resolve();
    await expect(found).toHaveAttribute('aria-busy', 'false');
    expect(asked).toHaveLength(1);
  },
);
