import { reports } from '@keyward/contract/reports';
import { watches } from '@keyward/contract/watches';
import { expectAccessible } from './axe.ts';
import { withoutLive } from './list.ts';
import { expect, nightly, test } from './people.ts';
import { batchNames } from './selection.ts';

test(
  'a list is sent as a scheduled report, which is changed, paused, deleted and restored',
  nightly,
  async ({ page, api }) => {
    const call = await api('admin');
    const { word } = batchNames('Stock', 1);
    await page.goto('/devices?sort=name:desc&search=lock');
    await page.getByRole('button', { name: /^View options/ }).click();
    await page.getByRole('menuitem', { name: 'Send as a report' }).click();
    const form = page.getByRole('dialog', { name: 'Send as a report' });
    await form.getByRole('textbox', { name: 'Name' }).fill(word);
    await form.getByRole('combobox', { name: 'How often' }).selectOption('Every week');
    await form.getByRole('combobox', { name: 'Day of the week' }).selectOption('Friday');
    await form.getByRole('textbox', { name: 'Time', exact: true }).fill('7');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText('Enter a time such as 09:30.')).toBeVisible();
    await form.getByRole('textbox', { name: 'Time', exact: true }).fill('07:15');
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toHaveCount(0);
    const { data } = await call(reports.list, {});
    const mine = data.find(({ name }) => name === word);
    expect(mine).toMatchObject({
      schedule: { every: 'week', weekday: 'fri', time: '07:15' },
      reported: { resource: 'device', base: 'Overview', search: 'lock', sort: [['name', 'DESC']] },
    });

    await page.getByRole('button', { name: /^Inbox/ }).click();
    const inbox = page.getByRole('dialog', { name: 'Inbox' });
    await inbox.getByRole('tab', { name: 'Reports' }).click();
    const row = inbox.getByRole('listitem').filter({ hasText: word });
    await expect(row).toContainText('Every Friday at 07:15');
    await expectAccessible(page);
    await row.getByRole('button', { name: `Pause: ${word}` }).focus();
    await page.keyboard.press('Enter');
    await expect(row.getByText('Paused', { exact: true })).toBeVisible();
    await expect(row.getByRole('button', { name: `Go on: ${word}` })).toBeFocused();
    await row.getByRole('button', { name: `Change: ${word}` }).click();
    const change = page.getByRole('dialog', { name: 'Change' });
    await change.getByRole('combobox', { name: 'How often' }).selectOption('Every month');
    await change.getByRole('textbox', { name: 'Day of the month' }).fill('31');
    await change.getByRole('button', { name: 'Save' }).click();
    await expect(row).toContainText('Every month on day 31 at 07:15');
    await row.getByRole('button', { name: `Go on: ${word}` }).click();
    await expect(row.getByText('Paused', { exact: true })).toHaveCount(0);
    await row.getByRole('button', { name: `Delete: ${word}` }).focus();
    await page.keyboard.press('Enter');
    await expect(row).toHaveCount(0);
    await expect(inbox.getByRole('group', { name: 'Reports' })).toBeFocused();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(row).toContainText('Every month on day 31 at 07:15');
    await row.getByRole('link').click();
    await expect(inbox).toHaveCount(0);
    await expect(page).toHaveURL(/search=lock/);
    if (mine) await call(reports.remove, { params: { id: mine.id } });
  },
);

test(
  'the dashboard is sent as a scheduled report, and the list of a card is watched',
  nightly,
  async ({ page, api }) => {
    const call = await api('admin');
    const { word } = batchNames('Morning', 1);
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Send as a report' }).click();
    const form = page.getByRole('dialog', { name: 'Send as a report' });
    await form.getByRole('textbox', { name: 'Name' }).fill(word);
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toHaveCount(0);
    const report = (await call(reports.list, {})).data.find(({ name }) => name === word);
    expect(report).toMatchObject({ schedule: { every: 'day', time: '08:00' }, reported: { what: 'dashboard' } });

    await page.getByRole('button', { name: 'Tell me when…: Offline OKMs' }).click();
    const watch = page.getByRole('dialog', { name: 'Tell me when' });
    await expect(watch.getByText(/^The list has \d+ rows? now/)).toBeVisible();
    await watch.getByRole('textbox', { name: 'Name' }).fill(word);
    await watch.getByRole('button', { name: 'Save' }).click();
    await expect(watch).toHaveCount(0);
    const made = (await call(watches.list, {})).data.find(({ name }) => name === word);
    expect(made).toMatchObject({ resource: 'device', base: 'OKMs Offline', rule: { when: 'appears' } });
    if (report) await call(reports.remove, { params: { id: report.id } });
    if (made) await call(watches.remove, { params: { id: made.id } });
  },
);

test(
  'a scheduled report changed elsewhere by its owner is paused at the second try, and its form is merged',
  nightly,
  async ({ page, api, problems }) => {
    problems.expect(/412.*reports/);
    const call = await api('admin');
    const { word } = batchNames('Twice', 1);
    const at = (time: string) => ({ every: 'day', time, zone: 'UTC' }) as const;
    const reported = { what: 'dashboard', filter: {} } as const;
    const { id } = (await call(reports.create, { body: { name: word, schedule: at('07:00'), reported } })).data;
    const params = { id };
    await withoutLive(page);
    await page.goto('/dashboard');
    await page.getByRole('button', { name: /^Inbox/ }).click();
    const inbox = page.getByRole('dialog', { name: 'Inbox' });
    await inbox.getByRole('tab', { name: 'Reports' }).click();
    const row = inbox.getByRole('listitem').filter({ hasText: word });
    await expect(row).toContainText('at 07:00');

    await call(reports.update, { params, body: { name: word, schedule: at('08:10'), paused: false } });
    await row.getByRole('button', { name: `Pause: ${word}` }).click();
    const refusal = page.getByRole('alert').filter({ hasText: 'changed this at' });
    await expect(refusal).toBeVisible();
    await expect(refusal).not.toContainText(/\dT\d/);
    await expect(row).toContainText('at 08:10');
    await row.getByRole('button', { name: `Pause: ${word}` }).click();
    await expect(row.getByText('Paused', { exact: true })).toBeVisible();

    await row.getByRole('button', { name: `Change: ${word}` }).click();
    const change = page.getByRole('dialog', { name: 'Change' });
    await change.getByRole('textbox', { name: 'Name' }).fill(`${word} of mine`);
    await call(reports.update, { params, body: { name: word, schedule: at('09:20'), paused: false } });
    await change.getByRole('button', { name: 'Save' }).click();
    const conflict = change.getByRole('region', { name: /changed this at/ });
    await expect(conflict.getByRole('listitem')).toHaveText([/at 08:10 → .*at 09:20$/]);
    await expect(conflict.getByRole('radiogroup')).toHaveCount(0);
    await change.getByRole('button', { name: 'Save' }).click();
    await expect(change).toHaveCount(0);
    const stored = (await call(reports.list, {})).data.find((one) => one.id === id);
    // nor was it paused again
    expect(stored).toMatchObject({ name: `${word} of mine`, schedule: at('09:20'), paused: false });
    await call(reports.remove, { params });
  },
);
