import { devices } from '@keyward/contract/devices';
import { profiles } from '@keyward/contract/profiles';
import { views } from '@keyward/contract/views';
import { expect, test } from 'vitest';
import { serials, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin, clerk, harborAdmin } = portal.as;
await portal.database.system.query(
  `insert into key_custody (tenant_id, device_id, profile_id, checked_out_at)
   select d.tenant_id, d.id, p.id, now() from device d join profile p on p.tenant_id = d.tenant_id and p.username = 'clerk'
   where d.tenant_id = $1 and d.serial_number = $2`,
  [tenants.demo, serials.northKey],
);

test('the list of devices filters by whether a key is out', async () => {
  const listed = async (held_since: string) => {
    const { data } = await admin.call(devices.list, { query: { held_since } });
    return data.some((row) => row.serial_number === serials.northKey);
  };
  for (const filter of ['EXISTS', 'not:NOT_EXISTS', 'gte:now-1d']) expect(await listed(filter)).toBe(true);
  for (const filter of ['NOT_EXISTS', 'not:gte:now-1d']) expect(await listed(filter)).toBe(false);
});

const keyOf = async (caller: typeof admin, query: Record<string, string> = {}) =>
  (await caller.call(devices.list, { query })).data.find((row) => row.serial_number === serials.northKey);
const { data: everyone } = await admin.call(profiles.list, {});
const idOf = (username: string) => everyone.find((row) => row.username === username)?.id ?? '';
const give = (username: string) =>
  portal.database.system.query('update key_custody set profile_id = $1 where tenant_id = $2', [
    idOf(username),
    tenants.demo,
  ]);

test('rows name the holder of a key, and since when, if that profile is visible', async () => {
  expect(await keyOf(clerk)).toMatchObject({ held_by: 'Carl Clerk', holder_id: idOf('clerk') });
  expect((await keyOf(clerk))?.held_since).toMatch(/^20/);
  await give('nobody');
  expect(await keyOf(admin)).toMatchObject({ held_by: 'Nora Nobody', holder_id: idOf('nobody') });
  const hidden = await keyOf(clerk);
  expect(hidden).toMatchObject({ held_by: null, holder_id: null });
  expect(hidden?.held_since).toMatch(/^20/);
  await give('clerk');
});

test('keys are found by their holder, by name and by id', async () => {
  for (const query of [
    { held_by: 'carl clerk' },
    { held_by: 'like:*CARL*' },
    { held_by: 'Carl Clerk,NOT_EXISTS' },
    { held_by: 'EXISTS' },
    { holder_id: idOf('clerk') },
    { held_by: 'Carl Clerk', held_since: 'gte:now-1d', waits_for_access: 'NOT_EXISTS' },
  ]) {
    expect(await keyOf(admin, query), JSON.stringify(query)).toBeDefined();
    expect(await keyOf(clerk, query), JSON.stringify(query)).toBeDefined();
  }
  for (const query of [{ held_by: 'Mona Manager' }, { held_by: 'not:Carl Clerk' }, { holder_id: idOf('manager') }]) {
    expect(await keyOf(admin, query), JSON.stringify(query)).toBeUndefined();
  }
});

test('a holder who is not visible cannot be found either', async () => {
  await give('nobody');
  for (const query of [{ held_by: 'Nora Nobody' }, { holder_id: idOf('nobody') }]) {
    expect(await keyOf(admin, query)).toBeDefined();
    expect(await keyOf(clerk, query)).toBeUndefined();
  }
  expect(await keyOf(clerk, { held_by: 'not:Nora Nobody', held_since: 'EXISTS' })).toBeDefined();
  await give('clerk');
});

test('the filter offers the holders visible to the caller', async () => {
  const offered = async (caller: typeof admin) =>
    (await caller.call(views.filterOptions, { params: { resource: 'device', column: 'held_by' }, query: {} })).data;
  expect(await offered(clerk)).toEqual(['Carl Clerk']);
  await give('nobody');
  expect(await offered(admin)).toEqual(['Nora Nobody']);
  expect(await offered(clerk)).toEqual([]);
  await give('clerk');
});

test('keys that are out are counted within the locations of the caller, the longest out first', async () => {
  await portal.database.system.query(
    `insert into key_custody (tenant_id, device_id, profile_id, checked_out_at)
     select d.tenant_id, d.id, $2, now() - interval '2 days' from device d
     where d.tenant_id = $1 and d.serial_number = $3`,
    [tenants.demo, idOf('clerk'), serials.southPadlock],
  );
  const out = async (caller: typeof admin) =>
    (await caller.call(devices.list, { query: { custom_view: 'Keys out' } })).data.map((row) => row.serial_number);
  expect(await out(admin)).toEqual([serials.southPadlock, serials.northKey]);
  expect(await out(clerk)).toEqual([serials.northKey]);
  expect(await out(harborAdmin)).toEqual([]);
  const sorted = await admin.call(devices.list, { query: { sort: 'held_since:asc', results_per_page: '1' } });
  expect(sorted.data.map((row) => row.serial_number)).toEqual([serials.southPadlock]);
  await portal.database.system.query(`delete from key_custody where checked_out_at < now() - interval '1 day'`);
});

test.each(['EXISTS', 'NOT_EXISTS', 'not:true', 'true'])(
  'the filter for OKMs that wait for their access accepts %s',
  async (filter) => {
    expect((await admin.raw('GET', `${devices.list.path}?waits_for_access=${filter}`)).status).toBe(200);
  },
);
