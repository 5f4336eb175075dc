import { devices } from '@keyward/contract/devices';
import { beforeAll, describe, expect, test } from 'vitest';
import { serials, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin, clerk } = portal.as;
const { system } = portal.database;

const set = (serial: string, state: object, minutesAgo: number | null = 1, tenant: string = tenants.demo) =>
  system.query(
    `update device set state = $3, state_updated_at = now() - make_interval(mins => $4)
     where tenant_id = $1 and serial_number = $2`,
    [tenant, serial, JSON.stringify(state), minutesAgo],
  );
const serialsOf = async (caller: typeof admin, query: Record<string, string>) =>
  (await caller.call(devices.list, { query })).data.map((row) => row.serial_number);

beforeAll(async () => {
  await system.query(`update device set state = '{}', state_updated_at = null where tenant_id = any($1)`, [
    [tenants.demo, tenants.harbor],
  ]);
  await set(serials.northOkm, { firmwareVersion: '4.1' });
  await set(serials.southOkm, { firmwareVersion: '4.1' }, 20);
  await set(serials.northPadlock, { battery: 19.6, firmwareVersion: '2.9.3' }, 600);
  await set(serials.southPadlock, { battery: 20, firmwareVersion: '2.10.0' }, 5);
  await set(serials.northCabinet, { battery: 3, firmwareVersion: 7 }, null);
  // firmware of another tenant does not count
  await set(serials.northOkm, { firmwareVersion: '9.0' }, 1, tenants.harbor);
});

describe('the battery', () => {
  test('is compared and sorted as a number, devices without one last', async () => {
    expect(await serialsOf(admin, { battery: 'lt:20', sort: 'battery:desc' })).toEqual([
      serials.northPadlock,
      serials.northCabinet,
    ]);
    expect(await serialsOf(admin, { battery: '19,20', sort: 'battery:asc' })).toEqual([
      serials.northPadlock,
      serials.southPadlock,
    ]);
    const all = await admin.call(devices.list, { query: { sort: 'battery:asc' } });
    expect(all.data.map(({ battery }) => battery).slice(0, 4)).toEqual([3, 19, 20, null]);
  });

  test('sorts pages without losing a row', async () => {
    const read: string[] = [];
    let cursor: string | undefined;
    for (let page = 1; page < 20; page++) {
      const query = { sort: 'battery:asc', results_per_page: '2', page: String(page), ...(cursor ? { cursor } : {}) };
      const { data, next } = await admin.call(devices.list, { query });
      read.push(...data.map(({ id }) => id));
      cursor = next;
      if (!next) break;
    }
    const { total_results: total } = await admin.call(devices.list, {});
    expect(new Set(read).size).toBe(total);
    expect(read).toHaveLength(total);
  });

  test('has a view of the low batteries, within the locations of the caller', async () => {
    await set(serials.southPadlock, { battery: 0, firmwareVersion: '2.10.0' }, 5);
    const low = { custom_view: 'Low battery' };
    expect(await serialsOf(admin, low)).toEqual([serials.southPadlock, serials.northCabinet, serials.northPadlock]);
    expect(await serialsOf(clerk, low)).toEqual([serials.northCabinet, serials.northPadlock]);
    expect((await clerk.call(devices.list, { query: low })).total_results).toBe(2);
  });
});

describe('the firmware', () => {
  test('sorts as versions, not as text, and is filtered', async () => {
    const inOrder = await admin.call(devices.list, {
      query: { firmware_version: 'EXISTS', sort: 'firmware_version:asc' },
    });
    expect(inOrder.data.map((row) => row.firmware_version)).toEqual(['2.9.3', '2.10.0', '4.1', '4.1', '7']);
    expect(await serialsOf(admin, { firmware_version: 'like:2.10*' })).toEqual([serials.southPadlock]);
    expect(await serialsOf(admin, { firmware_version: 'NOT_EXISTS' })).not.toContain(serials.southPadlock);
  });

  test('is old when a device of the type reports a newer one anywhere in the tenant', async () => {
    const old = { custom_view: 'Old firmware' };
    expect(await serialsOf(admin, old)).toEqual([serials.northPadlock]);
    // the newest version is at South, which is not visible to the clerk
    expect(await serialsOf(clerk, old)).toEqual([serials.northPadlock]);
    expect(await serialsOf(admin, { old_firmware: 'false', device_class: 'LOCK' })).toEqual(
      expect.arrayContaining([serials.southPadlock]),
    );
    expect(await serialsOf(admin, { old_firmware: 'not:true', sort: 'name:asc' })).not.toContain(serials.northPadlock);
    await set(serials.northPadlock, { firmwareVersion: '2.10.0' });
    expect(await serialsOf(admin, old)).toEqual([]);
    await set(serials.northOkm, { firmwareVersion: '4.1.1' });
    expect(await serialsOf(admin, old)).toEqual([serials.southOkm]);
    expect(await serialsOf(clerk, old)).toEqual([]);
  });
});

describe('the connectivity', () => {
  test('is that of the OKM that a device reports through, once the device itself has reported', async () => {
    const { data } = await admin.call(devices.list, {});
    const stateOf = (serial: string) => data.find((row) => row.serial_number === serial)?.connectivity;
    expect(stateOf(serials.northOkm)).toBe('online');
    expect(stateOf(serials.southOkm)).toBe('offline');
    expect(stateOf(serials.northPadlock)).toBe('online');
    expect(stateOf(serials.southPadlock)).toBe('offline');
    expect(stateOf(serials.northKey)).toBe('never');
    for (const state of ['online', 'offline', 'never'] as const) {
      const rows = data.filter(({ connectivity }) => connectivity === state).map((row) => row.serial_number);
      expect((await serialsOf(admin, { connectivity: state })).toSorted()).toEqual(rows.toSorted());
    }
  });

  test('sorts in the order never, offline, online', async () => {
    const states = (await admin.call(devices.list, { query: { sort: 'connectivity:asc' } })).data.map(
      ({ connectivity }) => connectivity,
    );
    expect(states).toEqual(states.toSorted());
    expect(new Set(states).size).toBe(3);
  });

  test('uses the offline time that the organization has set', async () => {
    await system.query(`update tenant set config = config || '{"offlineOkmMinutes": 30}' where id = $1`, [
      tenants.demo,
    ]);
    expect(await serialsOf(admin, { connectivity: 'offline' })).toEqual([]);
    expect(await serialsOf(admin, { connectivity: 'online' })).toContain(serials.southPadlock);
    await system.query(`update tenant set config = config - 'offlineOkmMinutes' where id = $1`, [tenants.demo]);
  });
});

test('devices that never reported have a view', async () => {
  expect(await serialsOf(clerk, { custom_view: 'Never reported' })).toEqual([serials.northCabinet, serials.northKey]);
});
