import { devices } from '@keyward/contract/devices';
import { invitations } from '@keyward/contract/invitations';
import { keypad } from '@keyward/contract/keypad';
import { secureKeys } from '@keyward/contract/onepass';
import { propagations } from '@keyward/contract/propagation';
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { type Call, password } from './calls.ts';
import { confirmDialog } from './confirming.ts';
import { drawer, row, rowLink, totalRows } from './list.ts';
import { expect, test as base, nightly } from './people.ts';
import { startServer } from './server.ts';
import { openSmtp } from './smtp.ts';

type Demo = { mailTo: (address: string) => string | undefined; printed: string };

/** A server of its own, with the simulation and a mail server; the helpers of this worker call it. */
const test = base.extend<object, { demo: Demo }>({
  demo: [
    async ({}, use) => {
      const smtp = await openSmtp();
      const server = await startServer({ KEYWARD_SIMULATE: '1', SMTP_URL: smtp.url });
      process.env.BASE_URL = server.url;
      await use({ mailTo: smtp.mailTo, printed: server.printed });
      await server.stop();
      smtp.close();
    },
    { scope: 'worker', auto: true, timeout: 180_000 },
  ],
});
test.use({ person: 'manager' });

/** A lock of the manager's store that takes OnePASS keys, and whose OKM is connected and up to date. */
async function lockInSync(call: Call) {
  const { data: simulated } = await call(keypad.locks);
  const { data } = await call(devices.list, { query: { device_type_name: 'rac lock' } });
  const isOnline = (serial: string) => simulated.some((one) => one.serial === serial && one.online);
  for (const lock of data.filter((one) => isOnline(one.serial_number))) {
    const { okm } = (await call(propagations.device, { params: { id: lock.id } })).data;
    if (okm?.condition === 'inSync') return lock;
  }
  return undefined;
}
async function pickLock(call: Call) {
  await expect.poll(() => lockInSync(call), { timeout: 60_000 }).toBeDefined();
  const lock = await lockInSync(call);
  if (!lock) throw new Error('no lock is in sync');
  return lock;
}

const link = /\/apps\/onepass\/invitation\?token=[0-9a-f]{64}/;
/** The digits that the page shows. */
async function shownCode(page: Page): Promise<string> {
  const text = page.getByText(/^Your code: (\d ?){8}$/);
  await expect(text).toBeAttached();
  return (await text.innerText()).replace(/\D/g, '');
}
async function typeAt(page: Page, serial: string, digits: string) {
  await page.goto(`/demo/keypad?lock=${serial}`);
  await page.getByLabel('Code or PIN').fill(digits);
  await page.getByRole('button', { name: 'Enter' }).click();
}

test(
  'a person without an account opens a lock from the mail, and the sender watches it',
  nightly,
  async ({ page, open, api, demo }) => {
    const call = await api('manager');
    const lock = await pickLock(call);
    const key = await call(secureKeys.create, { body: { serial: lock.serial_number, duration: 120, count: 3 } });
    const email = 'visitor@example.com';
    const body = { email, secure_key_ids: [key.id], notes: 'Come in.', locale: 'en' as const };
    const { data: invite } = await call(invitations.create, { body });
    await page.goto(`/onepass?tab=Invitations&open=${invite.id}`);
    const sender = drawer(page, email);
    await expect(sender).toContainText('Not used yet');
    await expect(sender).toContainText('Works at 1 of 1 OKM');
    const activity = await open('manager');
    const stream = activity.waitForResponse((response) => response.url().endsWith('/api/v1/live'));
    await activity.goto(`/activity?search=${encodeURIComponent(email)}`);
    await stream;

    const mailed = () => link.exec(demo.mailTo(email) ?? '')?.[0];
    await expect.poll(mailed).toBeDefined();
    const phone = { viewport: { width: 390, height: 844 } };
    const recipient = await open(null, phone);
    await recipient.goto(mailed() ?? '');
    await recipient.getByRole('button', { name: 'Accept' }).click();
    await recipient.getByRole('button', { name: 'Show code' }).click();
    const code = await shownCode(recipient);
    const typed = await open(null, phone);
    await typeAt(typed, lock.serial_number, code);
    await expect(typed.getByRole('status')).toContainText('The lock is open');
    await expect(typed.getByRole('status')).toContainText('2 uses left');
    await expectAccessible(typed);

    await expect(sender).toContainText('1 of 3 uses made');
    await expect(activity.getByRole('button', { name: /new event/ })).toBeVisible();
    await typed.getByLabel('Code or PIN').fill(code);
    await typed.keyboard.press('Enter');
    await expect(typed.getByRole('status')).toContainText('This code has been used.');
  },
);

test('a simulated lock is unlocked remotely', nightly, async ({ page, api, problems }) => {
  problems.expect(/403.*\/commands/);
  const lock = await pickLock(await api('manager'));
  await page.goto(`/devices?open=${lock.id}`);
  const section = drawer(page, lock.name).getByRole('region', { name: 'Remote unlock' });
  await section.getByRole('button', { name: 'Unlock now' }).click();
  await confirmDialog(page).getByLabel('Your password', { exact: true }).fill(password);
  await confirmDialog(page).getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(section.getByRole('listitem')).toContainText('Unlocked');
});

test(
  'the link printed at the start opens its lock, and the manager sees its use',
  nightly,
  async ({ page, open, api, demo }) => {
    const call = await api('manager');
    const [printed = ''] = /http\S+\/apps\/onepass\/invitation\?token=\S+/.exec(demo.printed) ?? [];
    expect(demo.printed).toContain('/demo/keypad');
    await page.goto('/onepass?tab=Invitations&search=try.it');
    await rowLink(row(page, 'try.it@example.com')).click();
    const sender = drawer(page, 'try.it@example.com');
    await expect(sender).toContainText('Not used yet');

    const recipient = await open(null, { viewport: { width: 390, height: 844 } });
    await recipient.goto(printed);
    const name = await recipient.getByRole('heading', { level: 2 }).first().innerText();
    const { data: locks } = await call(keypad.locks);
    const lock = locks.find((one) => one.name === name);
    if (!lock) throw new Error(`${name} is not simulated`);
    await recipient.getByRole('button', { name: 'Accept' }).click();
    await recipient.getByRole('button', { name: 'Show code' }).click();
    const code = await shownCode(recipient);
    await typeAt(recipient, lock.serial, code);
    await expect(recipient.getByRole('status')).toContainText('The lock is open');
    await expect(sender).toContainText('1 of 20 uses made');

    // the open drawer would request an invitation that the manager no longer sees
    await page.goto('/devices');
    await totalRows(page);
    const admin = await api('admin');
    const { data: devicesOfSerial } = await admin(devices.list, { query: { search: lock.serial } });
    for (const { id } of devicesOfSerial) await admin(devices.remove, { params: { id } });
    // an invitation whose keys are gone is visible only with all-data access
    const all = await open('admin');
    await all.goto('/onepass?tab=Invitations&search=try.it');
    await rowLink(row(all, 'try.it@example.com')).click();
    const left = drawer(all, 'try.it@example.com');
    await expect(left).toContainText('Used: 1 (the key was deleted with its device)');
    await expect(left).not.toContainText('Not used yet');
  },
);
