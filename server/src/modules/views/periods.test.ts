// Periods in views are the tenant's: in rows, in descriptions, and for OKMs that are offline.
import { activity } from '@keyward/contract/activity';
import { auth } from '@keyward/contract/auth';
import { devices } from '@keyward/contract/devices';
import { organizationDefaults, type OrganizationSettings } from '@keyward/contract/organization-settings';
import { views } from '@keyward/contract/views';
import { why } from '@keyward/contract/why';
import { afterEach, expect, test } from 'vitest';
import { writeEvents } from '#core/events/events.ts';
import { serials, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { input, listViews, names, save } from './saved.testing.ts';

const portal = await openPortal();
const { admin, clerk, harborAdmin } = portal.as;
const owner = portal.database.system;
const set = (config: Partial<OrganizationSettings>) =>
  owner.query('update tenant set config = $2 where id = $1', [tenants.demo, JSON.stringify(config)]);
afterEach(() => set({}));

/** Sets the age of a device's last report, in both tenants. */
const reported = (serial: string, ago: string, status: string | null = null) =>
  owner.query(
    `update device set state_updated_at = now() - $2::interval, security_status = $3 where serial_number = $1`,
    [serial, ago, status],
  );
const viewNamed = async (resource: 'device' | 'event', name: string, caller = admin) => {
  const view = (await listViews(caller, resource)).find(({ value }) => value === name);
  return { period: view?.period, description: view?.description, filter: view?.query.filter };
};

test('OKMs Offline: rows, description and filter follow the tenant’s minutes', async () => {
  await reported(serials.northOkm, '20 minutes');
  await reported(serials.southOkm, '1 minute');
  const offline = (who = admin) => names(who, { custom_view: 'OKMs Offline' });
  expect(await offline()).toEqual(['North cabinet']);
  expect(await viewNamed('device', 'OKMs Offline')).toEqual({
    period: 15,
    description: 'Key managers whose last report is more than 15 minutes old.',
    filter: { device_class: 'OKM', state_updated_at: 'lt:now-15m' },
  });
  // the OKM that has been silent for longest comes first, whatever its name
  await reported(serials.southOkm, '25 minutes');
  expect(await offline()).toEqual(['South cabinet', 'North cabinet']);
  await reported(serials.southOkm, '1 minute');
  await set({ offlineOkmMinutes: 30 });
  expect(await offline()).toEqual([]);
  expect(await viewNamed('device', 'OKMs Offline')).toMatchObject({
    period: 30,
    description: 'Key managers whose last report is more than 30 minutes old.',
    filter: { state_updated_at: 'lt:now-30m' },
  });
  // the other tenant keeps its own value
  expect(await offline(harborAdmin)).toEqual(['North cabinet']);
  expect(await viewNamed('device', 'OKMs Offline', harborAdmin)).toMatchObject({ period: 15 });
  await set({ offlineOkmMinutes: 1 });
  expect(await viewNamed('device', 'OKMs Offline')).toMatchObject({
    description: 'Key managers whose last report is more than 1 minute old.',
  });
});

test('Unsecured Locks: rows follow the tenant’s hours', async () => {
  await reported(serials.northPadlock, '9 hours', 'unsecured');
  await reported(serials.southPadlock, '7 hours', 'unsecured');
  const unsecured = () => names(admin, { custom_view: 'Unsecured Locks' });
  expect(await unsecured()).toEqual(['South padlock']);
  await set({ unsecuredLockHours: 10 });
  expect(await unsecured()).toEqual(['North padlock', 'South padlock']);
  expect(await viewNamed('device', 'Unsecured Locks')).toMatchObject({
    period: 10,
    description: 'Locks reported unsecured within the last 10 hours.',
  });
});

test('Unauthorized Attempts: rows follow the tenant’s days', async () => {
  const refused = (days: number) => ({
    ...({ event: 'LOCK_UNLOCK', result: 'unauthorized', locations: [] } as const),
    time: new Date(Date.now() - days * 86_400_000),
  });
  await portal.inTenant('demo', (db) => writeEvents(db, [refused(2), refused(5), refused(9)]));
  const attempts = async () =>
    (await admin.call(activity.list, { query: { custom_view: 'Unauthorized Attempts' } })).total_results;
  expect(await attempts()).toBe(2);
  await set({ unauthorizedAttemptsDays: 3 });
  expect(await attempts()).toBe(1);
  await set({ unauthorizedAttemptsDays: 10 });
  expect(await attempts()).toBe(3);
  expect(await viewNamed('event', 'Unauthorized Attempts')).toMatchObject({
    period: 10,
    description: 'Attempts that were refused within the last 10 days.',
  });
});

test('a chosen period replaces the view’s in rows, totals, downloads and saved views', async () => {
  const at = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString();
  const refused = (daysAgo: number, result: 'unauthorized' | 'success' = 'unauthorized') => ({
    ...({ event: 'LOCK_UNLOCK', locations: [] } as const),
    result,
    time: new Date(at(daysAgo)),
  });
  await portal.inTenant('demo', (db) =>
    writeEvents(db, [refused(20), refused(22), refused(24), refused(22, 'success')]),
  );
  const count = async (query: Record<string, string>) => {
    const { data, total_results } = await admin.call(activity.list, { query });
    expect(data).toHaveLength(total_results);
    return total_results;
  };
  const custom_view = 'Unauthorized Attempts';
  const span = `range:${at(25)},${at(21)}`;
  expect(await count({ custom_view, event_time: span })).toBe(2);
  expect(await count({ custom_view, event_time: span, results_per_page: '5000' })).toBe(2);
  expect(await count({ custom_view, event_time: `lte:${at(21)}` })).toBe(2);
  // an invalid period does not narrow the view
  const within = await count({ custom_view });
  expect(await count({ custom_view, event_time: `not:${span}` })).toBe(within);
  // the period of a saved view replaces that of the view that it is based on
  const body = { resource: 'event' as const, ...input({ base: custom_view, filter: { event_time: span } }) };
  const { data: saved } = await admin.call(views.create, { body: { ...body, columns: [{ accessorKey: 'event' }] } });
  expect(await count({ custom_view: saved.value })).toBe(2);
  // a limit that defines the view stays: an online OKM is not offline in a chosen period either
  await reported(serials.northOkm, '1 minute');
  expect(await names(admin, { custom_view: 'OKMs Offline', state_updated_at: 'gte:now-1h' })).toEqual([]);
});

test('a saved view uses the period of the view it narrows', async () => {
  await reported(serials.northOkm, '20 minutes');
  const { value } = await save(admin, { base: 'OKMs Offline', filter: { name: 'like:*cabinet*' } });
  expect(await names(admin, { custom_view: value })).toEqual(['North cabinet']);
  await set({ offlineOkmMinutes: 30 });
  expect(await names(admin, { custom_view: value })).toEqual([]);
  expect((await listViews(admin)).find((view) => view.value === value)?.period).toBe(30);
});

test('an OKM is reachable for the same period in the portal, at controllers and in the Why panel', async () => {
  const { data: me } = await clerk.call(auth.me);
  expect(me.offlineOkmMinutes).toBe(organizationDefaults.offlineOkmMinutes);
  const { data: found } = await admin.call(devices.list, { query: { serial_number: serials.northOkm } });
  const params = { id: me.id, deviceId: found[0]?.id ?? '' };
  const reached = async () =>
    (await admin.call(why.device, { params })).data.checks.find(({ rule }) => rule === 'controller')?.passed;
  await reported(serials.northOkm, '20 minutes');
  expect(await reached()).toBe(false);
  await set({ offlineOkmMinutes: 30 });
  expect((await clerk.call(auth.me)).data.offlineOkmMinutes).toBe(30);
  expect(await reached()).toBe(true);
});
