import { devices } from '@keyward/contract/devices';
import { expectAccessible } from './axe.ts';
import { expect, nightly, test } from './people.ts';
import { batchNames } from './selection.ts';
import { newDevice } from './things.ts';

test('a list is watched, the bell tells of a new row, and the entry leads to the list', async ({ page, api }) => {
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
  await inbox.getByRole('button', { name: `Delete: ${word}` }).click();
  await expect(inbox.getByRole('listitem').filter({ hasText: word })).toHaveCount(0);
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
  await form.getByRole('combobox', { name: 'When' }).selectOption('It has more rows than a number');
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
