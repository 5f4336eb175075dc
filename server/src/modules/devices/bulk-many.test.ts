// Changes to hundreds of devices at once.
import { type DeviceChange, deviceChanges } from '@keyward/contract/device-changes';
import { devices } from '@keyward/contract/devices';
import { groups } from '@keyward/contract/groups';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { serials, south, tenants } from '#testing/people.ts';
import { type Caller, openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin, manager } = portal.as;
const owner = portal.database.system;

const { data: definitions } = await admin.call(groups.definitions, {});
const idOf = (label: string) => definitions.find((definition) => definition.label === label)?.id ?? '';
const [location, department] = [idOf('Location'), idOf('Department')];
const toys: DeviceChange = { kind: 'tag', tagId: department, give: ['Toys'], take: [] };
const withoutToys: DeviceChange = { kind: 'tag', tagId: department, give: [], take: ['Toys'] };
const toSouth: DeviceChange = { kind: 'tag', tagId: location, give: [south], take: [] };
const dualAuth: DeviceChange = { kind: 'dualAuth', on: true };

/** Adds locks at North, and selects them by a search. */
async function chosen(word: string, digit: string, count: number) {
  await owner.query(
    `insert into device (tenant_id, device_type_id, name, serial_number, location_definition_id, location_value_id)
     select d.tenant_id, d.device_type_id, $3 || ' ' || n, $4 || lpad(n::text, 15, '0'), d.location_definition_id, d.location_value_id
     from device d, generate_series(1, $5::int) n where d.tenant_id = $1 and d.serial_number = $2`,
    [tenants.demo, serials.northPadlock, word, digit, count],
  );
  return { filterData: { search: `${word} ` }, count };
}

test('two people who each send a change of 500 devices twice at once both make it, and exactly once', async () => {
  const rows = await chosen('Crowd', 'C', 500);
  const press = (by: Caller, change: DeviceChange, key: string) =>
    by.with({ 'idempotency-key': key }).request(deviceChanges.apply, { body: { rows, change } });
  const [hers, his] = [randomUUID(), randomUUID()];
  const replies = await Promise.all([
    press(admin, toys, hers),
    press(manager, dualAuth, his),
    press(admin, toys, hers),
    press(manager, dualAuth, his),
  ]);
  // the second request is answered like the first, or that the first is in progress
  for (const { status } of replies) expect([200, 409]).toContain(status);
  const again = await Promise.all([press(admin, toys, hers), press(manager, dualAuth, his)]);
  const ids = [...replies, ...again].filter(({ status }) => status === 200).map(({ body }) => JSON.stringify(body));
  expect(new Set(ids).size).toBe(2);
  for (const one of ids) expect(JSON.parse(one).data).toMatchObject({ changed: 500, id: expect.any(String) });
  const { rows: found } = await owner.query<{ versions: number[]; changes: number; events: number }>(
    `select array_agg(distinct d.version) as versions, (select count(*)::int from bulk_change_device c
         join device o on o.id = c.device_id where o.name like 'Crowd %') as changes,
       (select count(*)::int from event e join device o on o.id = e.entity_id
         where o.name like 'Crowd %' and e.event = 'MODIFY_DEVICE') as events
     from device d where d.name like 'Crowd %'`,
  );
  expect(found).toEqual([{ versions: [3], changes: 1000, events: 1000 }]);
});

test('a repeated call that changed no device gets the same answer', async () => {
  const rows = await chosen('Idle', 'B', 3);
  const keyed = admin.with({ 'idempotency-key': randomUUID() });
  const press = async () => (await keyed.call(deviceChanges.apply, { body: { rows, change: withoutToys } })).data;
  expect([await press(), await press()]).toEqual([
    { changed: 0, id: null },
    { changed: 0, id: null },
  ]);
});

test('a thousand devices that a query selects are previewed and changed in one call each', async () => {
  const rows = await chosen('Many', 'E', 1000);
  const { data: seen } = await admin.call(deviceChanges.preview, { body: { rows, change: toSouth } });
  expect([seen.changed, seen.devices.length]).toEqual([1000, 100]);
  const { data } = await admin.call(deviceChanges.apply, { body: { rows, change: toSouth } });
  expect(data.changed).toBe(1000);
  const found = async () =>
    (await admin.call(devices.list, { query: { search: 'Many ', [`tags.${location}`]: south } })).total_results;
  expect(await found()).toBe(1000);
  expect((await admin.call(deviceChanges.undo, { params: { id: data.id ?? '' } })).data).toMatchObject({
    changed: 1000,
  });
  expect(await found()).toBe(0);
});

test('a preview names a hundred of the refused devices, and gives the ids of all', async () => {
  const rows = await chosen('Refusing', 'F', 102);
  const { data: seen } = await manager.call(deviceChanges.preview, { body: { rows, change: toSouth } });
  expect([seen.changed, seen.refused.length, seen.refusals]).toEqual([0, 100, 102]);
  const { rows: all } = await owner.query<{ id: string }>(`select id from device where name like 'Refusing %'`);
  expect(seen.refusedIds.toSorted()).toEqual(all.map(({ id }) => id).toSorted());
});
