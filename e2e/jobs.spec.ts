// The commonest jobs, from the page on which a person lands, with the cost of each: each click, each opening of the
// palette and each field that is typed into counts one. Enter belongs to the field that it ends.
import { type Device, devices } from '@keyward/contract/devices';
import { groups } from '@keyward/contract/groups';
import { imports } from '@keyward/contract/imports';
import { profiles } from '@keyward/contract/profiles';
import type { Locator, Page } from '@playwright/test';
import type { Call } from './calls.ts';
import { reportedKeys, reportThrough } from './controllers.ts';
import { landed } from './counting.ts';
import { bar } from './filters.ts';
import { drawer, expectEachRow, expectTotal, row, rowLink, rows } from './list.ts';
import { newcomer } from './newcomer.ts';
import { expect, freshState, nightly, test } from './people.ts';
import { newName, newRole } from './roles.ts';
import { leeds, locationTag, newDevice, newNames, prefixes } from './things.ts';

// one after the other, since an OKM holds few tokens at a time
test.describe.configure({ mode: 'default' });

/** A profile that looks into losses: it reads everything, and changes nothing. */
async function lossPrevention(call: Call) {
  const role = await newRole(call, {
    USERS: 'READ',
    DEVICES: 'READ',
    'EVENT-STORE': 'READ',
    'ALL-DATA-ACCESS': 'TRUE',
    'VIEW-DASHBOARD': 'TRUE',
    'CAN-EXPORT-CSV-ACTIVITY': 'TRUE',
    'WEB-USER': 'TRUE',
  });
  const { username } = await newcomer(call, 'demo', role.name);
  return { storageState: await freshState('demo', username) };
}

/** A profile at the manager's location. */
async function colleague(call: Call) {
  const { data: definitions } = await call(groups.definitions, { query: { object_type: 'users' } });
  const name = newName('Person');
  const username = name.replace(' ', '.').toLowerCase();
  const tags = definitions
    .filter((tag) => tag.is_location)
    .map(({ id, type }) => ({ tagId: id, type, values: [leeds] }));
  const { data } = await call(profiles.create, { body: { name, username, roles: [], tags } });
  return { id: data.id, name, username };
}

type Reported = { type: string; time: string; agent: string; result?: string; reason?: string; attributes?: object };
/** Reports events of the device through its OKM. */
const report = (call: Call, { serial_number: serial, controller }: Device, events: Reported[], state: object = {}) =>
  reportThrough(call, controller?.id ?? '', [
    { serial, state, events: events.map((event, i) => ({ id: `${serial}-${i}`, ...event })) },
  ]);

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const button = (of: Page | Locator, name: string) => of.getByRole('button', { name, exact: true });

/** Opens the device every other hour, so that some of the events are at night, whenever that is. */
async function openedByDayAndNight(call: Call, device: Device) {
  const person = await colleague(call);
  const hours = Array.from({ length: 20 }, (_, i) => 2 * i + 1);
  const attributes = { secured: false };
  await report(
    call,
    device,
    hours.map((one) => ({ type: 'LOCK_UNLOCK', time: ago(one), agent: person.username, attributes })),
  );
  return { person, hours };
}

test('1: who opened a device last night', nightly, async ({ api, open }) => {
  const call = await api('admin');
  const device = await newDevice(call, { type: 'Smart POD' });
  const { person, hours } = await openedByDayAndNight(call, device);
  const page = await open('manager');
  const job = await landed(page);
  await job.choose(`activity of ${device.serial_number} last night`, /: Last night/);
  await expect(page.getByRole('heading', { level: 1, name: `Activity of ${device.name}` })).toBeVisible();
  await expect(bar(page)).toContainText('Event time is last night');
  // the night goes on until the store opens, so the device may have been added in it
  await expectEachRow(page, /Unlocked|Device added/);
  await expectEachRow(page, new RegExp(`${person.name}|Device added`));
  const unlocked = await row(page, 'Unlocked').count();
  expect(unlocked).toBeGreaterThan(0);
  expect(unlocked).toBeLessThan(hours.length);
  expect(job.total()).toBeLessThanOrEqual(3);
});

test('1: who opened a device last night, by a name that six locations have', nightly, async ({ api, page }) => {
  const call = await api('admin');
  const device = await newDevice(call, { type: 'Smart POD' });
  const { name } = device;
  const { names } = await locationTag(call);
  // York is the location that no test adds devices to
  const others = names.filter((one) => one.startsWith('Northgate') && one !== leeds && !one.endsWith('York'));
  for (const store of others.slice(0, 5))
    await newDevice(call, { name, type: 'Smart POD', tags: { Location: [store] } });
  const { person } = await openedByDayAndNight(call, device);
  const job = await landed(page);
  await job.choose(`activity of ${name} leeds last night`, new RegExp(`: Last night${device.serial_number}`));
  await expect(page.getByRole('heading', { level: 1, name: `Activity of ${name}` })).toBeVisible();
  await expect(bar(page)).toContainText('Event time is last night');
  await expectEachRow(page, /Unlocked|Device added/);
  await expectEachRow(page, new RegExp(`${person.name}|Device added`));
  await expect(row(page, 'Unlocked').first()).toBeVisible();
  expect(job.total()).toBeLessThanOrEqual(3);
});

test('2: which OKMs are offline, and since when', nightly, async ({ page }) => {
  // the OKMs of the demo
  const job = await landed(page);
  await job.click(page.getByRole('link', { name: 'View all offline OKMs' }));
  await expectEachRow(page, /Offline/);
  await expectEachRow(page, /ago|yesterday/);
  expect(job.total()).toBeLessThanOrEqual(1);
});

test('3: what happened with a device this week', nightly, async ({ api, open }) => {
  const call = await api('admin');
  const device = await newDevice(call);
  await report(call, device, [
    { type: 'LOCK_UNLOCK', time: ago(100), agent: 'clerk', attributes: { secured: true } },
    { type: 'LOCK_UNLOCK', time: ago(200), agent: 'clerk', attributes: { secured: true } },
  ]);
  const page = await open(null, await lossPrevention(call));
  const job = await landed(page);
  await job.choose(`${device.serial_number} activity last 7 days`, /: Last 7 days/);
  await expect(page.getByRole('heading', { level: 1, name: `Activity of ${device.name}` })).toBeVisible();
  // it was added as well
  await expectTotal(page, 2);
  expect(job.total()).toBeLessThanOrEqual(2);
});

test('4: give a person a role and a location', nightly, async ({ api, page }) => {
  const call = await api('admin');
  const { id, name, username } = await newcomer(call, 'demo');
  const job = await landed(page);
  await job.choose(`give role ${username} store manager leeds`, new RegExp(`^Give ${name} the role Store manager`));
  await job.click(button(drawer(page, name), 'Save'));
  await expect(drawer(page, name)).toHaveCount(0);
  const { data } = await call(profiles.get, { params: { id } });
  expect([data.roles.map((role) => role.name), data.locationTagValue]).toEqual([['Store manager'], leeds]);
  expect(job.total()).toBeLessThanOrEqual(4);
});

test('5: export the refused and failed attempts of last month', nightly, async ({ api, open }) => {
  const call = await api('admin');
  const device = await newDevice(call);
  const now = new Date();
  const at = (hour: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 15, hour)).toISOString();
  await report(call, device, [
    { type: 'LOCK_UNLOCK', time: at(9), agent: 'clerk', result: 'unauthorized' },
    { type: 'LOCK_UNLOCK', time: at(10), agent: 'clerk', result: 'failure' },
  ]);
  const page = await open(null, await lossPrevention(call));
  const job = await landed(page);
  await job.choose('failed last month', /^Refused and failed attempts: Last month/);
  await expect(bar(page)).toContainText('Event time is last month');
  await expect(rows(page).first()).toBeVisible();
  const [head = '', ...lines] = await job.download(button(page, 'Download CSV'));
  expect(head).toContain('Location');
  for (const result of ['Unauthorized', 'Failure'])
    expect(lines.filter((line) => line.includes(device.name) && line.includes(result))).toHaveLength(1);
  for (const line of lines) expect(line).toMatch(/Unauthorized|Failure/);
  expect(job.total()).toBeLessThanOrEqual(4);
});

test('5: export the refused attempts of last month, from the card', nightly, async ({ api, open }) => {
  const call = await api('admin');
  const device = await newDevice(call);
  const now = new Date();
  const time = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 15)).toISOString();
  await report(call, device, [{ type: 'LOCK_UNLOCK', time, agent: 'clerk', result: 'unauthorized' }]);
  const page = await open(null, await lossPrevention(call));
  const job = await landed(page);
  await job.click(page.getByRole('link', { name: 'View all unauthorized attempts' }));
  await job.click(page.getByRole('group', { name: 'Date range' }).getByRole('button').first());
  await job.click(button(page.getByRole('dialog', { name: 'Date range' }), 'Last month'));
  await expect(bar(page)).toContainText('Event time is last month');
  await expect(rows(page).first()).toBeVisible();
  const [head = '', ...lines] = await job.download(button(page, 'Download CSV'));
  expect(head).toContain('Location');
  expect(head).toContain('Reason');
  expect(lines.join('\n')).toContain(device.name);
  for (const line of lines) expect(line).toContain('Unauthorized');
  expect(job.total()).toBeLessThanOrEqual(4);
});

test('6: who holds a key now', nightly, async ({ api, open }) => {
  const call = await api('admin');
  const person = await colleague(call);
  const { keys, report: reportKeys } = await reportedKeys(call, 1);
  await reportKeys('KEY_CHECKOUT', person.username, 200);
  const page = await open('manager');
  const job = await landed(page);
  await job.click(page.getByRole('link', { name: 'Keys that are out' }));
  await expect(page.getByRole('row').filter({ hasText: keys[0]?.name ?? '' })).toContainText(person.name);
  expect(job.total()).toBeLessThanOrEqual(1);
});

test('7: replace a lost key', nightly, async ({ api, open }) => {
  const call = await api('admin');
  const key = await newDevice(call, { type: 'OneKey' });
  const { serial } = newNames(prefixes.OneKey);
  const page = await open('manager');
  const job = await landed(page);
  await job.choose(key.serial_number, new RegExp(`^${key.name}`));
  await job.click(button(drawer(page, key.name), 'More actions'));
  await job.click(page.getByRole('menuitem', { name: 'Replace…' }));
  await job.fill(page.getByRole('textbox', { name: 'Serial number of the new device' }), serial);
  await expect(page.getByRole('status').filter({ hasText: 'Device replaced successfully' })).toBeVisible();
  expect((await call(devices.get, { params: { id: key.id } })).data).toMatchObject({
    name: key.name,
    serial_number: serial,
  });
  expect(job.total()).toBeLessThanOrEqual(5);
});

test('8: tell a person the PIN that they forgot', nightly, async ({ api, open }) => {
  const { name, username } = await colleague(await api('admin'));
  const page = await open('manager');
  const job = await landed(page);
  await job.choose(username, new RegExp(`^${name}`));
  await job.click(button(drawer(page, name), 'Show PIN'));
  await expect(drawer(page, name).getByRole('status', { name: 'PIN', exact: true })).toHaveText(/^\d{5,10}$/);
  expect(job.total()).toBeLessThanOrEqual(3);
});

test('9: add 40 people', nightly, async ({ api, page }) => {
  const call = await api('admin');
  const { serial } = newNames('');
  const people = Array.from(
    { length: 40 },
    (_, i) => `Start ${serial} ${i},start.${serial.toLowerCase()}.${i},,OKM user,${leeds}`,
  );
  const job = await landed(page);
  await job.click(page.getByRole('link', { name: 'Profiles' }));
  await job.click(page.getByRole('button', { name: 'Add profile', expanded: false }));
  await job.click(page.getByRole('menuitem', { name: 'Multiple profiles from a file' }));
  await job.pick(
    page
      .getByRole('dialog', { name: 'Upload File' })
      .getByRole('button', { name: 'Drag and drop a file here, or click to browse' }),
    `Name,PROFILE ID,email address,roles,Location\r\n${people.join('\r\n')}\r\n`,
    `start-${serial}.csv`,
  );
  await job.click(button(page.getByRole('dialog', { name: 'Activate profiles' }), 'Check file'));
  await expect(page.getByRole('heading', { level: 1, name: 'Ready to upload' })).toBeVisible();
  await job.click(button(page, 'Upload'));
  await expect(page.getByText('New profiles: 40. Changed: 0. Left out: 0.')).toBeVisible({ timeout: 60_000 });
  expect((await call(profiles.list, { query: { search: `start.${serial}` } })).total_results).toBe(40);
  expect(job.total()).toBeLessThanOrEqual(8);
  const { data } = await call(imports.list, {});
  for (const { id, fileName } of data)
    if (fileName === `start-${serial}.csv`) await call(imports.revert, { params: { id } });
});

test('10: end the access of a person who left', nightly, async ({ api, open }) => {
  const call = await api('admin');
  const { id, name, username } = await colleague(call);
  const page = await open('manager');
  const job = await landed(page);
  await job.choose(`end access of ${username}`, new RegExp(`^End access of ${name} now`));
  await expect(page.getByText(`${name} can no longer sign in or use devices.`)).toBeVisible();
  const { data } = await call(profiles.get, { params: { id } });
  expect(Date.parse(data.valid_until ?? '')).toBeLessThanOrEqual(Date.now());
  expect(job.total()).toBeLessThanOrEqual(2);
});

test('11: which devices need a battery', nightly, async ({ api, open }) => {
  const call = await api('admin');
  const device = await newDevice(call);
  await report(call, device, [], { battery: 0 });
  const page = await open('manager');
  const job = await landed(page);
  await job.choose('low battery', /^Low batteryDevices/);
  await expect(row(page, device.name)).toBeVisible();
  await expectEachRow(page, leeds);
  expect(job.total()).toBeLessThanOrEqual(2);
});

test('12: why a person was refused', nightly, async ({ api, open }) => {
  const call = await api('admin');
  const device = await newDevice(call);
  const { name, username } = await colleague(call);
  const time = new Date().toISOString();
  await report(call, device, [
    { type: 'LOCK_UNLOCK', time, agent: username, result: 'unauthorized', reason: 'groups' },
  ]);
  const page = await open(null, await lossPrevention(call));
  const job = await landed(page);
  await job.click(page.getByRole('link', { name: 'View all unauthorized attempts' }));
  await expect(row(page, name)).toContainText('Groups do not match');
  await job.click(rowLink(row(page, name)));
  await expect(drawer(page, 'Activity Details').getByRole('region', { name: 'Why' })).toBeVisible();
  expect(job.total()).toBeLessThanOrEqual(2);
});
