import { devices } from '@keyward/contract/devices';
import { expect, test } from 'vitest';
import { serials } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { issueToken } from '#testing/tokens.ts';

const portal = await openPortal();
const { admin, clerk } = portal.as;
const { system } = portal.database;
const { data: all } = await admin.call(devices.list, {});
const idOf = (serial: string) => all.find((row) => row.serial_number === serial)?.id ?? '';
const okm = idOf(serials.northOkm);
const servesOf = async (caller: typeof admin, id = okm) =>
  (await caller.call(devices.get, { params: { id } })).data.serves;

test('an OKM says how many of the devices visible to the caller report through it', async () => {
  expect(await servesOf(admin)).toEqual({ devices: 3, neighbours: [], hasToken: false });
  // it served the padlock of South before that was moved
  await system.query('update device set controller_id = $1 where id = $2', [okm, idOf(serials.southPadlock)]);
  expect((await servesOf(admin))?.devices).toBe(4);
  expect((await servesOf(clerk))?.devices).toBe(3);
  expect(await servesOf(admin, idOf(serials.northPadlock))).toBeNull();
});

test('the devices of an OKM are found by its id, within the locations of the caller', async () => {
  const found = async (caller: typeof admin) =>
    (await caller.call(devices.list, { query: { controller_id: okm } })).data
      .map((row) => row.serial_number)
      .toSorted();
  expect(await found(admin)).toHaveLength(4);
  expect(await found(clerk)).toEqual([serials.northPadlock, serials.northCabinet, serials.northKey].toSorted());
});

test('an OKM names the other OKMs of its location', async () => {
  const serial = '9F4000000000000A';
  const { tags } = (await admin.call(devices.get, { params: { id: okm } })).data;
  const sameTags = tags.map(({ tagId, values }) => ({ tagId, values }));
  const { data: other } = await admin.call(devices.create, {
    body: { name: 'Back cabinet', serial_number: serial, tags: sameTags },
  });
  await system.query('update device set state_updated_at = now() where id = $1', [other.id]);
  expect(other.serves?.neighbours).toMatchObject([{ id: okm, name: 'North cabinet' }]);
  const neighbours = (await servesOf(clerk))?.neighbours;
  expect(neighbours).toMatchObject([{ id: other.id, name: 'Back cabinet' }]);
  expect(neighbours?.[0]?.state_updated_at).toMatch(/^20.*Z$/);
  await admin.call(devices.remove, { params: { id: other.id } });
});

test('an OKM names the 20 others that have been silent for longest, the number of the rest and the latest', async () => {
  const { tags } = (await admin.call(devices.get, { params: { id: okm } })).data;
  const sameTags = tags.map(({ tagId, values }) => ({ tagId, values }));
  const ids: string[] = [];
  for (let n = 0; n < 23; n++) {
    const serial = `9F40000000000${(0x100 + n).toString(16).toUpperCase()}`;
    const body = { name: `Cabinet ${n}`, serial_number: serial, tags: sameTags };
    ids.push((await admin.call(devices.create, { body })).data.id);
  }
  const [latest, never, ...others] = ids;
  const silent = 'update device set state_updated_at = now() - make_interval(mins => $2) where id = $1';
  await system.query(silent, [latest, 1]);
  for (const [i, id] of others.entries()) await system.query(silent, [id, 100 + i]);
  const serves = await servesOf(clerk);
  expect(serves?.neighbours.map(({ id }) => id)).toEqual([never, ...others.toReversed().slice(0, 19)]);
  expect(serves?.neighbours[0]).toEqual({ id: never, name: 'Cabinet 1', state_updated_at: null });
  expect(serves?.further).toMatchObject({ count: 3, latest: { id: latest, name: 'Cabinet 0' } });

  for (const id of ids.slice(-3)) await admin.call(devices.remove, { params: { id } });
  const fewer = await servesOf(clerk);
  expect(fewer?.neighbours).toHaveLength(20);
  expect(fewer?.neighbours.at(-1)?.id).toBe(latest);
  expect(fewer?.further).toBeUndefined();
  for (const id of ids.slice(0, -3)) await admin.call(devices.remove, { params: { id } });
});

test('an OKM says whether it has a token', async () => {
  const token = await issueToken(admin, okm);
  expect((await servesOf(clerk))?.hasToken).toBe(true);
  await admin.call(devices.revokeToken, { params: { id: okm, tokenId: token.id } });
  expect((await servesOf(clerk))?.hasToken).toBe(false);
});

test('the list of a tenant finds no devices by the OKM of another', async () => {
  const { data } = await portal.as.harborAdmin.call(devices.list, { query: { controller_id: okm } });
  expect(data).toEqual([]);
});
