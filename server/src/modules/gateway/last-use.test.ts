import { profiles } from '@keyward/contract/profiles';
import { views } from '@keyward/contract/views';
import { beforeEach, expect, test } from 'vitest';
import { serials, tenants } from '#testing/people.ts';
import { openGateway, sendReports, unlock } from './gateway.testing.ts';
import { saveUses } from './queries.ts';

const world = await openGateway();
const { portal } = world;
const { admin } = portal.as;
const owner = portal.database.system;

const day = 24 * 60 * 60 * 1000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const lastActivity = async (username: string) =>
  (await admin.call(profiles.list, { query: { username } })).data[0]?.last_activity ?? null;
const know = (username: string, active: string | null, enrolled = ago(400 * day)) =>
  owner.query(
    `update profile set last_active_at = $3, portal_active_at = $3, okm_active_at = null, created_at = $4
     where tenant_id = $1 and username = $2`,
    [tenants.demo, username, active, enrolled],
  );
const use = (...events: Parameters<typeof unlock>[0][]) =>
  sendReports(world.north, { serial: serials.northPadlock, events: events.map((event) => unlock(event)) });
const inactive = async (query: Record<string, string> = {}) =>
  (await admin.call(profiles.list, { query: { custom_view: 'Inactive Users', ...query } })).data.map((p) => p.username);

beforeEach(() => know('clerk', null));

test('a use at an OKM is the profile’s last activity, in list, details and export', async () => {
  const time = ago(5 * 60_000);
  await use({ agent: 'CLERK', time });
  expect(await lastActivity('clerk')).toBe(time);
  const { data } = await admin.call(profiles.list, { query: { username: 'clerk', results_per_page: '5000' } });
  expect(data[0]?.last_activity).toBe(time);
  const details = await admin.call(profiles.get, { params: { id: data[0]?.id ?? '' } });
  expect(details.data.last_activity).toBe(time);
});

test('a profile’s details tell the portal and an OKM apart, whichever came later', async () => {
  const { data } = await admin.call(profiles.list, { query: { username: 'clerk' } });
  const { id = '' } = data[0] ?? {};
  const details = async () => (await admin.call(profiles.get, { params: { id } })).data;
  expect(await details()).toMatchObject({ last_activity_portal: null, last_activity_okm: null });
  const atOkm = ago(5 * 60_000);
  await use({ agent: 'clerk', time: atOkm });
  expect(await details()).toMatchObject({ last_activity_portal: null, last_activity_okm: atOkm });
  await portal.signIn(id);
  const both = await details();
  expect(both).toMatchObject({ last_activity: both.last_activity_portal, last_activity_okm: atOkm });
  expect(Date.parse(both.last_activity_portal ?? '')).toBeGreaterThan(Date.parse(atOkm));
  // a report from before that sign-in is still the OKM's latest
  const between = ago(2 * 60_000);
  await use({ agent: 'clerk', time: between });
  expect(await details()).toMatchObject({ last_activity: both.last_activity, last_activity_okm: between });
});

test('the later of portal and OKM counts, and the latest of a report', async () => {
  const [early, late] = [ago(3 * day), ago(2 * day)];
  await use({ agent: 'clerk', time: late }, { agent: 'clerk', time: early });
  expect(await lastActivity('clerk')).toBe(late);
  // neither a late report nor a use before that of the portal changes anything
  await use({ agent: 'clerk', time: ago(9 * day) });
  expect(await lastActivity('clerk')).toBe(late);
  const portalUse = ago(day);
  await know('clerk', portalUse);
  await use({ agent: 'clerk', time: late });
  expect(await lastActivity('clerk')).toBe(portalUse);
});

test('a use of the portal during processing of a report stays the last activity', async () => {
  const portalUse = ago(day);
  await know('clerk', portalUse);
  const { data } = await admin.call(profiles.list, { query: { username: 'clerk' } });
  const { id = '' } = data[0] ?? {};
  // the profile as the report has read it
  const clerk = { given: 'clerk', id, name: 'Carl Clerk', email: null, lastUse: null, locations: [] };
  await portal.inTenant('demo', (db) =>
    saveUses(db, new Map([[clerk.given, clerk]]), new Map([[id, new Date(ago(2 * day))]])),
  );
  expect(await lastActivity('clerk')).toBe(portalUse);
});

test('a refused attempt and an unknown name do not count, and a future time is capped', async () => {
  await use({ agent: 'clerk', result: 'unauthorized' }, { agent: 'clerk', result: 'failure' }, { agent: 'Mallory' });
  expect(await lastActivity('clerk')).toBeNull();
  await use({ agent: 'clerk', time: new Date(Date.now() + 30 * day).toISOString() });
  expect(Date.parse((await lastActivity('clerk')) ?? '')).toBeLessThanOrEqual(Date.now());
});

test('a report does not wait for a profile locked by another transaction', async () => {
  const holder = await owner.connect();
  await holder.query('begin');
  await holder.query(`select from profile where tenant_id = $1 and username = 'clerk' for update`, [tenants.demo]);
  expect(await use({ agent: 'clerk' })).toMatchObject({ accepted: 1 });
  await holder.query('commit');
  holder.release();
});

test('Inactive Users: used neither in the portal nor at an OKM for the tenant’s days, counting enrolment', async () => {
  await owner.query('update profile set last_active_at = now() where tenant_id = $1', [tenants.demo]);
  await know('clerk', ago(91 * day));
  await know('editor', null, ago(91 * day));
  await know('manager', null, ago(10 * day));
  await know('nobody', ago(89 * day));
  expect((await inactive()).toSorted()).toEqual(['clerk', 'editor']);
  // disabled profiles are included
  expect(await inactive({ disabled: 'true' })).toEqual([]);
  expect(
    (await admin.call(profiles.list, { query: { last_activity: 'NOT_EXISTS' } })).data
      .map((p) => p.username)
      .toSorted(),
  ).toEqual(['editor', 'manager']);
  await use({ agent: 'clerk' });
  expect(await inactive()).toEqual(['editor']);
  await owner.query(`update tenant set config = '{"inactiveUserDays": 9}' where id = $1`, [tenants.demo]);
  expect((await inactive()).toSorted()).toEqual(['editor', 'manager', 'nobody']);
  const { data } = await admin.call(views.list, { query: { resource: 'user' } });
  expect(data.find(({ value }) => value === 'Inactive Users')).toMatchObject({
    period: 9,
    description: 'Profiles not used for 9 days, neither in the portal nor at an OKM.',
    query: { filter: { last_activity: 'lt:now-9d' } },
  });
});
