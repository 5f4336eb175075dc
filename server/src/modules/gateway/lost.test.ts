import { activity } from '@keyward/contract/activity';
import { custody } from '@keyward/contract/custody';
import { devices } from '@keyward/contract/devices';
import { gateway } from '@keyward/contract/gateway';
import { groups } from '@keyward/contract/groups';
import { secureKeys } from '@keyward/contract/onepass';
import { profiles } from '@keyward/contract/profiles';
import { redeems } from '@keyward/contract/redeem';
import { roles } from '@keyward/contract/roles';
import { views } from '@keyward/contract/views';
import { why } from '@keyward/contract/why';
import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { codeOf, makeKey } from './redeem.testing.ts';
import { maySay, settle } from '#testing/controllers.ts';
import { north, serials, south, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { issueToken } from '#testing/tokens.ts';

const portal = await openPortal();
const { admin, manager, clerk } = portal.as;
const owner = portal.database.system;
const idOf = async (serial: string) =>
  (await admin.call(devices.list, { query: { serial_number: serial } })).data[0]?.id ?? '';
const [key, lock, okm] = await Promise.all([serials.northKey, serials.northPadlock, serials.northOkm].map(idOf));
if (!key || !lock || !okm) throw new Error('the test world has these devices');
const controller = portal.controller((await issueToken(admin, okm)).token);
await controller.call(gateway.reports, { body: { reports: [{ serial: serials.northOkm, state: { keysDocked: 1 } }] } });

const { data: definitions } = await admin.call(groups.definitions, {});
const location = definitions.find((d) => d.is_location)?.id ?? '';
const okmUser = (await admin.call(roles.list, {})).data.find((role) => role.name === 'OKM user')?.id ?? '';
const body = {
  name: 'Pia Person',
  username: 'pia',
  roles: [okmUser],
  tags: [{ tagId: location, values: [north] }],
};
const person = (await admin.call(profiles.create, { body })).data.id;

const lose = (id = key, note?: string) =>
  manager.call(devices.reportLost, { params: { id }, body: note === undefined ? {} : { note } });
const find = () => manager.call(devices.reportFound, { params: { id: key } });
const answer = async () => {
  await settle(portal);
  return (await controller.call(gateway.access)).data;
};
const mayUse = async (serial: string) => maySay(await answer(), person, serial);
const explain = async (deviceId: string) => (await admin.call(why.device, { params: { id: person, deviceId } })).data;
afterEach(() => owner.query('delete from lost_key'));

test('no one may use a lost key until it is found, at controllers and in the portal’s explanation', async () => {
  expect(await mayUse(serials.northKey)).toBe(true);
  expect((await explain(lock)).allowed).toBe(true);
  await lose();
  const { devices: held, people } = await answer();
  const right = held.find(({ serial }) => serial === serials.northKey)?.right ?? '';
  expect(people.filter(({ rights }) => rights.includes(right))).toEqual([]);
  expect(await explain(key)).toMatchObject({
    allowed: false,
    failed: 'lost',
    fixers: { permission: 'DEVICES', people: ['Ada Admin', 'Ed Editor', 'Mona Manager'] },
  });
  // it was the only key of the lock
  expect(await explain(lock)).toMatchObject({ allowed: false, failed: 'key' });
  await find();
  expect(await mayUse(serials.northKey)).toBe(true);
  expect((await explain(lock)).allowed).toBe(true);
});

test('a report about hardware that was replaced since is refused, and blocks no key', async () => {
  const { data: stale } = await admin.call(devices.get, { params: { id: key } });
  const serial_number = `${serials.northKey.slice(0, -1)}E`;
  const exchange = (from: string, to: string) =>
    admin.call(devices.replace, { params: { id: key }, body: { serial_number: to, replaces: from } });
  await exchange(stale.serial_number, serial_number);
  const report = (serial: string) => ({ params: { id: key }, body: { serial_number: serial } });
  expect(await manager.refused(devices.reportLost, report(stale.serial_number))).toMatchObject({
    status: 412,
    code: 'conflict',
  });
  expect((await admin.call(devices.get, { params: { id: key } })).data.lost).toBeNull();
  expect((await manager.call(devices.reportLost, report(serial_number.toLowerCase()))).data.lost).not.toBeNull();
  await exchange(serial_number, stale.serial_number);
});

test('controllers get a lost key as a change of a later version, and other devices keep their rights', async () => {
  const before = await answer();
  await lose();
  await settle(portal);
  const { epoch, version } = before;
  const { data } = await controller.call(gateway.access, { query: { epoch: String(epoch), version: String(version) } });
  expect([data.whole, data.version > version]).toEqual([false, true]);
  expect(data.devices.map(({ serial }) => serial)).toEqual([serials.northKey]);
  expect(await mayUse(serials.northPadlock)).toBe(true);
});

test('an attempt with a lost key is recorded with that reason', async () => {
  await lose();
  const events = [
    {
      id: 'lost-1',
      type: 'KEY_CHECKOUT' as const,
      time: new Date().toISOString(),
      agent: 'pia',
      result: 'unauthorized' as const,
    },
  ];
  await controller.call(gateway.reports, { body: { reports: [{ serial: serials.northKey, events }] } });
  const { data } = await admin.call(activity.list, { query: { event: 'KEY_CHECKOUT', entity_id: key } });
  expect(data[0]).toMatchObject({ result: 'unauthorized', reason: 'lost' });
});

test('the drawer says since when, by whom and with which note a key is lost; list, view and board mark it', async () => {
  const listed = async (query: Record<string, string>) =>
    (await clerk.call(devices.list, { query })).data.find(({ id }) => id === key)?.lost_since;
  expect(await listed({ custom_view: 'Lost keys' })).toBeUndefined();
  await owner.query(
    `insert into key_custody (tenant_id, device_id, profile_id, checked_out_at) values ($1, $2, $3, now())`,
    [tenants.demo, key, person],
  );
  const board = async () => (await admin.call(custody.board, {})).data.find(({ id }) => id === key)?.lost;
  expect(await board()).toBe(false);
  await lose(key, ' Seen at the till ');
  const { lost } = (await clerk.call(devices.get, { params: { id: key } })).data;
  expect(lost).toMatchObject({ by: 'Mona Manager', note: 'Seen at the till' });
  expect(await listed({ custom_view: 'Lost keys' })).toBe(lost?.since);
  expect(await listed({ lost_since: 'EXISTS', sort: 'lost_since:asc' })).toBe(lost?.since);
  expect(await listed({ lost_since: 'NOT_EXISTS' })).toBeUndefined();
  expect(await board()).toBe(true);
  await owner.query('delete from key_custody where device_id = $1', [key]);
  const { data } = await admin.call(views.list, { query: { resource: 'device' } });
  expect(data.map(({ value }) => value)).toContain('Lost keys');
});

test('a report is one event, accepted for keys only, once, and within the actor’s locations', async () => {
  await lose(key, 'Seen at the till');
  const again = { params: { id: key }, body: {} };
  expect(await admin.refused(devices.reportLost, again)).toMatchObject({
    status: 409,
    code: 'alreadyLost',
    params: { by: 'Mona Manager' },
  });
  await find();
  expect(await manager.refused(devices.reportFound, { params: { id: key } })).toMatchObject({ code: 'notLost' });
  const { data } = await admin.call(activity.list, {
    query: { event: 'REPORT_KEY_LOST,REPORT_KEY_FOUND', entity_id: key, sort: 'event_time:desc' },
  });
  expect(data.slice(0, 2).map(({ event, description }) => [event, description.changes])).toEqual([
    ['REPORT_KEY_FOUND', []],
    ['REPORT_KEY_LOST', [{ attribute: 'note', oldValue: null, newValue: 'Seen at the till' }]],
  ]);
  const other = { params: { id: lock }, body: {} };
  expect(await manager.refused(devices.reportLost, other)).toMatchObject({ status: 400, code: 'lostNotSupported' });
  expect(await clerk.refused(devices.reportLost, again)).toMatchObject({ status: 403 });
  const away = { name: 'South key', serial_number: '7E00000000ABC001', tags: [{ tagId: location, values: [south] }] };
  const { id } = (await admin.call(devices.create, { body: away })).data;
  expect(await manager.refused(devices.reportLost, { params: { id }, body: {} })).toMatchObject({ status: 404 });
  const note = { params: { id: key }, body: { note: 'x'.repeat(101) } };
  expect(await manager.refused(devices.reportLost, note)).toMatchObject({ status: 400 });
});

test('a key is reported lost once in five concurrent calls', async () => {
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => admin.request(devices.reportLost, { params: { id: key }, body: {} })),
  );
  expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409', '409', '409', '409']);
});

test('a device that is reported lost gets no OnePASS key, and its existing ones open nothing', async () => {
  const { rows } = await owner.query<{ id: string }>(
    `update device_type set secure_key_compatible = true where tenant_id = $1 and device_class = 'KEY' returning id`,
    [tenants.demo],
  );
  expect(rows.length).toBeGreaterThan(0);
  const onePass = await makeKey(portal, { serial: serials.northKey, uses: 3 });
  await lose();
  const created = { body: { serial: serials.northKey, duration: 60, count: 1 } };
  expect(await admin.refused(secureKeys.create, created)).toMatchObject({ status: 409, code: 'deviceLost' });
  expect((await answer()).keys).toEqual([]);
  const redeem = async () =>
    await controller.call(redeems.redeem, {
      body: { number: randomUUID(), serial: serials.northKey, code: codeOf(onePass) },
    });
  expect(await redeem()).toMatchObject({ granted: false, reason: 'lost' });
  await find();
  expect(await redeem()).toMatchObject({ granted: true, usesLeft: 2 });
});

test('a lost key that is replaced by new hardware may be used', async () => {
  await lose();
  const hardware = { serial_number: '7E00000000ABC002', replaces: serials.northKey };
  const { device } = await manager.call(devices.replace, { params: { id: key }, body: hardware });
  expect(device.lost).toBeNull();
  expect(await mayUse(hardware.serial_number)).toBe(true);
});
