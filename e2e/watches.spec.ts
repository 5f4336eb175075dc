import { auth } from '@keyward/contract/auth';
import { devices } from '@keyward/contract/devices';
import { watches } from '@keyward/contract/watches';
import type { Page } from '@playwright/test';
import { signInAs } from './account.ts';
import { expectAccessible } from './axe.ts';
import { callsOf, send, signIn } from './calls.ts';
import { viewTab, withoutLive } from './list.ts';
import { newcomer } from './newcomer.ts';
import { expect, nightly, noSingleSignOn, stateOf, test } from './people.ts';
import { batchNames } from './selection.ts';
import { newDevice } from './things.ts';

test('a list is watched, the bell announces a new row, and the entry leads to the list', async ({ page, api }) => {
  const call = await api('admin');
  const { word } = batchNames('Watched', 1);
  await page.goto(`/devices?search=${word}`);
  await page.getByRole('button', { name: /^View options/ }).click();
  await page.getByRole('menuitem', { name: 'Tell me when' }).click();
  const form = page.getByRole('dialog', { name: 'Tell me when' });
  await expect(form.getByText('The list has 0 rows now.')).toBeVisible();
  await form.getByRole('textbox', { name: 'Name' }).fill(word);
  await form.getByRole('combobox', { name: 'How' }).selectOption('Inbox only');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);

  const device = await newDevice(call, { name: `${word} lock` });
  const bell = page.getByRole('button', { name: /^Inbox, \d+ unread/ });
  await bell.click();
  const inbox = page.getByRole('dialog', { name: 'Inbox' });
  const entry = inbox.getByRole('listitem').filter({ hasText: `${word}: 1 new row` });
  await expect(entry.getByText('Unread')).toBeVisible({ timeout: 10_000 });
  await expectAccessible(page);
  await entry.getByRole('button', { name: 'Mark as read' }).click();
  await expect(entry.getByText('Unread')).toHaveCount(0);
  await entry.getByRole('link').click();
  await expect(inbox).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`search=${encodeURIComponent(word)}`));
  await expect(page.getByRole('link', { name: device.name })).toBeVisible();

  await page.getByRole('button', { name: /^Inbox/ }).click();
  await inbox.getByRole('tab', { name: 'Watches' }).click();
  await inbox.getByRole('button', { name: `Delete: ${word}` }).focus();
  await page.keyboard.press('Enter');
  await expect(inbox.getByRole('listitem').filter({ hasText: word })).toHaveCount(0);
  await expect(inbox.getByRole('group', { name: 'Watches' })).toBeFocused();
  await call(devices.remove, { params: { id: device.id } });
});

test('a list is watched by its number of rows, and the inbox says that it has more', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const { word } = batchNames('Counted', 1);
  const made = [await newDevice(call, { name: `${word} one` })];
  await page.goto(`/devices?search=${word}`);
  await page.getByRole('button', { name: /^View options/ }).click();
  await page.getByRole('menuitem', { name: 'Tell me when' }).click();
  const form = page.getByRole('dialog', { name: 'Tell me when' });
  await expect(form.getByText('The list has 1 row now.')).toBeVisible();
  await form.getByRole('textbox', { name: 'Name' }).fill(word);
  await form.getByRole('combobox', { name: 'When' }).selectOption('It has more rows than a limit');
  await form.getByRole('textbox', { name: 'More rows than' }).fill('1');
  await form.getByRole('combobox', { name: 'How' }).selectOption('Inbox only');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);

  made.push(await newDevice(call, { name: `${word} two` }));
  await page.getByRole('button', { name: /^Inbox/ }).click();
  const inbox = page.getByRole('dialog', { name: 'Inbox' });
  await expect(inbox.getByRole('listitem').filter({ hasText: word })).toContainText('2 rows', { timeout: 10_000 });
  await inbox.getByRole('tab', { name: 'Watches' }).click();
  const watch = inbox.getByRole('listitem').filter({ hasText: word });
  await expect(watch).toContainText('More than 1 row');
  await inbox.getByRole('button', { name: `Delete: ${word}` }).click();
  await expect(watch).toHaveCount(0);
  for (const { id } of made) await call(devices.remove, { params: { id } });
});

test(
  'a watch is saved with a delay, daily mail and quiet hours, and is changed; the administrator sees everyone’s',
  nightly,
  async ({ page, open }) => {
    const { word } = batchNames('Lasting', 1);
    const theirs = await open('manager');
    await theirs.goto(`/devices?search=${word}`);
    await theirs.getByRole('button', { name: /^View options/ }).click();
    await theirs.getByRole('menuitem', { name: 'Tell me when' }).click();
    const form = theirs.getByRole('dialog', { name: 'Tell me when' });
    await form.getByRole('textbox', { name: 'Name' }).fill(word);
    await form.getByRole('combobox', { name: 'When' }).selectOption('It has had rows for a while');
    await form.getByRole('textbox', { name: 'Minutes' }).fill('0');
    await form.getByRole('combobox', { name: 'How' }).selectOption('Inbox and daily mail at 08:00');
    await form.getByRole('textbox', { name: 'No mail from' }).fill('25:00');
    await form.getByRole('button', { name: 'Save' }).click();
    for (const name of ['Minutes', 'No mail from'])
      await expect(form.getByRole('textbox', { name })).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(theirs);
    await form.getByRole('textbox', { name: 'Minutes' }).fill('45');
    await form.getByRole('textbox', { name: 'No mail from' }).fill('22:00');
    const until = form.getByRole('textbox', { name: 'No mail until' });
    await until.fill('22:00');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(until).toHaveAccessibleDescription(/The end must differ from the beginning/);
    await until.fill('07:30');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toHaveCount(0);

    const openWatches = async (of: Page) => {
      await of.getByRole('button', { name: /^Inbox/ }).click();
      const inbox = of.getByRole('dialog', { name: 'Inbox' });
      await inbox.getByRole('tab', { name: 'Watches' }).click();
      return inbox;
    };
    const inbox = await openWatches(theirs);
    const watch = inbox.getByRole('listitem').filter({ hasText: word });
    await expect(watch).toContainText('Rows for 45 minutes · Inbox and daily mail at 08:00');
    // no button for everyone's
    await expect(inbox.getByRole('button', { name: 'Everyone’s' })).toHaveCount(0);
    await inbox.getByRole('button', { name: `Change: ${word}` }).click();
    const edit = theirs.getByRole('dialog', { name: 'Change' });
    await expect(edit.getByRole('combobox', { name: 'When' })).toHaveValue('still');
    await expect(edit.getByRole('textbox', { name: 'Minutes' })).toHaveValue('45');
    await expect(edit.getByRole('textbox', { name: 'No mail from' })).toHaveValue('22:00');
    await expect(edit.getByRole('textbox', { name: 'No mail until' })).toHaveValue('07:30');
    await edit.getByRole('combobox', { name: 'How' }).selectOption('Inbox only');
    await expect(edit.getByRole('textbox', { name: 'No mail from' })).toHaveCount(0);
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(watch).toContainText('Rows for 45 minutes · Inbox only');

    await page.goto('/devices');
    const all = await openWatches(page);
    const seen = all.getByRole('listitem').filter({ hasText: word });
    await expect(all.getByRole('button', { name: 'Mine' })).toHaveAttribute('aria-pressed', 'true');
    await all.getByRole('button', { name: 'Everyone’s' }).click();
    await expect(seen).toContainText(/Rows for 45 minutes · Inbox only · \S+/);
    // another person's watch is not theirs to change
    await expect(seen.getByRole('button')).toHaveCount(0);
    await expectAccessible(page);
    await all.getByRole('button', { name: 'Mine' }).click();
    await expect(seen).toHaveCount(0);
    await inbox.getByRole('button', { name: `Delete: ${word}` }).click();
    await expect(watch).toHaveCount(0);
  },
);

test('a watch that its owner changed elsewhere is merged field by field', nightly, async ({ page, api, problems }) => {
  problems.expect(/412.*watches/);
  const call = await api('admin');
  const { word } = batchNames('Twice', 1);
  const rows = { resource: 'device', base: 'Overview', filter: {}, search: word } as const;
  const spoken = { name: word, rule: { when: 'count', above: 1 }, delivery: 'inbox', quiet: null } as const;
  const { id } = (await call(watches.create, { body: { ...rows, ...spoken } })).data;
  await page.goto('/devices');
  await page.getByRole('button', { name: /^Inbox/ }).click();
  const inbox = page.getByRole('dialog', { name: 'Inbox' });
  await inbox.getByRole('tab', { name: 'Watches' }).click();
  await inbox.getByRole('button', { name: `Change: ${word}` }).click();
  const edit = page.getByRole('dialog', { name: 'Change' });
  await edit.getByRole('textbox', { name: 'More rows than' }).fill('5');
  const theirs = { ...spoken, rule: { when: 'count', above: 3 }, delivery: 'digest' } as const;
  await call(watches.update, { params: { id }, body: theirs });
  await edit.getByRole('button', { name: 'Save' }).click();

  const conflict = edit.getByRole('region', { name: /changed this at/ });
  await expect(conflict.getByRole('heading')).toBeFocused();
  await expect(conflict.getByRole('heading')).not.toContainText(/\dT\d/);
  await expect(conflict.getByRole('listitem')).toHaveText([/: Inbox only → Inbox and daily mail at 08:00$/]);
  await expect(edit.getByRole('combobox', { name: 'How' })).toHaveValue('digest');
  await expect(conflict.getByRole('radiogroup')).toHaveCount(1);
  await expect(conflict.getByRole('radiogroup')).toContainText('More than 5 rows');
  await expect(conflict.getByRole('radiogroup')).toContainText('More than 3 rows');
  await expectAccessible(page);
  // an open question blocks the save
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(conflict.getByRole('radio', { name: 'Keep mine' })).toBeFocused();
  await conflict.getByRole('radio', { name: 'Keep mine' }).check();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(inbox.getByRole('listitem').filter({ hasText: word })).toContainText(
    'More than 5 rows · Inbox and daily mail at 08:00',
  );
  await expect(edit).toHaveCount(0);
  await call(watches.remove, { params: { id } });
});

test('new entries push no older ones, shown before, out of the inbox', nightly, async ({ open, api }) => {
  test.slow();
  const call = await api('admin');
  const { word } = batchNames('Paged', 1);
  const { username } = await newcomer(call, 'demo', 'Admin');
  const cookie = await signIn('demo', username);
  const own = callsOf('demo', cookie);
  // one more than a page of the inbox has
  const count = 31;
  for (let i = 1; i <= count; i++) {
    const rows = { resource: 'device', base: 'Overview', filter: {}, search: word } as const;
    const spoken = { name: `${word} ${i}`, rule: { when: 'appears' }, delivery: 'inbox', quiet: null } as const;
    await own(watches.create, { body: { ...rows, ...spoken } });
  }
  const page = await open(null, { storageState: stateOf('demo', cookie) });
  await page.goto('/devices');
  const made = [await newDevice(call, { name: `${word} one` })];
  await expect(page.getByRole('button', { name: `Inbox, ${count} unread` })).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: /^Inbox/ }).click();
  const inbox = page.getByRole('dialog', { name: 'Inbox' });
  const entries = inbox.getByRole('listitem');
  const older = inbox.getByRole('button', { name: 'Show older' });
  await older.click();
  await expect(entries).toHaveCount(count);
  await expect(older).toHaveCount(0);

  made.push(await newDevice(call, { name: `${word} two` }));
  await expect(entries).toHaveCount(60, { timeout: 30_000 });
  await older.click();
  await expect(entries).toHaveCount(2 * count);
  for (const { id } of made) await call(devices.remove, { params: { id } });
});

test(
  'values typed for a watch of one view are not offered in a watch of another',
  nightly,
  async ({ open, problems }) => {
    problems.expect(noSingleSignOn, /401.*watches/);
    const cookie = await signIn('demo', 'admin');
    const page = await open(null, { storageState: stateOf('demo', cookie) });
    await withoutLive(page);
    await page.goto('/devices');
    const note = page.getByRole('status').filter({ hasText: 'Your changes were kept' });
    const form = page.getByRole('dialog', { name: 'Tell me when' });
    const openForm = async () => {
      await page.getByRole('button', { name: /^View options/ }).click();
      await page.getByRole('menuitem', { name: 'Tell me when' }).click();
      await expect(form.getByText(/^The list has/)).toBeVisible();
    };
    await openForm();
    await form.getByRole('textbox', { name: 'Name' }).fill('Typed before the end');
    const { status } = await send('demo', 'POST', auth.logout.path, { headers: { cookie } });
    expect(status).toBe(204);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('What you typed in “Tell me when…” is kept in this tab.')).toBeVisible();

    await signInAs(page, 'admin');
    await viewTab(page, 'Locks').click();
    await openForm();
    await expect(note).toHaveCount(0);
    await form.getByRole('button', { name: 'Cancel' }).click();
    await viewTab(page, 'Overview').click();
    await openForm();
    await note.getByRole('button', { name: 'Restore' }).click();
    await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Typed before the end');
  },
);
