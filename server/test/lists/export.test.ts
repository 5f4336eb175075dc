import { randomUUID } from 'node:crypto';
import { activity, type Event } from '@keyward/contract/activity';
import { devices } from '@keyward/contract/devices';
import { settings } from '@keyward/contract/settings';
import { beforeEach, describe, expect, test } from 'vitest';
import { type NewEvent, writeEvents } from '#core/events/events.ts';
import { insertRows } from '#db/bulk.ts';
import { sql } from '#db/sql.ts';
import { defineList } from '#core/list/define.ts';
import { deviceList } from '#modules/devices/list.ts';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin, manager, clerk, harborAdmin } = portal.as;
const owner = portal.database.system;

/** Events that only this file uses. */
const mark = 'EXTERNAL_POWER_STATE_CHANGE';
const made = Array.from({ length: 620 }, (_, i): NewEvent => ({
  event: mark,
  time: new Date(Date.UTC(2026, 0, 1) + Math.floor(i / 3) * 1000),
  entity: { domain: 'device', id: null, name: `Device ${i % 7}` },
  locations: [],
}));
for (let i = 0; i < made.length; i += 200) {
  await portal.inTenant('demo', (db) => writeEvents(db, made.slice(i, i + 200)));
}

const exports = async () => {
  const { rows } = await owner.query<{ body: string }>(
    `select body from event where tenant_id = $1 and event = 'EXPORT_CSV' order by event_time, id`,
    [tenants.demo],
  );
  return rows.map(({ body }) => JSON.parse(body) as Event);
};
const limit = (records: number | null) =>
  owner.query(`update tenant set config = $2 where id = $1`, [
    tenants.demo,
    records === null ? '{}' : JSON.stringify({ csvDownloadRecordsLimit: records }),
  ]);
beforeEach(async () => {
  await owner.query(`delete from event where tenant_id = $1 and event = 'EXPORT_CSV'`, [tenants.demo]);
  await limit(null);
});

const query = { event: mark, results_per_page: '250' };

describe('an export', () => {
  test('is recorded once with its query, for any number of pages', async () => {
    const ids: string[] = [];
    const totals = new Set<string>();
    let next: string | undefined;
    for (let page = 1; page === 1 || next; page++) {
      const reply = await admin.call(activity.list, {
        query: { ...query, search: 'device', page: String(page), ...(next ? { cursor: next } : {}) },
      });
      ids.push(...reply.data.map(({ id }) => id));
      totals.add(`${reply.total_results} in ${reply.total_pages}`);
      next = reply.next;
    }
    expect(new Set(ids).size).toBe(620);
    expect(ids).toHaveLength(620);
    expect([...totals]).toEqual(['620 in 3']);
    const [event, ...more] = await exports();
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      result: 'success',
      agent_domain: 'profile',
      entity_domain: 'CSV',
      entity_id: null,
      description: { agentName: 'Ada Admin', entityName: 'event: Overview' },
    });
    const values = Object.fromEntries(event?.description.changes.map((c) => [c.attribute, c.newValue]) ?? []);
    expect(values).toEqual({ resource: 'event', view: 'Overview', search: 'device', event: mark, records: '620' });
    expect(JSON.parse(event?.rawDescription ?? '')).toEqual({
      export: { resource: 'event', view: 'Overview', search: 'device', filters: { event: mark }, records: 620 },
    });
  });

  test('a single page is recorded too, but a page of the list is not', async () => {
    await manager.call(devices.list, { query: { results_per_page: '201', custom_view: 'Locks' } });
    await manager.call(devices.list, { query: { results_per_page: '200' } });
    const all = await exports();
    expect(all.map((event) => event.description)).toMatchObject([
      { agentName: 'Mona Manager', entityName: 'device: Locks' },
    ]);
    // visible to callers at the manager's location
    const seen = await clerk.call(activity.list, { query: { event: 'EXPORT_CSV' } });
    expect(seen.data.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  });

  test('records nothing when it is refused', async () => {
    expect(await clerk.refused(activity.list, { query })).toMatchObject({ status: 403, code: 'exportNotAllowed' });
    await limit(619);
    expect(await admin.refused(activity.list, { query })).toEqual({
      status: 400,
      code: 'csvDownloadRecordsLimitExceeded',
      detail: 'The requested data exceeds the maximum download limit.',
      params: { limit: 619 },
    });
    expect(await admin.refused(activity.list, { query: { ...query, page: '3' } })).toMatchObject({
      code: 'csvDownloadRecordsLimitExceeded',
    });
    expect(await exports()).toEqual([]);
  });

  test('is limited by the tenant’s limit, if there is one', async () => {
    for (const records of [620, -1]) {
      await limit(records);
      const { data } = await admin.call(settings.tenantConfig, { params: { name: 'csvDownloadRecordsLimit' } });
      expect(data).toBe(records);
      await admin.call(activity.list, { query });
    }
    expect(await exports()).toHaveLength(2);
  });

  test('contains unchanged rows exactly once under concurrent writes', async () => {
    const type = await owner.query<{ id: string }>('select id from device_type where tenant_id = $1 limit 1', [
      tenants.demo,
    ]);
    const ids = Array.from({ length: 900 }, () => randomUUID());
    const serial = (i: number) => `5D${i.toString(16).toUpperCase().padStart(14, '0')}`;
    await portal.inTenant('demo', (db) =>
      insertRows(
        db,
        sql`device (tenant_id, id, device_type_id, name, serial_number)`,
        ids.map((id, i) => [id, type.rows[0]?.id ?? '', `Name ${(i * 577) % 900}`, serial(i + 1000)]),
      ),
    );
    const changes = [
      `update device set name = 'A' || name, state_updated_at = now() where tenant_id = $1 and name like 'Name 8%'`,
      `update device set name = 'Z' || name, state_updated_at = now() where tenant_id = $1 and name like 'Name 1%'`,
      `update device set state_updated_at = now(), security_status = 'unsecured' where tenant_id = $1`,
      `update device set name = 'B' || name where tenant_id = $1 and name like 'ZName 1%'`,
      // as replacements do: from the end of the order to its beginning, and the other way round
      `update device set serial_number = translate(serial_number, '57', '75')
       where tenant_id = $1 and name like '%Name %7_'`,
    ];
    for (const sort of [
      'name:asc',
      'state_updated_at:desc',
      'security_status:asc,created_at:desc',
      'serial_number:desc',
    ]) {
      const seen: string[] = [];
      let next: string | undefined;
      for (let page = 1; page === 1 || next; page++) {
        const reply = await admin.call(devices.list, {
          query: { sort, results_per_page: '210', page: String(page), ...(next ? { cursor: next } : {}) },
        });
        seen.push(...reply.data.map(({ id }) => id));
        next = reply.next;
        await owner.query(changes[page % changes.length] ?? '', [tenants.demo]);
      }
      const known = new Set<string>(ids);
      expect(seen.filter((id) => known.has(id)).toSorted(), sort).toEqual(ids.toSorted());
    }
    // a single page keeps the requested order
    const whole = await admin.call(devices.list, { query: { sort: 'name:asc', results_per_page: '5000' } });
    const page = await admin.call(devices.list, { query: { sort: 'name:asc', results_per_page: '200' } });
    expect(whole.data.slice(0, 200).map(({ id }) => id)).toEqual(page.data.map(({ id }) => id));
  });
});

test('a list without a stable order is refused', () => {
  const { name } = deviceList.columns;
  expect(() => defineList({ ...deviceList, resource: 'restless', columns: name ? { name } : {} })).toThrow(
    'restless has no stable order.',
  );
});

describe('the cursor of an export', () => {
  const first = async () => (await admin.call(activity.list, { query })).next ?? '';
  const refused = (who: typeof admin, cursor: string, more: Record<string, string> = {}) =>
    who.refused(activity.list, { query: { ...query, page: '2', cursor, ...more } });
  const invalid = { status: 400, code: 'invalidCursor' };

  test('is valid for one export: its profile, tenant and query', async () => {
    const cursor = await first();
    expect(await refused(manager, cursor)).toMatchObject(invalid);
    expect(await refused(harborAdmin, cursor)).toMatchObject(invalid);
    expect(await refused(admin, cursor, { search: 'device' })).toMatchObject(invalid);
    expect(await refused(admin, cursor, { event: 'LOGIN' })).toMatchObject(invalid);
    expect(await refused(admin, cursor, { custom_view: 'Key Activity' })).toMatchObject(invalid);
    expect(await refused(clerk, cursor)).toMatchObject({ status: 403, code: 'exportNotAllowed' });
    expect(await exports()).toHaveLength(1);
  });

  test('cannot be derived from the cursor of a small page, nor continue with small pages', async () => {
    const small = await admin.call(activity.list, { query: { ...query, results_per_page: '200' } });
    expect(await refused(admin, small.next ?? '')).toMatchObject(invalid);
    const cursor = await first();
    expect(await refused(admin, cursor, { results_per_page: '200' })).toMatchObject(invalid);
    const [nonce = '', total = '', after = ''] = cursor.split('.');
    expect(after).not.toBe('');
    const bad = [
      '',
      '.',
      '..',
      `${nonce}.`,
      `.${total}.${after}`,
      `${nonce}..${after}`,
      `${nonce}.${after}`,
      `${cursor}.`,
      `${nonce}.-1.${after}`,
      `${nonce}.1e3.${after}`,
      `${nonce}.${'9'.repeat(16)}.${after}`,
      `${nonce}.${total}.x`,
      `${'A'.repeat(22)}.${total}.${after}`,
      `${nonce.toLowerCase()}.${total}.${after}`,
      `${nonce} .${total}.${after}`,
    ];
    for (const text of bad.filter((one) => one !== '')) expect(await refused(admin, text), text).toMatchObject(invalid);
    expect(await exports()).toHaveLength(1);
  });

  test('cannot be forged: its record must exist and be recent', async () => {
    const cursor = await first();
    const follow = { query: { ...query, page: '2', cursor } };
    expect((await admin.call(activity.list, follow)).data).toHaveLength(250);
    await owner.query(
      `update event set event_time = event_time - interval '13 hours' where tenant_id = $1 and event = 'EXPORT_CSV'`,
      [tenants.demo],
    );
    expect(await admin.refused(activity.list, follow)).toMatchObject(invalid);
    await owner.query(`delete from event where tenant_id = $1 and event = 'EXPORT_CSV'`, [tenants.demo]);
    expect(await admin.refused(activity.list, follow)).toMatchObject(invalid);
  });

  test('a page by number is a separate export', async () => {
    for (const page of ['2', '3']) {
      const reply = await admin.call(activity.list, { query: { ...query, page } });
      expect(reply.data).toHaveLength(page === '2' ? 250 : 120);
    }
    expect(await exports()).toHaveLength(2);
  });
});
