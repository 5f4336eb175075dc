import { devices } from '@keyward/contract/devices';
import { gateway } from '@keyward/contract/gateway';
import { expectAccessible } from './axe.ts';
import { type Call, send } from './calls.ts';
import { drawer } from './list.ts';
import { newcomer } from './newcomer.ts';
import { expect, test } from './people.ts';
import { leeds, newDevice } from './things.ts';

/** A new key, and how its OKM reports that it is taken or back, so many minutes ago. */
async function reportedKey(call: Call) {
  const key = await newDevice(call, { type: 'OneKey' });
  const { data: issued } = await call(devices.issueToken, { params: { id: key.controller?.id ?? '' } });
  const report = async (type: 'KEY_CHECKOUT' | 'KEY_CHECKIN', agent: string, minutes: number) => {
    const time = new Date(Date.now() - minutes * 60_000).toISOString();
    const reports = [{ serial: key.serial_number, events: [{ id: `custody-${time}`, type, time, agent }] }];
    const headers = { authorization: `Bearer ${issued.token}` };
    const answer = await send('demo', 'POST', gateway.reports.path, { headers, body: { reports } });
    expect(JSON.parse(answer.text)).toMatchObject({ accepted: 1, rejected: [] });
  };
  return { key, report };
}

test('a key gets a curfew, is overdue on the board, and leaves it when it is back', async ({ page, api }) => {
  const call = await api('admin');
  const { username, name } = await newcomer(call, 'demo');
  const { key, report } = await reportedKey(call);
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
  for (const link of [leeds, name]) await expect(line.getByRole('link', { name: link })).toBeVisible();
  await line.getByRole('link', { name: key.name }).click();
  await expect(drawer(page, key.name).getByRole('combobox', { name: 'Curfew' })).toHaveValue('hours');
  await page.goBack();
  await expect(line).toContainText('Overdue');
  // live
  await report('KEY_CHECKIN', username, 0);
  await expect(line).toHaveCount(0);
});
