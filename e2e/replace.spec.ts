import { activity } from '@keyward/contract/activity';
import { gateway } from '@keyward/contract/gateway';
import { expectAccessible } from './axe.ts';
import { send } from './calls.ts';
import { drawer, fact, headAction } from './list.ts';
import { expect, nightly, test } from './people.ts';
import { alertOf, button } from './roles.ts';
import { newDevice, newNames, prefixes } from './things.ts';
import { issueToken } from './tokens.ts';

const question = 'Replace device';

test(
  'a key is replaced from its drawer: the new serial number takes over, and the history says so',
  nightly,
  async ({ page, api, problems }) => {
    problems.expect(/400.*\/replace/);
    const key = await newDevice(await api('admin'), { type: 'OneKey' });
    const { serial } = newNames(prefixes.OneKey);
    await page.goto(`/devices?open=${key.id}`);
    const edit = drawer(page, key.name);
    await expect(edit.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await headAction(edit, 'Replace…');
    const dialog = drawer(page, question);
    const field = dialog.getByRole('textbox', { name: 'Serial number of the new device' });
    await expect(field).toBeFocused();
    await expect(dialog).toContainText(`New hardware takes the place of ${key.name} (${key.serial_number}).`);
    await expect(dialog).toContainText('the new one counts as returned');
    await expectAccessible(page);
    // it is checked as the form of a new device checks it, and by the server
    await button(dialog, 'Replace').click();
    await expect(dialog.getByText('Serial number is required')).toBeVisible();
    await field.fill(newNames(prefixes['Cabinet lock']).serial);
    await button(dialog, 'Replace').click();
    await expect(
      dialog.getByText('This serial number is of another device type. Enter one of the type OneKey.'),
    ).toBeVisible();
    await field.fill(serial.toLowerCase());
    await page.keyboard.press('Enter');
    await expect(alertOf(page, 'Device replaced successfully')).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(edit.getByRole('textbox', { name: 'Serial number' })).toHaveValue(serial);
    // input beside it is saved without a conflict
    await edit.getByRole('textbox', { name: 'Name' }).fill(`${key.name} again`);
    await button(edit, 'Save').click();
    await expect(alertOf(page, 'Device updated successfully')).toBeVisible();
    await page.goto(`/devices?open=${key.id}&part=history`);
    const entry = drawer(page, `${key.name} again`).getByRole('listitem').filter({ hasText: 'Device replaced' });
    await expect(entry).toContainText(`${key.serial_number} → ${serial}`);
  },
);

test(
  'a replaced OKM asks for a new token, with which its first reports are accepted',
  nightly,
  async ({ page, api }) => {
    const admin = await api('admin');
    const okm = await newDevice(admin, { type: 'OKM 40' });
    const { serial } = newNames(prefixes['OKM 40']);
    const former = await issueToken(admin, okm.id);
    const report = (token: string, of: string) =>
      send('demo', gateway.reports.method, gateway.reports.path, {
        headers: { authorization: `Bearer ${token}` },
        body: {
          reports: [{ serial: of, events: [{ id: '1', type: 'CLOCK_STATE_CHANGE', time: new Date().toISOString() }] }],
        },
      });
    expect(JSON.parse((await report(former.token, okm.serial_number)).text)).toMatchObject({ accepted: 1 });
    // the address alone opens the question
    await page.goto(`/devices?open=${okm.id}&part=replace`);
    const dialog = drawer(page, question);
    await dialog.getByRole('textbox', { name: 'Serial number of the new device' }).fill(serial);
    await expect(dialog).toContainText('Its controller tokens. Issue a new one and enter it at the new OKM.');
    await button(dialog, 'Replace').click();
    const edit = drawer(page, okm.name);
    await expect(edit).toContainText('No tokens. This OKM cannot report until it has one.');
    await expect(page).toHaveURL(`/devices?open=${okm.id}`);
    expect((await report(former.token, okm.serial_number)).status).toBe(401);
    await button(edit, 'Issue token').click();
    const token = await edit.getByLabel('Token secret', { exact: true }).innerText();
    expect(JSON.parse((await report(token, okm.serial_number)).text)).toMatchObject({
      accepted: 0,
      rejected: [{ reason: 'unknownDevice' }],
    });
    expect(JSON.parse((await report(token, serial)).text)).toMatchObject({ accepted: 1, duplicates: 0 });

    // events of the former hardware still belong to this OKM, also when that hardware is added as another
    const { data: events } = await admin(activity.list, { query: { entity_id: okm.id, event: 'CLOCK_STATE_CHANGE' } });
    expect(events).toHaveLength(2);
    await newDevice(admin, { serial: okm.serial_number });
    for (const { id } of events) {
      await page.goto(`/activity?open=${id}`);
      const reporter = fact(drawer(page, 'Activity Details'), 'Reported by').getByRole('link');
      await expect(reporter).toHaveText(okm.name);
      await expect(reporter).toHaveAttribute('href', `/devices?open=${okm.id}`);
    }
  },
);

test(
  'leaving with a typed serial number asks first, and Ctrl+Enter replaces the device',
  nightly,
  async ({ page, api }) => {
    const lock = await newDevice(await api('admin'), { type: 'RAC lock' });
    const { serial } = newNames(prefixes['RAC lock']);
    await page.goto(`/devices?open=${lock.id}&part=replace`);
    const dialog = drawer(page, question);
    const field = dialog.getByRole('textbox', { name: 'Serial number of the new device' });
    await field.fill(serial);
    await page.keyboard.press('Escape');
    await button(dialog, 'Keep editing').click();
    await expect(field).toHaveValue(serial);
    await field.press('Control+Enter');
    await expect(alertOf(page, 'Device replaced successfully')).toBeVisible();
    await expect(drawer(page, lock.name).getByRole('textbox', { name: 'Serial number' })).toHaveValue(serial);
  },
);
