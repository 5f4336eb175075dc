import { metrics } from '@keyward/contract/dashboard';
import { custody } from '@keyward/contract/custody';
import { devices } from '@keyward/contract/devices';
import { gateway } from '@keyward/contract/gateway';
import { profiles } from '@keyward/contract/profiles';
import { afterEach, describe, expect, test } from 'vitest';
import { inTenant } from '#db/tenant.ts';
import { north, serials, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { issueToken } from '#testing/tokens.ts';
import { openBoard } from './board.testing.ts';
import { checkClosings } from './closing.ts';

const portal = await openPortal();
const { admin, clerk } = portal.as;
const { owner, idOf, at, newKey, keyOut, board } = await openBoard(portal);
const okms = await admin.call(devices.list, { query: { serial_number: serials.northOkm } });
const token = await issueToken(admin, okms.data[0]?.id ?? '');
const controller = portal.controller(token.token);

type Key = { id: string; serial_number: string };
let number = 0;
const move = ({ serial_number: serial }: Key, type: 'KEY_CHECKOUT' | 'KEY_CHECKIN', agent: string) => {
  const events = [{ id: `unknown-${++number}`, type, time: new Date().toISOString(), agent }];
  return controller.call(gateway.reports, { body: { reports: [{ serial, events }] } });
};

const ways = {
  'an agent without a profile': async (key: Key) => {
    await move(key, 'KEY_CHECKOUT', 'badge 7');
  },
  'a profile that is deleted': async (key: Key) => {
    const username = `leaver.${++number}`;
    const { data } = await admin.call(profiles.create, { body: { name: 'Leaver', username, tags: [], roles: [] } });
    await move(key, 'KEY_CHECKOUT', username);
    expect((await board()).data.find(({ id }) => id === key.id)?.holder).toEqual({ id: data.id, name: 'Leaver' });
    await admin.call(profiles.remove, { params: { id: data.id } });
  },
};
const clock = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16);
/** Makes the check of a location that closed an hour ago. */
async function checkClosing() {
  const week = Array.from({ length: 7 }, () => ({ opens: clock(120), closes: clock(-60) }));
  await owner.query(
    `insert into location_hours (tenant_id, value_id, time_zone, week) values ($1, $2, 'UTC', $3)
     on conflict (tenant_id, value_id) do nothing`,
    [tenants.demo, idOf(north), JSON.stringify(week)],
  );
  await inTenant(owner, tenants.demo, (db) => checkClosings(db, portal.vault, new Date()));
}
const keysOutAtClosing = async () => (await admin.call(custody.closing, { query: at(north) })).data[0]?.last?.keys_out;

afterEach(async () => {
  await owner.query('delete from key_custody');
  await owner.query('delete from closing_check');
  await owner.query('delete from location_hours');
});

describe.each(Object.entries(ways))('a key that was taken by %s is out, with an unknown holder', (_, take) => {
  test('on the board, where no reminder can be sent', async () => {
    const key = await newKey(north);
    await take(key);
    const { data, total_results } = await board();
    expect(data).toMatchObject([{ id: key.id, holder: null, holderUnknown: true, obstacle: 'unknown' }]);
    expect(total_results).toBe(1);
    const body = {
      holder: await admin.call(profiles.list, { query: { username: 'clerk' } }).then((r) => r.data[0]?.id ?? ''),
    };
    expect(await admin.refused(custody.remind, { params: { id: key.id }, body })).toMatchObject({
      code: 'holderChanged',
    });
  });

  test('for the closing check, until it is back', async () => {
    const key = await newKey(north);
    await take(key);
    await checkClosing();
    expect(await keysOutAtClosing()).toBe(1);
    await move(key, 'KEY_CHECKIN', 'badge 7');
    expect(await keysOutAtClosing()).toBe(0);
    expect((await board()).data).toEqual([]);
  });

  test('in the list of devices, its filters and the drawer', async () => {
    const key = await newKey(north);
    await take(key);
    const found = async (query: Record<string, string>) =>
      (await clerk.call(devices.list, { query })).data.filter(({ id }) => id === key.id);
    for (const query of [
      { custom_view: 'Keys out' },
      { held_since: 'EXISTS' },
      { held_since: 'gte:now-1d' },
      { held_by: 'EXISTS' },
      { held_by: 'not:Carl Clerk', held_since: 'gte:now-1d' },
    ] as Record<string, string>[]) {
      expect(await found(query), JSON.stringify(query)).toMatchObject([
        { held_by: null, holder_id: null, holder_unknown: true, held_since: expect.any(String) },
      ]);
    }
    for (const query of [{ held_since: 'NOT_EXISTS' }, { held_by: 'NOT_EXISTS' }, { held_by: 'like:*' }] as Record<
      string,
      string
    >[]) {
      expect(await found(query), JSON.stringify(query)).toEqual([]);
    }
    const { data } = await clerk.call(devices.get, { params: { id: key.id } });
    expect(data.custody).toMatchObject({ holder: null, holderUnknown: true });
    expect((await admin.call(devices.losses, { body: { ids: [key.id] } })).data.keysOut).toBe(1);
  });
});

test('a holder who is not visible is not an unknown one', async () => {
  const key = await keyOut(north, 'nobody', 1);
  expect((await board(clerk)).data).toMatchObject([{ id: key.id, holder: null, holderUnknown: false }]);
  const { data } = await clerk.call(devices.list, { query: { custom_view: 'Keys out' } });
  expect(data).toMatchObject([{ id: key.id, held_by: null, holder_unknown: false }]);
  expect((await clerk.call(devices.get, { params: { id: key.id } })).data.custody).toMatchObject({
    holder: null,
    holderUnknown: false,
  });
});

test('keys with unknown holders are not held by one person', async () => {
  for (const key of [await newKey(north), await newKey(north)]) await move(key, 'KEY_CHECKOUT', 'badge 7');
  const report = 'MultipleOnekeyCheckouts';
  expect((await admin.call(metrics.summary, { params: { report }, query: {} })).data.count).toBe(0);
  expect((await admin.call(metrics.details, { query: {} })).data).toEqual([]);
});
