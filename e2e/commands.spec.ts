import { confirm } from '@keyward/contract/confirm';
import { organizations } from '@keyward/contract/organization';
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { password } from './calls.ts';
import { confirmDialog } from './confirming.ts';
import { playCommands } from './controllers.ts';
import { drawer, row } from './list.ts';
import { expect, nightly, test } from './people.ts';
import { newDevice } from './things.ts';

// they change the organization's settings of commands
test.describe.configure({ mode: 'serial' });

const sectionOf = (page: Page, { name }: { name: string }) =>
  drawer(page, name).getByRole('region', { name: 'Remote unlock' });

test(
  'a remote unlock is confirmed, fetched and answered by the controller; another command is cancelled',
  nightly,
  async ({ page, api, problems }) => {
    problems.expect(/403.*\/commands/);
    const admin = await api('admin');
    const okm = await newDevice(admin, { type: 'OKM 40' });
    const controller = await playCommands(admin, okm);

    await admin(organizations.update, { body: { settings: { remoteUnlock: false } } });
    await page.goto(`/devices?open=${okm.id}`);
    const section = sectionOf(page, okm);
    const unlock = section.getByRole('button', { name: 'Unlock now' });
    await expect(section).toContainText('Remote unlock is switched off for this organization.');
    await expect(unlock).toBeDisabled();

    await admin(organizations.update, { body: { settings: { remoteUnlock: true } } });
    await page.reload();
    await unlock.click();
    const dialog = confirmDialog(page);
    await expect(dialog).toContainText('A lock opens at once');
    await dialog.getByLabel('Your password', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
    const commands = section.getByRole('listitem');
    await expect(commands).toContainText('Waiting for the controller');
    await expect(unlock).toBeDisabled();
    await expectAccessible(page);

    const [command] = await controller.fetch();
    expect(command?.serial).toBe(okm.serial_number);
    await expect(commands).toContainText('With the controller');
    const done = { state: 'done', time: new Date().toISOString() } as const;
    expect((await controller.answer(command?.id ?? '', done)).status).toBe(200);
    await expect(commands).toContainText('Unlocked');
    const step = (words: string) => `\\d\\d/\\d\\d/\\d{4} \\d\\d:\\d\\d:\\d\\d ${words}`;
    const steps = ['Sent by Alex Morgan', 'Fetched by the controller', 'Unlocked'].map(step);
    await expect(commands).toContainText(new RegExp(steps.join('\\s*')));

    // confirmed for five minutes
    await unlock.click();
    await expect(commands).toHaveCount(2);
    await section.getByRole('button', { name: 'Cancel' }).click();
    await expect(commands.first()).toContainText('Cancelled');
    expect(await controller.fetch()).toEqual([]);

    await page.goto(`/activity?search=${encodeURIComponent(okm.name)}`);
    await expect(row(page, 'Remote unlock sent')).toHaveCount(2);
    await expect(row(page, 'Remote unlock: outcome')).toContainText('Success');
    await expect(row(page, 'Remote unlock cancelled')).toHaveCount(1);
  },
);

test(
  'a command that the controller refused, did not answer, or did not fetch says so',
  nightly,
  async ({ page, api }) => {
    const admin = await api('admin');
    const [fetching, silent] = [await newDevice(admin, { type: 'OKM 40' }), await newDevice(admin, { type: 'OKM 40' })];
    const controller = await playCommands(admin, fetching);
    await admin(confirm.password, { body: { act: 'unlockDevice', password } });
    // the shortest life of a command: the server's clock ends it
    await admin(organizations.update, { body: { settings: { remoteUnlock: true, remoteUnlockSeconds: 10 } } });
    await page.goto(`/devices?open=${fetching.id}`);
    const section = sectionOf(page, fetching);
    const unlock = section.getByRole('button', { name: 'Unlock now' });
    const commands = section.getByRole('listitem');
    await unlock.click();
    await expect(commands).toContainText('Waiting for the controller');
    const [refused] = await controller.fetch();
    await controller.answer(refused?.id ?? '', { state: 'refused', reason: 'The bolt is blocked' });
    await expect(commands).toContainText('Refused by the controller');
    await expect(commands).toContainText('The bolt is blocked');
    await unlock.click();
    await expect(commands).toHaveCount(2);
    expect(await controller.fetch()).toHaveLength(1);
    await expect(commands.first()).toContainText('With the controller');
    await expect(section.getByRole('button', { name: 'Cancel' })).toHaveCount(0);

    await page.goto(`/devices?open=${silent.id}`);
    const never = sectionOf(page, silent);
    await never.getByRole('button', { name: 'Unlock now' }).click();
    await expect(never.getByRole('listitem')).toContainText('Waiting for the controller');
    await expect(never.getByRole('listitem')).toContainText('Not known', { timeout: 40_000 });
    await expect(never.getByRole('listitem')).toContainText('did not fetch it in time, so the lock stayed closed');
    await expectAccessible(page);
    await page.goto(`/devices?open=${fetching.id}`);
    await expect(commands.first()).toContainText('Not known', { timeout: 20_000 });
    await expect(commands.first()).toContainText('fetched it, but did not say what came of it');
    await expect(commands.last()).toContainText('Refused by the controller');
    await expect(unlock).toBeEnabled();
    await admin(organizations.update, { body: { settings: { remoteUnlockSeconds: 60 } } });
  },
);

test(
  'a command whose answer is lost is sent once; pressing again after its end is another command',
  nightly,
  async ({ page, api, problems }) => {
    problems.expect(/\/commands.*ERR_CONNECTION_RESET/, /ERR_CONNECTION_RESET.*\/commands/);
    const admin = await api('admin');
    const okm = await newDevice(admin, { type: 'OKM 40' });
    const controller = await playCommands(admin, okm);
    await admin(confirm.password, { body: { act: 'unlockDevice', password } });
    await admin(organizations.update, { body: { settings: { remoteUnlock: true } } });
    const keys: (string | undefined)[] = [];
    await page.route(`**/api/v1/devices/${okm.id}/commands`, async (route) => {
      if (route.request().method() === 'GET') return route.fallback();
      const tries = keys.push(route.request().headers()['idempotency-key']);
      if (tries === 3) return route.continue();
      // the first request does not arrive, the answer to the second is lost
      if (tries === 2) await route.fetch();
      return route.abort('connectionreset');
    });
    await page.goto(`/devices?open=${okm.id}`);
    const section = sectionOf(page, okm);
    const unlock = section.getByRole('button', { name: 'Unlock now' });
    const commands = section.getByRole('listitem');
    await unlock.click();
    await expect(page.getByRole('alert').filter({ hasText: 'The server cannot be reached.' })).toBeVisible();
    await unlock.click();
    await expect(commands).toContainText('Waiting for the controller', { timeout: 20_000 });
    const [command] = await controller.fetch();
    await controller.answer(command?.id ?? '', { state: 'done', time: new Date().toISOString() });
    await expect(commands).toContainText('Unlocked');

    await unlock.click();
    await expect(commands).toHaveCount(2);
    await expect(commands.first()).toContainText('Waiting for the controller');
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
    expect(keys).toHaveLength(3);
  },
);
