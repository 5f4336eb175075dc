// The locations of the board: the number of keys of each that are out and overdue, and the keys of one of them.
import { custody } from '@keyward/contract/custody';
import { expect, test } from 'vitest';
import { north, south } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { openBoard } from './board.testing.ts';

const portal = await openPortal();
const { admin, manager } = portal.as;
const { owner, idOf, at, keyOut, board, idsOf, curfewOf } = await openBoard(portal);

test('counts the keys of each location, the most overdue first, and shows those of a chosen one', async () => {
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
  // rows and counts are those of the location; the locations to choose from stay
  const there = await board(admin, { location: idOf(south), results_per_page: '1' });
  expect(there).toMatchObject({ total_results: 2, counts: { overdue: 1, inTime: 0, dueSoon: 1 }, locations: all });
  expect(idsOf(there.data)).toEqual([late.id]);
  const none = await board(admin, { location: 'NOT_EXISTS' });
  expect([idsOf(none.data), none.total_results, none.locations]).toEqual([[nowhere.id], 1, all]);
  // locations stay within the header's filter and the caller's own
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
