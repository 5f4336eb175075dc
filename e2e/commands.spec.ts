import { controllerCommands } from '@keyward/contract/commands';
import { devices } from '@keyward/contract/devices';
import { organizations } from '@keyward/contract/organization';
import { expectAccessible } from './axe.ts';
import { password, send } from './calls.ts';
import { confirmDialog } from './confirming.ts';
import { drawer, row } from './list.ts';
import { expect, test } from './people.ts';
import { newDevice } from './things.ts';

test('a device is unlocked from afar: confirmed, fetched and answered by its controller; another command is cancelled', async ({
  page,
  api,
  problems,
}) => {
  problems.expect(/403.*\/commands/);
  const admin = await api('admin');
  const okm = await newDevice(admin, { type: 'OKM 40' });
  const { data: issued } = await admin(devices.issueToken, { params: { id: okm.id } });
  const headers = { authorization: `Bearer ${issued.token}` };
  const fetchCommands = async (): Promise<{ id: string; serial: string }[]> =>
    JSON.parse((await send('demo', controllerCommands.list.method, controllerCommands.list.path, { headers })).text)
      .data;
  const answer = (id: string) =>
    send('demo', controllerCommands.answer.method, controllerCommands.answer.path.replace(':id', id), {
      headers,
      body: { state: 'done', time: new Date().toISOString() },
    });

  await admin(organizations.update, { body: { settings: { remoteUnlock: false } } });
  await page.goto(`/devices?open=${okm.id}`);
  const section = drawer(page, okm.name).getByRole('region', { name: 'Remote unlock' });
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

  const [command] = await fetchCommands();
  expect(command?.serial).toBe(okm.serial_number);
  await expect(commands).toContainText('With the controller');
  expect((await answer(command?.id ?? '')).status).toBe(200);
  await expect(commands).toContainText('Unlocked');
  await expect(commands).toContainText('Alex Morgan');

  // confirmed for five minutes
  await unlock.click();
  await expect(commands).toHaveCount(2);
  await section.getByRole('button', { name: 'Cancel' }).click();
  await expect(commands.first()).toContainText('Cancelled');
  expect(await fetchCommands()).toEqual([]);

  await page.goto(`/activity?search=${encodeURIComponent(okm.name)}`);
  await expect(row(page, 'Remote unlock sent')).toHaveCount(2);
  await expect(row(page, 'Remote unlock: outcome')).toContainText('Success');
  await expect(row(page, 'Remote unlock cancelled')).toHaveCount(1);
});
