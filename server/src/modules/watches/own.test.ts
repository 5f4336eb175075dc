import { groups } from '@keyward/contract/groups';
import { type WatchInput, watches } from '@keyward/contract/watches';
import { expect, test } from 'vitest';
import { serials, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin, clerk } = portal.as;
await portal.database.system.query(`update profile set is_keyward_admin = true where username = 'admin'`);
const watch = (more: Partial<WatchInput> = {}): WatchInput => ({
  name: 'Mine',
  resource: 'event',
  base: 'Overview',
  filter: { event: 'LOCK_UNLOCK' },
  search: '',
  rule: { when: 'appears' },
  delivery: 'inbox',
  quiet: null,
  ...more,
});
const make = async () => (await clerk.call(watches.create, { body: watch() })).data;

test('watches are changed and deleted only by their owner; an administrator sees them all', async () => {
  const mine = await make();
  const { name, rule, delivery, quiet } = watch({ name: 'Renamed' });
  const body = { name, rule, delivery, quiet };
  const params = { id: mine.id };
  expect(await admin.refused(watches.update, { params, body })).toMatchObject({ status: 404 });
  const { data: changed } = await clerk.call(watches.update, { params, body, ifMatch: mine.version });
  expect(changed).toMatchObject({ name: 'Renamed', version: mine.version + 1 });
  expect(await clerk.refused(watches.update, { params, body, ifMatch: mine.version })).toMatchObject({ status: 412 });
  expect((await admin.call(watches.all)).data).toMatchObject([{ id: mine.id, name: 'Renamed' }]);
  expect((await admin.call(watches.list)).data).toEqual([]);
  await clerk.call(watches.remove, { params });
  expect((await clerk.call(watches.list)).data).toEqual([]);
});

test('a watch for new rows needs a view that it can remember; a person has at most 50', async () => {
  await portal.database.system.query(
    `insert into device (tenant_id, name, serial_number, device_type_id, location_definition_id, location_value_id)
     select tenant_id, 'Many ' || n, 'FFFF' || lpad(n::text, 12, '0'), device_type_id, location_definition_id, location_value_id
     from device, generate_series(1, 2001) n where tenant_id = $1 and serial_number = $2`,
    [tenants.demo, serials.northPadlock],
  );
  const body = watch({ resource: 'device', filter: { name: 'like:Many*' } });
  expect(await admin.refused(watches.create, { body })).toMatchObject({ status: 422, code: 'watchTooWide' });
  for (let i = 0; i < 50; i++) await make();
  expect(await clerk.refused(watches.create, { body: watch() })).toMatchObject({ status: 409, code: 'watchLimit' });
});

test('the watches of all owners come in pages of 50 by name, and continue after a deleted one', async () => {
  const { system } = portal.database;
  await system.query('delete from watch');
  const { data: definitions } = await admin.call(groups.definitions, {});
  const location = definitions.find((d) => d.is_location);
  const north = location?.values.find(({ name }) => name === 'North');
  const content = { filter: { [`tags.${location?.id}`]: north?.id }, search: '' };
  await system.query(
    `insert into watch (tenant_id, owner_id, name, resource, base, content, rule, delivery, timed, updated_by)
     select p.tenant_id, p.id, case n % 2 when 0 then 'watch ' else 'Watch ' end || lpad((n / 2)::text, 3, '0'), 'device', 'Overview',
       $2, '{"when":"appears"}', 'inbox', false, p.name
     from profile p, generate_series(1, 119) n where p.tenant_id = $1 and p.username = 'clerk'`,
    [tenants.demo, JSON.stringify(content)],
  );
  const first = await admin.call(watches.all);
  expect([first.data.length, first.data[0]?.name]).toEqual([50, 'Watch 000']);
  // present names of values
  expect(first.data.every(({ filter }) => filter[`tags.${location?.id}`] === 'North')).toBe(true);
  await system.query('delete from watch where id = $1', [first.data.at(-1)?.id]);
  const second = await admin.call(watches.all, { query: { cursor: first.next } });
  const third = await admin.call(watches.all, { query: { cursor: second.next } });
  expect([second.data.length, third.data.length, third.next]).toEqual([50, 19, undefined]);
  const names = [first, second, third].flatMap(({ data }) => data.map(({ name }) => name.toLowerCase()));
  expect(names).toEqual(names.toSorted());
  expect(new Set([first, second, third].flatMap(({ data }) => data.map(({ id }) => id))).size).toBe(119);
  expect(await admin.refused(watches.all, { query: { cursor: 'x' } })).toMatchObject({ code: 'invalidCursor' });
  await system.query('delete from watch');
});

test('quiet hours that end at the time at which they begin are refused', async () => {
  const quiet = { from: '22:00', to: '22:00' };
  const refused = { status: 400, code: 'invalidField', constraint: 'quiet.to' };
  expect(await clerk.refused(watches.create, { body: watch({ quiet }) })).toMatchObject(refused);
  const mine = await make();
  const { name, rule, delivery } = mine;
  const body = { name, rule, delivery, quiet };
  expect(await clerk.refused(watches.update, { params: { id: mine.id }, body })).toMatchObject(refused);
  expect((await clerk.call(watches.list)).data).toMatchObject([{ id: mine.id, quiet: null }]);
  await clerk.call(watches.remove, { params: { id: mine.id } });
});
