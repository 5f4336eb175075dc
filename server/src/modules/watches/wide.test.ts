import { inbox } from '@keyward/contract/inbox';
import { watches } from '@keyward/contract/watches';
import { expect, test } from 'vitest';
import { watchesOfList } from '#core/watches/job.ts';
import { openOutbox } from '#testing/outbox.ts';
import { serials, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin } = portal.as;
const { context } = openOutbox(portal);
const owner = portal.database.system;

const add = (from: number, to: number) =>
  owner.query(
    `insert into device (tenant_id, name, serial_number, device_type_id, location_definition_id, location_value_id)
     select tenant_id, 'Many ' || n, 'FFFF' || lpad(n::text, 12, '0'), device_type_id, location_definition_id, location_value_id
     from device, generate_series($3::int, $4::int) n where tenant_id = $1 and serial_number = $2`,
    [tenants.demo, serials.northPadlock, from, to],
  );
const judge = () => watchesOfList.run({ tenantId: tenants.demo, resource: 'device' }, context);
const inboxEntries = async () =>
  (await admin.call(inbox.list, {})).data.map(({ kind, details }) => [kind, details['count']]).toReversed();
const states = async () => (await admin.call(watches.list)).data.map(({ state }) => state);

test('a watch for new rows sleeps while its view has more than it can remember, says so once, and wakes', async () => {
  await admin.call(watches.create, {
    body: {
      name: 'Mine',
      resource: 'device',
      base: 'Overview',
      filter: { name: 'like:Many*' },
      search: '',
      rule: { when: 'appears' },
      delivery: 'digest',
      quiet: null,
    },
  });
  await add(1, 2_001);
  await judge();
  await judge();
  expect(await inboxEntries()).toEqual([['watchWide', undefined]]);
  expect(await states()).toEqual(['wide']);
  // its earlier notice is still to be mailed
  expect((await owner.query('select from inbox_entry where mail_at is not null')).rowCount).toBe(1);
  await owner.query(`delete from device where name like 'Many %' and length(name) > 6`);
  await judge();
  expect(await inboxEntries()).toEqual([['watchWide', undefined]]);
  expect(await states()).toEqual(['awake']);
  await add(3_001, 3_001);
  await judge();
  expect(await inboxEntries()).toEqual([
    ['watchWide', undefined],
    ['watchRows', 1],
  ]);
});
