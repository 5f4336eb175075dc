import { histories } from '@keyward/contract/device-history';
import { metrics } from '@keyward/contract/dashboard';
import { devices } from '@keyward/contract/devices';
import { gateway, type Report } from '@keyward/contract/gateway';
import { groups } from '@keyward/contract/groups';
import { profiles } from '@keyward/contract/profiles';
import { describe, expect, test } from 'vitest';
import { north as northStore, serials, south as southStore } from '#testing/people.ts';
import { type Caller, openPortal } from '#testing/portal.ts';
import { issueToken } from '#testing/tokens.ts';

const portal = await openPortal();
const { admin, manager, clerk, homeless, editor, harborAdmin } = portal.as;
const hour = 3_600_000;
const minute = 60_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const deviceOf = async (serial: string) =>
  (await admin.call(devices.list, { query: { serial_number: serial } })).data[0]?.id ?? '';
const controllerOf = async (serial: string) =>
  portal.controller((await issueToken(admin, await deviceOf(serial))).token);
const north = await controllerOf(serials.northOkm);
const south = await controllerOf(serials.southOkm);
const sendReports = (as: Caller, ...reports: Report[]) => as.call(gateway.reports, { body: { reports } });

const range = (days: number) => ({ from: ago(days * 24 * hour), to: new Date(Date.now() + minute).toISOString() });
const historyOf = async (serial: string, as = admin, query = range(20)) =>
  (await as.call(histories.device, { params: { id: await deviceOf(serial) }, query })).data;
const numbersOf = async (serial: string, field: string, query = range(20)) =>
  (await historyOf(serial, admin, query)).numbers.find((one) => one.field === field)?.points ?? [];
const report = (serial: string, state: Record<string, number | boolean | null>, reportedAt?: string) => ({
  serial,
  state,
  ...(reportedAt === undefined ? {} : { reportedAt }),
});
/** A minute of the full hour `hoursAgo` hours before this one. */
const at = (hoursAgo: number, minutes: number) => {
  const full = Math.floor(Date.now() / hour) * hour;
  return new Date(full - hoursAgo * hour + minutes * minute).toISOString();
};

describe('numbers', () => {
  test('are the last value of each hour, whatever the order in which they arrive', async () => {
    const { northPadlock: serial } = serials;
    await sendReports(north, report(serial, { battery: 90 }, at(30, 10)), report(serial, { battery: 88 }, at(29, 5)));
    await sendReports(north, report(serial, { battery: 87 }, at(29, 50)));
    await sendReports(north, report(serial, { battery: 80 }, at(20, 0)));
    // late values: in an hour with a later value, in one with an earlier value, and in one without any
    await sendReports(
      north,
      report(serial, { battery: 1 }, at(29, 20)),
      report(serial, { battery: 89 }, at(30, 59)),
      report(serial, { battery: 85 }, at(25, 30)),
    );
    await sendReports(north, report(serial, { battery: 2 }, at(30, 20)));
    expect(await numbersOf(serial, 'battery')).toEqual([
      { at: at(30, 59), value: 89 },
      { at: at(29, 50), value: 87 },
      { at: at(25, 30), value: 85 },
      { at: at(20, 0), value: 80 },
    ]);
  });

  test('of a range above 31 days are the last of each day', async () => {
    const { northCabinet: serial } = serials;
    const day = 24;
    const hours = [20 * day + 5, 20 * day + 3, 20 * day - 40, 3];
    await sendReports(north, ...hours.map((ago_, i) => report(serial, { battery: 70 - i }, at(ago_, 7))));
    const days = new Set(hours.map((one) => at(one, 7).slice(0, 10)));
    const points = await numbersOf(serial, 'battery', range(60));
    expect(points.map((point) => point.at.slice(0, 10))).toEqual([...days]);
    expect(points.at(-1)).toEqual({ at: at(3, 7), value: 67 });
    expect(await numbersOf(serial, 'battery', range(30))).toHaveLength(4);
  });

  test('are at most 13 months old, never dated after their arrival, and include no other values', async () => {
    const { southPadlock: serial } = serials;
    const before = Date.now();
    await sendReports(south, report(serial, { battery: 50, secured: true }));
    await sendReports(
      south,
      report(serial, { battery: 10 }, '1999-01-01T00:00:00.000Z'),
      report(serial, { battery: 11 }, ago(500 * 24 * hour)),
      report(serial, { battery: 44, signal: -70 }, '2099-01-01T00:00:00.000Z'),
      report(serial, { battery: null }),
    );
    const { numbers, since } = await historyOf(serial, admin, { from: ago(799 * 24 * hour), to: ago(-minute) });
    expect(numbers.map(({ field }) => field)).toEqual(['battery', 'signal']);
    expect(numbers[0]?.points.map(({ value }) => value)).toEqual([44]);
    expect(Date.parse(since ?? '')).toBeGreaterThanOrEqual(before);
  });
});

describe('a history', () => {
  test('of a device that is not visible does not exist', async () => {
    const id = await deviceOf(serials.southPadlock);
    for (const as of [manager, clerk, homeless, harborAdmin])
      expect(await as.refused(histories.device, { params: { id }, query: range(1) })).toMatchObject({ status: 404 });
  });

  test('needs a valid range', async () => {
    const id = await deviceOf(serials.northKey);
    const refused = (query: { from: string; to: string }) => admin.refused(histories.device, { params: { id }, query });
    expect(await refused({ from: ago(0), to: ago(hour) })).toMatchObject({ status: 400, code: 'invalidFilterValue' });
    expect(await refused({ from: '2020-01-01T00:00:00.000Z', to: ago(0) })).toMatchObject({ status: 400 });
    expect(await refused({ from: '0000-01-01T00:00:00.000Z', to: ago(0) })).toMatchObject({ status: 400 });
    const { status } = await admin.request(histories.device, { params: { id } });
    expect(status).toBe(400);
  });

  test('of a device that never reported is empty', async () => {
    expect(await historyOf(serials.nowhere)).toMatchObject({
      since: null,
      numbers: [],
      connectivity: [],
      custody: [],
      forecast: null,
    });
  });
});

describe('custody', () => {
  const move = (type: 'KEY_CHECKOUT' | 'KEY_CHECKIN', time: string, agent?: string, result?: 'unauthorized') => ({
    id: `${type} ${time} ${agent}`,
    type,
    time,
    ...(agent === undefined ? {} : { agent }),
    ...(result === undefined ? {} : { result }),
  });
  const named = (name: string) => ({ id: expect.any(String), name });

  test('of a key is paired from its check-outs and check-ins, in the order of their times', async () => {
    const { northKey: serial } = serials;
    await sendReports(north, {
      serial,
      events: [
        move('KEY_CHECKOUT', at(10, 0), 'clerk'),
        move('KEY_CHECKOUT', at(6, 0), 'a visitor'),
        move('KEY_CHECKOUT', at(5, 0), 'editor', 'unauthorized'),
        move('KEY_CHECKOUT', at(4, 0), 'manager'),
      ],
    });
    // a late event
    await sendReports(north, { serial, events: [move('KEY_CHECKIN', at(9, 0), 'clerk')] });
    expect((await historyOf(serial)).custody).toEqual([
      { from: at(10, 0), until: at(9, 0), holder: named('Carl Clerk') },
      { from: at(6, 0), until: at(4, 0), holder: { id: null, name: 'a visitor' } },
      { from: at(4, 0), until: null, holder: named('Mona Manager') },
    ]);
    // only those that touch the range
    const { custody } = await historyOf(serial, admin, { from: at(8, 0), to: at(5, 0) });
    expect(custody.map(({ from }) => from)).toEqual([at(6, 0)]);
  });

  test('of a profile lists its keys, including those that it still has', async () => {
    const { data } = await admin.call(profiles.list, { query: { username: 'clerk' } });
    const id = data[0]?.id ?? '';
    const keysOf = async (as = admin) =>
      (await as.call(histories.profile, { params: { id }, query: range(5) })).data.custody;
    const past = { from: at(10, 0), until: at(9, 0), device: named('North key') };
    expect(await keysOf()).toEqual([past]);
    await sendReports(north, { serial: serials.northKey, events: [move('KEY_CHECKOUT', at(2, 0), 'clerk')] });
    expect(await keysOf()).toEqual([{ from: at(2, 0), until: null, device: named('North key') }, past]);
    expect(await keysOf(manager)).toHaveLength(2);
    expect(await harborAdmin.refused(histories.profile, { params: { id }, query: range(5) })).toMatchObject({
      status: 404,
    });
  });

  test('shows its past only to those who may read events', async () => {
    const roles = await admin.call(profiles.list, { query: { username: 'editor' } });
    expect(roles.data).toHaveLength(1);
    await portal.database.system.query(
      `delete from role_permission where permission = 'EVENT-STORE' and role_id =
       (select id from role where name = 'Editor' and tenant_id = role_permission.tenant_id)`,
    );
    const { custody } = await historyOf(serials.northKey, editor);
    expect(custody).toEqual([{ from: at(2, 0), until: null, holder: named('Carl Clerk') }]);
  });

  /** Number of open periods of custody, in the key's history and in the clerk's. */
  const present = async () => {
    const { data } = await admin.call(profiles.list, { query: { username: 'clerk' } });
    const ofClerk = { params: { id: data[0]?.id ?? '' }, query: range(5) };
    const both = [await historyOf(serials.northKey), (await admin.call(histories.profile, ofClerk)).data];
    return both.map(({ custody }) => custody.filter(({ until }) => until === null).length);
  };
  const ahead = (minutes: number) => ago(-minutes * minute);

  test('ends with a check-in, and begins with a check-out, of an OKM whose clock is ahead', async () => {
    expect(await present()).toEqual([1, 1]);
    await sendReports(north, { serial: serials.northKey, events: [move('KEY_CHECKIN', ahead(20), 'clerk')] });
    expect(await present()).toEqual([0, 0]);
    await sendReports(north, { serial: serials.northKey, events: [move('KEY_CHECKOUT', ahead(21), 'clerk')] });
    expect(await present()).toEqual([1, 1]);
  });

  test('ends with the check-in of an OKM whose clock was ahead and is right again', async () => {
    await sendReports(north, { serial: serials.northKey, events: [move('KEY_CHECKOUT', ahead(20), 'clerk')] });
    expect(await present()).toEqual([1, 1]);
    await sendReports(north, { serial: serials.northKey, events: [move('KEY_CHECKIN', ago(0), 'clerk')] });
    expect(await present()).toEqual([0, 0]);
  });

  test('follows the last of several transfers at the same time', async () => {
    const { northKey: serial } = serials;
    // events of one time are stored in the order of their ids, which are hashes, so each order occurs
    for (let n = 0; n < 8; n++) {
      const back = ago(0);
      const returned = [move('KEY_CHECKOUT', back, 'clerk'), move('KEY_CHECKIN', back, 'clerk')];
      await sendReports(north, { serial, events: returned });
      expect(await present()).toEqual([0, 0]);
      const out = ago(0);
      const taken = [move('KEY_CHECKIN', out, 'clerk'), move('KEY_CHECKOUT', out, 'clerk')];
      await sendReports(north, { serial, events: taken });
      expect(await present()).toEqual([1, 1]);
      const { custody } = await historyOf(serial);
      expect(custody.filter(({ from }) => from === out)).toEqual([
        { from: out, until: null, holder: named('Carl Clerk') },
      ]);
    }
    await sendReports(north, { serial, events: [move('KEY_CHECKIN', ago(0), 'clerk')] });
  });

  test('ends at once for those to whom the key’s return at another location is not visible', async () => {
    const { northKey: serial } = serials;
    const id = await deviceOf(serial);
    const { data: definitions } = await admin.call(groups.definitions, {});
    const tagsAt = (store: string) => [{ tagId: definitions.find((d) => d.is_location)?.id ?? '', values: [store] }];
    const moveTo = (store: string) =>
      admin.call(devices.update, { params: { id }, body: { name: 'North key', tags: tagsAt(store) } });
    await admin.call(profiles.create, {
      body: { name: 'Sam South', username: 'sam.south', roles: [], tags: tagsAt(southStore) },
    });
    const taken = ago(0);
    await sendReports(north, { serial, events: [move('KEY_CHECKOUT', taken, 'clerk')] });
    await moveTo(southStore);
    const back = ago(0);
    await sendReports(south, { serial, events: [move('KEY_CHECKIN', back, 'sam.south')] });
    await moveTo(northStore);
    const since = async (as: Caller) => (await historyOf(serial, as)).custody.filter(({ from }) => from >= taken);
    expect(await since(admin)).toEqual([{ from: taken, until: back, holder: named('Carl Clerk') }]);
    const known = { from: taken, until: taken, holder: named('Carl Clerk') };
    expect(await since(manager)).toEqual([known]);
    const { data } = await admin.call(profiles.list, { query: { username: 'clerk' } });
    const ofClerk = { params: { id: data[0]?.id ?? '' }, query: range(5) };
    const { custody } = (await manager.call(histories.profile, ofClerk)).data;
    expect(custody[0]).toEqual({ from: taken, until: taken, device: named('North key') });

    // taken there again: the key is out, but not held by the profile whose check-out is visible
    await moveTo(southStore);
    const again = ago(0);
    await sendReports(south, { serial, events: [move('KEY_CHECKOUT', again, 'sam.south')] });
    await moveTo(northStore);
    expect(await since(manager)).toEqual([known, { from: again, until: null, holder: null }]);
    // then returned where it is visible: the time in between does not belong to the profile whose check-out is visible
    await sendReports(north, { serial, events: [move('KEY_CHECKIN', ago(0))] });
    expect(await since(manager)).toEqual([known]);
    expect((await manager.call(histories.profile, ofClerk)).data.custody[0]).toEqual(custody[0]);
    const others = (await since(admin)).map(({ from, holder }) => [from, holder?.name]);
    expect(others).toEqual([
      [taken, 'Carl Clerk'],
      [again, 'Sam South'],
    ]);
  });

  test('includes a key taken long before the range and returned within it, for the key and the person', async () => {
    const { northKey: serial } = serials;
    const days = (n: number) => at(24 * n, 0);
    // in this order, because custody follows the order of arrival
    for (const [type, time, who] of [
      ['KEY_CHECKOUT', days(100), 'manager'],
      ['KEY_CHECKIN', days(90), 'manager'],
      ['KEY_CHECKOUT', days(70), 'clerk'],
      ['KEY_CHECKIN', days(5), 'clerk'],
    ] as const)
      await sendReports(north, { serial, events: [move(type, time, who)] });
    const long = { from: days(70), until: days(5) };
    const ofKey = (await historyOf(serial, admin, range(30))).custody;
    expect(ofKey[0]).toEqual({ ...long, holder: named('Carl Clerk') });
    expect(ofKey.filter(({ from }) => from < days(5))).toHaveLength(1);
    const { data } = await admin.call(profiles.list, { query: { username: 'clerk' } });
    const params = { id: data[0]?.id ?? '' };
    const { custody } = (await admin.call(histories.profile, { params, query: range(30) })).data;
    expect(custody.at(-1)).toEqual({ ...long, device: named('North key') });
  });
});

describe('the charts of devices', () => {
  test('show the lowest batteries first, within the locations of the caller', async () => {
    const query = { ...range(2), field: 'battery' as const };
    const { data } = await admin.call(metrics.readings, { query });
    const values = data.rows.map(({ value }) => value);
    expect(values).toEqual(values.toSorted((a, b) => a - b));
    expect(data).toMatchObject({ total: 2, page: 1, hours: 1 });
    expect(data.rows[0]?.points.at(-1)).toEqual({ at: data.rows[0]?.at, value: data.rows[0]?.value });
    expect((await homeless.call(metrics.readings, { query })).data).toMatchObject({ total: 0, rows: [] });
    expect((await harborAdmin.call(metrics.readings, { query })).data).toMatchObject({ total: 0, rows: [] });
  });

  test('show the OKMs with their times online', async () => {
    const { data } = await admin.call(metrics.connectivity, { query: range(2) });
    expect(data.total).toBe(2);
    expect(data.rows.map(({ name }) => name).toSorted()).toEqual(['North cabinet', 'South cabinet']);
    for (const row of data.rows) expect(row).toMatchObject({ isOnline: true, online: [{ from: row.since }] });
    expect((await manager.call(metrics.connectivity, { query: range(2) })).data.rows).toHaveLength(1);
    expect(data.noDataBefore).toBe(data.rows.map(({ since }) => since ?? '').toSorted()[0]);
    // a browser whose clock is ahead requests the future, in which nothing is on line
    const { from } = range(2);
    const to = new Date(Date.now() + 10 * minute).toISOString();
    const ahead = (await admin.call(metrics.connectivity, { query: { from, to } })).data;
    expect(Date.parse(ahead.to) - Date.now()).toBeLessThanOrEqual(minute);
    expect(Date.parse(ahead.to) - Date.now()).toBeGreaterThan(-minute);
    const future = {
      from: new Date(Date.now() + hour).toISOString(),
      to: new Date(Date.now() + 2 * hour).toISOString(),
    };
    const { data: later } = await admin.call(metrics.connectivity, { query: future });
    expect(Date.parse(later.to)).toBeGreaterThan(Date.parse(later.from));
    const own = await historyOf(serials.northOkm);
    expect(own.connectivity).toEqual([{ from: own.since, until: null }]);
  });
});
