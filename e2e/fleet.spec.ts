import { type Device, devices } from '@keyward/contract/devices';
import { gateway } from '@keyward/contract/gateway';
import { groups } from '@keyward/contract/groups';
import { expectAccessible } from './axe.ts';
import { type Call, send } from './calls.ts';
import { reportedKeys } from './controllers.ts';
import { chooseView, drawer, expectTotal, headAction, header, row, rowLink, rows, totalRows } from './list.ts';
import { newcomer } from './newcomer.ts';
import { expect, nightly, test } from './people.ts';
import { newRole, removeNamed } from './roles.ts';
import { leeds, newDevice, newNames } from './things.ts';
import { confirmTokens, issueToken } from './tokens.ts';

test(
  'the holder of a key is shown in the list, its drawer, the profile and the losses of a deletion',
  nightly,
  async ({ page, api }) => {
    const call = await api('admin');
    const { username, name } = await newcomer(call, 'demo');
    const { keys, report } = await reportedKeys(call, 2);
    const [key, other] = keys;
    if (!key || !other) throw new Error('no key');
    await report('KEY_CHECKOUT', username, 125);

    await page.goto(`/devices?custom_view=Keys%20out&search=${encodeURIComponent(key.name)}`);
    await expect(header(page, 'Held by')).toBeVisible();
    const line = row(page, key.name);
    await expect(line).toContainText('2 hours ago');
    await expectAccessible(page);
    // the name leads to the profile, the rest of the row to the key
    await line.getByRole('link', { name, exact: true }).click();
    const person = drawer(page, name);
    await expect(person).toBeVisible();
    await expect(page).toHaveURL(/\/users\?open=/);
    await person.getByRole('link', { name: 'Holds 2 keys' }).click();
    await expect(page.getByRole('heading', { level: 1, name: `Keys held by ${name}` })).toBeVisible();
    await expectTotal(page, 2);
    const chips = page.getByRole('list', { name: 'filtered by' });
    await expect(chips).toContainText(`Held by ${name}`);
    await rowLink(row(page, key.name)).click();
    const form = drawer(page, key.name);
    await form
      .getByRole('link', { name: new RegExp(`^Held by ${name} since \\d\\d/\\d\\d/\\d{4} \\d\\d:\\d\\d$`) })
      .click();
    await headAction(drawer(page, name), 'Delete');
    await expect(page.getByText('2 keys that the person holds: who has them will no longer be known.')).toBeVisible();

    // a filter by name
    await page.goto(`/devices?filter.held_by=${encodeURIComponent(name)}`);
    await expectTotal(page, 2);
    await report('KEY_CHECKIN', username);
    await page.reload();
    await expect(page.getByText('No records found for the search or filter criteria')).toBeVisible();
  },
);

test('a key held beyond its curfew is among the overdue keys', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const { username, name } = await newcomer(call, 'demo');
  const { keys, report } = await reportedKeys(call, 1);
  const [key] = keys;
  if (!key) throw new Error('no key');
  await report('KEY_CHECKOUT', username, 125);
  const curfew = (own: string) =>
    call(devices.update, { params: { id: key.id }, body: { name: key.name, curfew: own } });
  const view = `/devices?custom_view=Overdue%20keys&search=${encodeURIComponent(key.name)}`;
  await curfew('3h');
  await page.goto(view);
  await expect(page.getByText('No records found for the search or filter criteria')).toBeVisible();
  await curfew('2h');
  await page.goto(view);
  await expect(row(page, key.name)).toContainText(name);
});

test(
  'an OKM that does not report says why, names its devices and the OKMs beside it',
  nightly,
  async ({ page, api }) => {
    const call = await api('admin');
    const okm = await newDevice(call, { type: 'OKM 40' });
    await confirmTokens(call);
    await page.goto(`/devices?open=${okm.id}`);
    const form = drawer(page, okm.name);
    const why = form.getByRole('region', { name: 'Why is this OKM offline?' });
    await expect(why).toContainText('It has never reported.');
    await expect(why).toContainText(`The other OKMs at ${leeds}:`);
    await expect(why).toContainText('It has no controller token');
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Issue token' }).click();
    await expect(form.getByText('is shown once', { exact: false }).first()).toBeVisible();
    await page.reload();
    await expect(why.getByRole('listitem').filter({ hasText: 'Is it set up at the OKM' })).toBeVisible();

    // a device and its OKM lead to each other
    const lock = await newDevice(call);
    const controller = lock.controller;
    if (!controller) throw new Error('no controller');
    // other tests add devices to it and take them away
    await expect(async () => {
      await page.goto(`/devices?open=${lock.id}`);
      await drawer(page, lock.name).getByRole('link', { name: controller.name }).click();
      const served = drawer(page, controller.name).getByRole('link', { name: /^[\d,]+ devices?$/ });
      const count = Number((await served.innerText()).replaceAll(/\D/g, ''));
      await served.click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        `Devices that report through ${controller.name}`,
      );
      expect(await totalRows(page)).toBe(count);
    }).toPass();
    await expect(page.getByRole('list', { name: 'filtered by' })).toContainText(`Reports through ${controller.name}`);
  },
);

test(
  'batteries, firmware and connectivity can be sorted and filtered, and have views',
  nightly,
  async ({ page, api }) => {
    const call = await api('admin');
    const [low, old, fresh, silent] = [
      await newDevice(call),
      await newDevice(call),
      await newDevice(call),
      await newDevice(call),
    ] as const;
    const token = await issueToken(call, low.controller?.id ?? '');
    const reports = [
      { serial: low.serial_number, state: { battery: 7.6, firmwareVersion: '990.9.1' } },
      { serial: old.serial_number, state: { battery: 90, firmwareVersion: '990.9.3' } },
      { serial: fresh.serial_number, state: { battery: 91, firmwareVersion: '990.10.0' } },
    ];
    const headers = { authorization: `Bearer ${token.token}` };
    expect((await send('demo', 'POST', gateway.reports.path, { headers, body: { reports } })).status).toBe(200);

    await page.goto(`/devices?custom_view=Low%20battery&search=${encodeURIComponent('Browser test')}`);
    await expect(row(page, low.name)).toContainText('Online');
    await expect(row(page, old.name)).toHaveCount(0);
    await chooseView(page, 'Old firmware');
    for (const { name } of [low, old]) await expect(row(page, name)).toBeVisible();
    await expect(row(page, fresh.name)).toHaveCount(0);
    await header(page, 'Firmware version').getByRole('button').first().click();
    await expect(header(page, 'Firmware version')).toHaveAttribute('aria-sort', 'descending');
    // other tests have many of them
    const never = (name: string) => `/devices?custom_view=Never%20reported&search=${encodeURIComponent(name)}`;
    await page.goto(never(silent.name));
    await expect(row(page, silent.name)).toBeVisible();
    await page.goto(never(low.name));
    await expectTotal(page, 0);

    // a number filter in words
    await page.goto('/devices?custom_view=Overview&filter.battery=lt:8&filter.connectivity=online');
    await expect(page.getByRole('list', { name: 'filtered by' })).toContainText('Battery (%) less than 8');
    await expect(page.getByRole('list', { name: 'filtered by' })).toContainText('Connectivity Online');
    await expect(row(page, low.name)).toBeVisible();
    await expect(rows(page).filter({ hasText: old.name })).toHaveCount(0);
    // the drawer shows the same whole percent as lists
    await rowLink(row(page, low.name)).click();
    await expect(drawer(page, low.name).getByText('Battery 7%', { exact: true })).toBeVisible();
    await expect(drawer(page, low.name)).not.toContainText('8%');
  },
);

/** An OKM that has just reported, with older firmware than others of its type. */
async function reportingOkm(call: Call): Promise<Device> {
  const okm = await newDevice(call, { type: 'OKM 40' });
  const token = await issueToken(call, okm.id);
  const headers = { authorization: `Bearer ${token.token}` };
  const reports = [{ serial: okm.serial_number, state: { firmwareVersion: '0.0.1' } }];
  expect((await send('demo', 'POST', gateway.reports.path, { headers, body: { reports } })).status).toBe(200);
  return okm;
}

test('an OKM that falls silent is offline in the open list and drawer', nightly, async ({ page, api }) => {
  const okm = await reportingOkm(await api('admin'));
  await page.clock.install();
  // the clock of the server goes with that of the browser
  await page.addInitScript(() => {
    Headers.prototype.get = function (name) {
      if (name === 'date') return new Date().toUTCString();
      return [...this].find(([key]) => key === name.toLowerCase())?.[1] ?? null;
    };
  });
  // a view with the connectivity beside the last report
  await page.goto(`/devices?custom_view=Old%20firmware&search=${encodeURIComponent(okm.name)}&open=${okm.id}`);
  const head = drawer(page, okm.name);
  await expect(head.getByText('Online').first()).toBeVisible();
  // in two steps, since a quarter of an hour without activity ends the session
  for (const x of [300, 400]) {
    await page.clock.runFor(8.5 * 60_000);
    await page.mouse.move(x, 300);
  }
  await expect(head.getByText('Offline', { exact: true }).first()).toBeVisible();
  await expect(head).toContainText(/1[67] minutes ago/);
  await expect(head.getByRole('region', { name: 'Why is this OKM offline?' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(header(page, 'Connectivity')).toBeVisible();
  await expect(row(page, okm.name).getByText('Offline', { exact: true })).toHaveCount(2);
  await expect(row(page, okm.name)).not.toContainText('Online');
  await expect(row(page, okm.name)).toContainText(/1[67] minutes ago/);
});

test(
  'a computer whose clock is twenty minutes fast shows a reporting OKM as online',
  nightly,
  async ({ page, api }) => {
    const okm = await reportingOkm(await api('admin'));
    await page.clock.install({ time: Date.now() + 20 * 60_000 });
    await page.goto(`/devices?custom_view=Old%20firmware&search=${encodeURIComponent(okm.name)}&open=${okm.id}`);
    const head = drawer(page, okm.name);
    await expect(head.getByText('Online', { exact: true }).first()).toBeVisible();
    await expect(head.getByRole('region', { name: 'Why is this OKM offline?' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(row(page, okm.name).getByText('Online', { exact: true })).toHaveCount(2);
    await expect(row(page, okm.name)).not.toContainText('20 minutes ago');
  },
);

test('a list of devices that report through a deleted OKM says so', nightly, async ({ page, problems }) => {
  problems.expect(/404.*\/api\/v1\/devices\//);
  await page.goto(`/devices?custom_view=Overview&filter.controller_id=${crypto.randomUUID()}`);
  await expect(page.getByRole('list', { name: 'filtered by' })).toContainText(
    'Reports through Deleted, or not visible to you',
  );
});

test('the counts of groups and roles open their lists', nightly, async ({ page, api }) => {
  const call = await api('admin');
  const label = `Shift ${newNames('').serial}`;
  const objects = [{ type: 'devices' as const, order: 1, required: false }];
  const { data: tag } = await call(groups.create, {
    body: { label, type: 1, values: ['Day, early', 'Night'], objects },
  });
  for (const _ of [1, 2]) await newDevice(call, { tags: { [label]: ['Day, early'] } });
  await page.goto(`/access/groups?tag=${tag.id}`);
  await page.getByRole('listitem').filter({ hasText: 'Day, early' }).getByRole('link', { name: '2 devices' }).click();
  await expect(page).toHaveURL(/\/devices\?/);
  await expectTotal(page, 2);
  await expect(page.getByRole('list', { name: 'filtered by' })).toContainText(`${label} Day, early`);

  const role = await newRole(call, { DEVICES: 'READ' });
  const { name } = await newcomer(call, 'demo', role.name);
  await page.goto('/access/roles');
  await page.getByRole('columnheader', { name: role.name }).getByRole('link', { name: '1 profile' }).click();
  await expect(page).toHaveURL(/\/users\?/);
  await expectTotal(page, 1);
  await expect(row(page, name)).toBeVisible();
  await removeNamed(call);
  await call(groups.remove, { params: { id: tag.id } });
});
