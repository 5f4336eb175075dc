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

test('watches are changed and deleted by their owner alone; an administrator sees them all', async () => {
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
