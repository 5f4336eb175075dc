// The locations of the board: how many keys of each are out and overdue, and the keys of one of them.
import { custody, type HeldKey } from '@keyward/contract/custody';
import { devices } from '@keyward/contract/devices';
import { groups } from '@keyward/contract/groups';
import { locations } from '@keyward/contract/locations';
import { expect, test } from 'vitest';
import { north, south, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin, manager } = portal.as;
const owner = portal.database.system;
const { data: definitions } = await admin.call(groups.definitions, {});
const location = definitions.find((d) => d.is_location);
const idOf = (name: string) => location?.values.find((value) => value.name === name)?.id ?? '';
const at = (...names: string[]) => ({ [`tags.${location?.id}`]: names.join() });

let made = 0;
async function newKey(place: string) {
  const serial_number = `7E0000000002${String(++made).padStart(4, '0')}`;
  const tags = [{ tagId: location?.id ?? '', values: [place] }];
  return (await admin.call(devices.create, { body: { name: `Key ${made}`, serial_number, tags } })).data;
}
/** A new key at a location that a profile took so many minutes ago. */
async function keyOut(place: string, holder: string, minutes: number) {
  const key = await newKey(place);
  await owner.query(
    `insert into key_custody (tenant_id, device_id, profile_id, checked_out_at)
     select tenant_id, $1, id, now() - make_interval(mins => $3) from profile where tenant_id = $4 and username = $2`,
    [key.id, holder, minutes, tenants.demo],
  );
  return key;
}
const board = (who = admin, query: Record<string, string> = {}) => who.call(custody.board, { query });
const idsOf = (rows: readonly HeldKey[]) => rows.map(({ id }) => id);
const curfewOf = (place: string, curfew: string | null) =>
  admin.call(locations.update, {
    params: { id: idOf(place) },
    body: { time_zone: null, week: null, exceptions: [], curfew },
  });

test('counts the keys of each location, the most overdue first, and shows those of one of them', async () => {
  await curfewOf(south, '1h');
  for (const minutes of [5, 6, 7]) await keyOut(north, 'clerk', minutes);
  const late = await keyOut(south, 'clerk', 90);
  await keyOut(south, 'clerk', 30);
  const nowhere = await keyOut(north, 'clerk', 8);
  await owner.query('update device set location_value_id = null, location_definition_id = null where id = $1', [
    nowhere.id,
  ]);
  const all = [
    { location: { id: idOf(south), name: south }, out: 2, overdue: 1 },
    { location: { id: idOf(north), name: north }, out: 3, overdue: 0 },
    { location: null, out: 1, overdue: 0 },
  ];
  expect((await board()).locations).toEqual(all);
  expect((await board(admin, { results_per_page: '1', page: '9' })).locations).toEqual(all);
  // what is shown is the location's, what there is to choose stays
  const there = await board(admin, { location: idOf(south), results_per_page: '1' });
  expect(there).toMatchObject({ total_results: 2, counts: { overdue: 1, inTime: 0, dueSoon: 1 }, locations: all });
  expect(idsOf(there.data)).toEqual([late.id]);
  const none = await board(admin, { location: 'NOT_EXISTS' });
  expect([idsOf(none.data), none.total_results, none.locations]).toEqual([[nowhere.id], 1, all]);
  // within the header's filter and the caller's locations
  expect(await board(admin, { ...at(north), location: idOf(south) })).toMatchObject({
    data: [],
    total_results: 0,
    locations: [all[1]],
  });
  expect((await board(manager)).locations).toEqual([all[1]]);
  expect(await board(manager, { location: idOf(south) })).toMatchObject({
    data: [],
    total_results: 0,
    locations: [all[1]],
  });
  await owner.query('delete from key_custody');
  expect(await board(admin, { location: idOf(south) })).toMatchObject({ total_results: 0, locations: [] });
  expect(await admin.refused(custody.board, { query: { location: 'South' } })).toMatchObject({ status: 400 });
});
