import { activity } from '@keyward/contract/activity';
import { custody } from '@keyward/contract/custody';
import { devices } from '@keyward/contract/devices';
import { gateway } from '@keyward/contract/gateway';
import { locations } from '@keyward/contract/locations';
import { beforeEach, describe, expect, test } from 'vitest';
import { nightly } from '#testing/nightly.ts';
import { north, serials, south, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { issueToken } from '#testing/tokens.ts';
import { openBoard } from './board.testing.ts';

const portal = await openPortal();
const { admin, manager, clerk, homeless, nobody, editor, harborAdmin } = portal.as;
const { owner, idOf, at, newKey, keyOut, board, idsOf, curfewOf, location } = await openBoard(portal);
type Key = Awaited<ReturnType<typeof newKey>>;
const ownCurfew = ({ id, name }: { id: string; name: string }, curfew: string | null) =>
  admin.call(devices.update, { params: { id }, body: { name, curfew } });

beforeEach(async () => {
  await owner.query('delete from key_custody');
  await owner.query('delete from location_hours');
});

describe('the board', () => {
  test('lists the keys that are out: the longest overdue first, those without a curfew last', async () => {
    await curfewOf(north, '2h');
    const calm = await keyOut(south, 'clerk', 500);
    const inTime = await keyOut(north, 'clerk', 10);
    const soon = await keyOut(north, 'clerk', 70);
    const late = await keyOut(north, 'clerk', 130);
    const later = await keyOut(north, 'manager', 300);
    const { data, counts, total_results } = await board();
    expect(data.map(({ id, state }) => [id, state])).toEqual([
      [later.id, 'overdue'],
      [late.id, 'overdue'],
      [soon.id, 'dueSoon'],
      [inTime.id, 'inTime'],
      [calm.id, 'noCurfew'],
    ]);
    expect(counts).toEqual({ overdue: 2, dueSoon: 1, inTime: 1, noCurfew: 1 });
    expect(total_results).toBe(5);
    const [first] = data;
    expect(first).toMatchObject({ name: later.name, location: { id: idOf(north), name: north }, zone: 'UTC' });
    expect(first?.holder?.name).toBe('Mona Manager');
    expect(Date.parse(first?.due ?? '') - Date.parse(first?.since ?? '')).toBe(2 * 3_600_000);
    expect(data.at(-1)).toMatchObject({ due: null });
  });

  test('a key’s own curfew overrides its location’s until it is removed', async () => {
    const key = await keyOut(north, 'clerk', 90);
    const state = async () => (await board()).data.map((row) => row.state);
    expect(await state()).toEqual(['noCurfew']);
    await ownCurfew(key, '1h');
    expect(await state()).toEqual(['overdue']);
    await curfewOf(north, '100h');
    expect(await state()).toEqual(['overdue']);
    await ownCurfew(key, null);
    expect(await state()).toEqual(['inTime']);
  });

  test('a time of day is in the zone of the location, else in the organization’s', async () => {
    const key = await keyOut(north, 'clerk', 1);
    await ownCurfew(key, '12:00');
    const clockOfDue = async (timeZone: string) => {
      const due = new Date((await board()).data[0]?.due ?? '');
      return new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' }).format(due);
    };
    expect(await clockOfDue('UTC')).toBe('12:00');
    await owner.query(`update tenant set config = config || '{"timeZone": "Asia/Kolkata"}' where id = $1`, [
      tenants.demo,
    ]);
    expect(await clockOfDue('Asia/Kolkata')).toBe('12:00');
    await owner.query(`update tenant set config = config - 'timeZone' where id = $1`, [tenants.demo]);
    await owner.query(`insert into location_hours (tenant_id, value_id, time_zone) values ($1, $2, 'Asia/Kathmandu')`, [
      tenants.demo,
      idOf(north),
    ]);
    expect(await clockOfDue('Asia/Kathmandu')).toBe('12:00');
    expect((await board()).data).toMatchObject([{ zone: 'Asia/Kathmandu' }]);
  });

  test('marks keys as due soon by the organization’s setting', async () => {
    await curfewOf(north, '2h');
    await keyOut(north, 'clerk', 30);
    const state = async () => (await board()).data[0]?.state;
    expect(await state()).toBe('inTime');
    await owner.query(`update tenant set config = config || '{"keyDueSoonMinutes": 91}' where id = $1`, [tenants.demo]);
    expect(await state()).toBe('dueSoon');
    await owner.query(`update tenant set config = config - 'keyDueSoonMinutes' where id = $1`, [tenants.demo]);
  });

  test('shows the locations visible to the caller, narrowed by the header’s filter, and only visible holders', async () => {
    const here = await keyOut(north, 'clerk', 1);
    const there = await keyOut(south, 'clerk', 2);
    // a profile without a location
    const unseen = await keyOut(north, 'nobody', 3);
    expect(idsOf((await board()).data).toSorted()).toEqual([here.id, there.id, unseen.id].toSorted());
    expect(idsOf((await board(admin, at(north))).data).toSorted()).toEqual([here.id, unseen.id].toSorted());
    expect(idsOf((await board(admin, at(south))).data)).toEqual([there.id]);
    expect((await board(admin, at(north, south))).total_results).toBe(3);
    expect((await board(admin, at('NOT_EXISTS'))).data).toEqual([]);
    expect(idsOf((await board(admin, { [`tags.${location?.id}`]: `not:${north}` })).data)).toEqual([there.id]);
    const { data } = await board(manager);
    expect(data.map(({ id, holder }) => [id, holder?.name])).toEqual([
      [unseen.id, undefined],
      [here.id, 'Carl Clerk'],
    ]);
    expect((await board(manager, at(south))).data).toEqual([]);
    expect(idsOf((await board(clerk)).data)).toEqual([unseen.id, here.id]);
    expect((await board(homeless)).total_results).toBe(0);
    expect((await board(harborAdmin)).total_results).toBe(0);
    expect(await nobody.refused(custody.board)).toMatchObject({ status: 403 });
  });

  test('shows unassigned keys only to actors with all-data access', async () => {
    const key = await keyOut(north, 'clerk', 1);
    await owner.query('update device set location_definition_id = null, location_value_id = null where id = $1', [
      key.id,
    ]);
    expect((await board()).data).toMatchObject([{ id: key.id, location: null }]);
    expect((await board(admin, at('NOT_EXISTS'))).total_results).toBe(1);
    expect((await board(manager)).total_results).toBe(0);
  });

  test('comes in pages, each with the counts of all keys', async () => {
    await curfewOf(north, '1h');
    const keys = [];
    for (const minutes of [90, 80, 70]) keys.push(await keyOut(north, 'clerk', minutes));
    const pages = [];
    for (const page of ['1', '2', '3']) pages.push(await board(admin, { page, results_per_page: '2' }));
    expect(pages.map(({ data }) => idsOf(data))).toEqual([[keys[0]?.id, keys[1]?.id], [keys[2]?.id], []]);
    for (const page of pages) {
      expect(page).toMatchObject({ total_results: 3, counts: { overdue: 3, dueSoon: 0, inTime: 0, noCurfew: 0 } });
    }
  });

  test.each(['?results_per_page=201', '?page=0', '?name=x', '?nonsense=1', '?search=x', '?tags.none=x'])(
    'refuses %s',
    async (query) => {
      expect((await admin.raw('GET', `${custody.board.path}${query}`)).status).toBe(400);
    },
  );

  test('equals the custody of keys at every moment while reports arrive', async () => {
    const okms = await admin.call(devices.list, { query: { serial_number: serials.northOkm } });
    const token = await issueToken(admin, okms.data[0]?.id ?? '');
    const controller = portal.controller(token.token);
    // more pairs and rounds in the nightly tests
    const [many, rounds] = nightly ? [8, 60] : [1, 15];
    const pairs: [Key, Key][] = [];
    while (pairs.length < many) pairs.push([await newKey(north), await newKey(north)]);
    let number = 0;
    const event = (type: 'KEY_CHECKOUT' | 'KEY_CHECKIN') => [
      { id: `custody-${++number}`, type, time: new Date().toISOString(), agent: 'clerk' },
    ];
    const swap = (out: Key, back: Key) => {
      const reports = [
        { serial: out.serial_number, events: event('KEY_CHECKOUT') },
        { serial: back.serial_number, events: event('KEY_CHECKIN') },
      ];
      return controller.call(gateway.reports, { body: { reports } });
    };
    for (const [one, other] of pairs) await swap(one, other);
    for (let i = 0; i < rounds; i++) {
      const swaps = pairs.map(([one, other]) => (i % 2 ? swap(one, other) : swap(other, one)));
      const [{ data, total_results }] = await Promise.all([board(), ...swaps]);
      // one report takes one key and returns the other, so that exactly one of each pair is out
      const out = new Set(idsOf(data));
      const held = pairs.map((pair) => pair.filter(({ id }) => out.has(id)).length);
      expect([held, total_results]).toEqual([pairs.map(() => 1), many]);
    }
    const { rows } = await owner.query<{ device_id: string; checked_out_at: Date }>(
      'select device_id, checked_out_at from key_custody',
    );
    const stored = new Map(rows.map((row) => [row.device_id, new Date(row.checked_out_at).getTime()]));
    expect(new Map((await board()).data.map(({ id, since }) => [id, Date.parse(since)]))).toEqual(stored);
  });
});

describe('the curfew of a key', () => {
  const changes = async () =>
    (await admin.call(activity.list, { query: { event: 'MODIFY_DEVICE', sort: 'event_time:desc' } })).data;

  test('is changed with the device, as one event, and kept by other changes', async () => {
    const key = await newKey(north);
    const params = { id: key.id };
    expect(key.curfew).toBeNull();
    const before = (await changes()).length;
    const { device } = await manager.call(devices.update, { params, body: { name: key.name, curfew: '20:00' } });
    expect(device.curfew).toBe('20:00');
    const [event, ...others] = await changes();
    expect(others).toHaveLength(before);
    expect(event?.description.changes).toEqual([{ attribute: 'curfew', oldValue: null, newValue: '20:00' }]);
    await manager.call(devices.update, { params, body: { name: 'Renamed' } });
    expect((await manager.call(devices.get, { params })).data.curfew).toBe('20:00');
    // no change, no event
    await manager.call(devices.update, { params, body: { name: 'Renamed', curfew: '20:00' } });
    expect(await changes()).toHaveLength(before + 2);
    expect(await clerk.refused(devices.update, { params, body: { name: 'x', curfew: null } })).toMatchObject({
      status: 403,
    });
    const elsewhere = { id: (await newKey(south)).id };
    expect(
      await manager.refused(devices.update, { params: elsewhere, body: { name: 'x', curfew: '8h' } }),
    ).toMatchObject({ status: 404 });
  });

  test('is refused for a device that is not a key', async () => {
    const { data } = await admin.call(devices.list, { query: { serial_number: serials.northPadlock } });
    const params = { id: data[0]?.id ?? '' };
    for (const curfew of ['20:00', null]) {
      const refusal = await admin.refused(devices.update, { params, body: { name: 'x', curfew } });
      expect(refusal).toMatchObject({ status: 400, code: 'curfewNotSupported', constraint: 'curfew' });
    }
  });
});

test.each([
  ...['', '8', '24:00', '9:00', '20:60', '8H', '20:000', '20:00\n', 'x'.repeat(900_000)].map((text) => [
    text,
    'invalidTime',
  ]),
  ...['0h', '08h', '169h', '999h', '-1h', '8 h', 'h'].map((text) => [text, 'outOfRange:1–168']),
])('the curfew %# is refused with a reason', async (curfew, reason) => {
  const key = await newKey(north);
  const refusals = [
    await admin.refused(devices.update, { params: { id: key.id }, body: { name: key.name, curfew } }),
    await admin.refused(locations.update, {
      params: { id: idOf(north) },
      body: { time_zone: null, week: null, exceptions: [], curfew },
    }),
  ];
  for (const refusal of refusals) {
    expect(refusal).toMatchObject({ status: 400, constraint: 'curfew', params: { reason } });
  }
});

describe('the curfew of a location', () => {
  const params = { id: idOf(north) };
  const hours = { time_zone: null, week: null, exceptions: [] };
  const events = async () => (await admin.call(activity.list, { query: { event: 'MODIFY_TAG_DEFINITION' } })).data;

  test('is changed with the location, as one event, and kept by a save that omits it', async () => {
    const before = (await events()).length;
    expect((await curfewOf(north, '18:30')).data).toMatchObject({ curfew: '18:30', version: 1 });
    const [event, ...others] = await events();
    expect(others).toHaveLength(before);
    expect(event?.description.changes).toEqual([{ attribute: 'curfew', oldValue: null, newValue: '18:30' }]);
    await admin.call(locations.update, { params, body: { ...hours, time_zone: 'Asia/Tokyo' } });
    expect((await admin.call(locations.get, { params })).data).toMatchObject({
      curfew: '18:30',
      time_zone: 'Asia/Tokyo',
    });
    expect(
      await admin.refused(locations.update, { params, body: { ...hours, curfew: null }, ifMatch: 1 }),
    ).toMatchObject({
      status: 412,
    });
  });

  test('needs the right to edit devices, at the location', async () => {
    const withRole = async (permissions: Record<string, string>, work: () => Promise<void>) => {
      const { rows } = await owner.query<{ role_id: string }>(
        `select role_id from profile_role r join profile p on p.id = r.profile_id where p.username = 'editor' and p.tenant_id = $1`,
        [tenants.demo],
      );
      const role = rows[0]?.role_id;
      const stored = await owner.query('select permission, value from role_permission where role_id = $1', [role]);
      const replace = async (list: readonly (readonly [string, string])[]) => {
        await owner.query('delete from role_permission where role_id = $1', [role]);
        for (const [permission, value] of list) {
          await owner.query(
            'insert into role_permission (tenant_id, role_id, permission, value) values ($1, $2, $3, $4)',
            [tenants.demo, role, permission, value],
          );
        }
      };
      await replace(Object.entries(permissions));
      try {
        await work();
      } finally {
        await replace(stored.rows.map(({ permission, value }) => [permission, value] as const));
      }
    };
    const set = (curfew: string | null) => editor.request(locations.update, { params, body: { ...hours, curfew } });
    const noDevices = { 'ACCESS-GROUP-TAGS': 'EDIT', DEVICES: 'READ', 'ALL-DATA-ACCESS': 'TRUE' };
    await withRole(noDevices, async () => {
      expect(await set('18:30')).toMatchObject({ status: 403, body: { errors: [{ code: 'forbidden' }] } });
      // other changes, and a save that keeps the curfew, need no further permission
      expect((await set(null)).status).toBe(200);
    });
    const elsewhere = { 'ACCESS-GROUP-TAGS': 'EDIT', DEVICES: 'EDIT' };
    await withRole(elsewhere, async () => {
      expect(await set('18:30')).toMatchObject({ status: 403, body: { errors: [{ code: 'locationNotAllowed' }] } });
    });
    await withRole({ ...elsewhere, 'ALL-DATA-ACCESS': 'TRUE' }, async () => {
      expect((await set('18:30')).status).toBe(200);
    });
  });
});
