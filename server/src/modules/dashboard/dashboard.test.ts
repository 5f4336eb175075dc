import { activity } from '@keyward/contract/activity';
import { metrics } from '@keyward/contract/dashboard';
import { devices } from '@keyward/contract/devices';
import { groups } from '@keyward/contract/groups';
import { metricReports } from '@keyward/contract/metric-reports';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clock } from '#core/clock.ts';
import { writeEvents } from '#core/events/events.ts';
import { north, serials, south, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin, manager, clerk, homeless, harborAdmin } = portal.as;
const owner = portal.database.system;
const { data: definitions } = await admin.call(groups.definitions, {});
const location = definitions.find((d) => d.is_location)?.id ?? '';
const at = (...names: string[]) => ({ [`tags.${location}`]: names.join() });

let made = 0;
/** A new key at a location, held by a profile for `days` days. */
async function keyOut(place: string, holder: string, days: number) {
  const serial_number = `7E0000000001${String(++made).padStart(4, '0')}`;
  const body = { name: `Key ${made}`, serial_number, tags: [{ tagId: location, values: [place] }] };
  const { data } = await admin.call(devices.create, { body });
  await owner.query(
    `insert into key_custody (tenant_id, device_id, profile_id, checked_out_at)
     select tenant_id, $1, id, now() - make_interval(days => $3) from profile where tenant_id = $4 and username = $2`,
    [data.id, holder, days, tenants.demo],
  );
  return data.id;
}
const count = async (who: typeof admin, report: (typeof metricReports)[number], query = {}) =>
  (await who.call(metrics.summary, { params: { report }, query })).data.count;
const holders = async (who: typeof admin, query = {}) => (await who.call(metrics.details, { query })).data;

beforeEach(async () => {
  await owner.query('delete from key_custody');
});

describe('people with several keys', () => {
  test('are those who hold two or more of the visible keys that they took within the period', async () => {
    await keyOut(north, 'clerk', 1);
    expect(await count(admin, 'MultipleOnekeyCheckouts')).toBe(0);
    await keyOut(south, 'clerk', 6);
    expect(await count(admin, 'MultipleOnekeyCheckouts')).toBe(1);
    // one of the two is at another location
    expect(await count(manager, 'MultipleOnekeyCheckouts')).toBe(0);
    expect(await holders(manager)).toEqual([]);
    await keyOut(north, 'clerk', 6);
    expect(await count(manager, 'MultipleOnekeyCheckouts')).toBe(1);
    expect(await count(homeless, 'MultipleOnekeyCheckouts')).toBe(0);
    expect(await count(harborAdmin, 'MultipleOnekeyCheckouts')).toBe(0);
    // older than the seven days of the report
    await keyOut(north, 'editor', 8);
    await keyOut(north, 'editor', 8);
    expect(await count(admin, 'MultipleOnekeyCheckouts')).toBe(1);
  });

  test('are listed with their keys, the latest first, in the chosen order', async () => {
    const [old, recent] = [await keyOut(north, 'clerk', 3), await keyOut(north, 'clerk', 1)];
    await keyOut(south, 'editor', 2);
    await keyOut(south, 'editor', 2);
    await keyOut(south, 'editor', 0);
    const names = async (sort?: 'name:desc' | 'keysCheckedOut:asc' | 'keysCheckedOut:desc' | 'checkoutTime:desc') =>
      (await holders(admin, sort ? { sort } : {})).map((row) => `${row.keysCheckedOut}`);
    const rows = await holders(admin);
    expect(rows.map(({ name }) => name)).toEqual(['Carl Clerk', 'Ed Editor']);
    expect(rows.find((row) => row.keysCheckedOut === 2)?.keys.map(({ id }) => id)).toEqual([recent, old]);
    expect(await names('keysCheckedOut:asc')).toEqual(['2', '3']);
    expect(await names('keysCheckedOut:desc')).toEqual(['3', '2']);
    expect(await names('checkoutTime:desc')).toEqual(['3', '2']);
    // with the header's filter
    expect((await holders(admin, at(north))).map((row) => row.keysCheckedOut)).toEqual([2]);
    expect(await count(admin, 'MultipleOnekeyCheckouts', at(north))).toBe(1);
    expect(await count(admin, 'MultipleOnekeyCheckouts', at(north, south))).toBe(2);
  });

  test('are listed without id and name where the profile is not visible, but still counted', async () => {
    const keys = [await keyOut(north, 'editor', 1), await keyOut(north, 'editor', 2)];
    await keyOut(north, 'clerk', 3);
    await keyOut(north, 'clerk', 3);
    const seen = async (who: typeof admin, query = {}) =>
      (await holders(who, query)).map(({ name, keysCheckedOut }) => [name, keysCheckedOut]);
    expect(await seen(admin)).toEqual([
      ['Carl Clerk', 2],
      ['Ed Editor', 2],
    ]);
    expect(await seen(manager)).toEqual([
      ['Carl Clerk', 2],
      [null, 2],
    ]);
    const answer = await manager.request(metrics.details, { query: {} });
    expect(answer.text).not.toContain('Ed Editor');
    const { rows } = await owner.query<{ id: string }>(
      `select id from profile where tenant_id = $1 and username = 'editor'`,
      [tenants.demo],
    );
    expect(answer.text).not.toContain(rows[0]?.id);
    expect((await holders(manager)).find(({ id }) => id === null)?.keys.map(({ id }) => id)).toEqual(keys);
    expect(await count(manager, 'MultipleOnekeyCheckouts')).toBe(2);
    // their order does not follow from the names
    expect(await seen(manager, { sort: 'name:desc' })).toEqual([
      [null, 2],
      ['Carl Clerk', 2],
    ]);
  });

  test('are exported only with the right to export profiles, as one event', async () => {
    await keyOut(north, 'clerk', 1);
    await keyOut(north, 'clerk', 1);
    const query = { download: 'true' } as const;
    expect(await manager.refused(metrics.details, { query })).toMatchObject({ status: 403, code: 'forbidden' });
    expect(await clerk.refused(metrics.details)).toMatchObject({ status: 403 });
    const exports = async () =>
      (await admin.call(activity.list, { query: { event: 'EXPORT_CSV', sort: 'event_time:desc' } })).total_results;
    const before = await exports();
    await holders(admin);
    expect(await exports()).toBe(before);
    expect(await holders(admin, query)).toHaveLength(1);
    expect(await exports()).toBe(before + 1);
    await owner.query(`update tenant set config = config || '{"csvDownloadRecordsLimit": 1}' where id = $1`, [
      tenants.demo,
    ]);
    const refused = await admin.refused(metrics.details, { query });
    await owner.query(`update tenant set config = config - 'csvDownloadRecordsLimit' where id = $1`, [tenants.demo]);
    expect(refused.code).toBe('csvDownloadRecordsLimitExceeded');
    expect(await exports()).toBe(before + 1);
  });
});

describe('a card counts the rows of its view', () => {
  const views = {
    OkmsOffline: [devices.list, 'OKMs Offline'],
    UnsecuredLocks: [devices.list, 'Unsecured Locks'],
    UnauthorizedAttempts: [activity.list, 'Unauthorized Attempts'],
  } as const;

  afterEach(() => vi.restoreAllMocks());

  test('for each actor, with each selection of locations', async () => {
    const reported = `update device set state_updated_at = now() - $2::interval, security_status = $3
      where tenant_id = $1 and serial_number = any($4)`;
    await owner.query(reported, [tenants.demo, '16 minutes', null, [serials.northOkm]]);
    await owner.query(reported, [tenants.demo, '14 minutes', null, [serials.southOkm]]);
    await owner.query(reported, [tenants.demo, '7 hours', 'unsecured', [serials.northPadlock, serials.southPadlock]]);
    await owner.query(reported, [tenants.demo, '9 hours', 'unsecured', [serials.northCabinet]]);
    expect(await count(admin, 'OkmsOffline')).toBe(1);
    expect(await count(admin, 'UnsecuredLocks')).toBe(2);
    expect(await count(manager, 'UnsecuredLocks')).toBe(1);
    for (const who of [admin, manager]) {
      for (const filters of [{}, at(north), at(south), at(north, south), { [`tags.${location}`]: 'NOT_EXISTS' }]) {
        for (const report of ['OkmsOffline', 'UnsecuredLocks', 'UnauthorizedAttempts'] as const) {
          const [list, custom_view] = views[report];
          const { total_results } = await who.call(list, { query: { ...filters, custom_view } });
          expect(await count(who, report, filters), `${report} ${JSON.stringify(filters)}`).toBe(total_results);
        }
      }
    }
  });

  test('in the zone of the person, also within a week after a change of the clock', async () => {
    vi.spyOn(clock, 'now').mockReturnValue(new Date('2026-11-03T12:00:00Z'));
    // 07:30 in New York on the day a week before, where the clock was an hour ahead until 1 November
    const time = new Date('2026-10-27T11:30:00Z');
    await portal.inTenant('demo', (db) =>
      writeEvents(db, [{ event: 'LOCK_UNLOCK', result: 'unauthorized', time, locations: [] }]),
    );
    const report = 'UnauthorizedAttempts';
    const [list, custom_view] = views[report];
    const since = async (timezone: string) =>
      (await admin.call(metrics.summary, { params: { report }, query: { timezone } })).data.since;
    const totals = [];
    for (const timezone of ['UTC', 'America/New_York']) {
      const { total_results } = await admin.call(list, { query: { custom_view, timezone } });
      expect(await count(admin, report, { timezone })).toBe(total_results);
      totals.push(total_results);
    }
    expect(totals).toEqual([0, 1]);
    expect(await since('UTC')).toBe('2026-10-27T12:00:00.000Z');
    expect(await since('America/New_York')).toBe('2026-10-27T11:00:00.000Z');
    const query = { timezone: 'Nowhere/Else' };
    expect(await admin.refused(metrics.summary, { params: { report }, query })).toMatchObject({ status: 400 });
  });

  test('within the tenant’s period, which the card names', async () => {
    const period = async () => (await admin.call(metrics.summary, { params: { report: 'OkmsOffline' } })).data;
    expect(await period()).toMatchObject({ period: 15, unit: 'minute', count: 1 });
    await owner.query(`update tenant set config = config || '{"offlineOkmMinutes": 20}' where id = $1`, [tenants.demo]);
    expect(await period()).toMatchObject({ period: 20, count: 0 });
    await owner.query(`update tenant set config = config - 'offlineOkmMinutes' where id = $1`, [tenants.demo]);
  });

  test('and refuses unknown filters and reports', async () => {
    const answer = await admin.raw('GET', '/api/v1/metrics/OkmsOffline/summary?nonsense=1');
    expect(answer.status).toBe(400);
    expect((await admin.raw('GET', '/api/v1/metrics/Nonsense/summary')).status).toBeGreaterThanOrEqual(400);
    expect((await admin.raw('GET', '/api/v1/metrics/OkmsOffline/details')).status).toBe(404);
  });
});
