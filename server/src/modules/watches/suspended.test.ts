// Watches of a suspended tenant, judged during the suspension and once the tenant is resumed.
import { inbox } from '@keyward/contract/inbox';
import { type WatchInput, watches } from '@keyward/contract/watches';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clock } from '#core/clock.ts';
import { writeEvents } from '#core/events/events.ts';
import { inboxMails } from '#core/watches/held-back.ts';
import { watchesByTime, watchesOfList } from '#core/watches/job.ts';
import { openOutbox } from '#testing/outbox.ts';
import { serials, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin } = portal.as;
const { context, messages, work } = openOutbox(portal);
const owner = portal.database.system;

const suspend = (suspended: boolean) =>
  owner.query('update tenant set suspended_at = case when $2 then now() end where id = $1', [tenants.demo, suspended]);
const make = (more: Partial<WatchInput> = {}) =>
  admin.call(watches.create, {
    body: {
      name: 'New ones',
      resource: 'device',
      base: 'Overview',
      filter: { name: 'New' },
      search: '',
      rule: { when: 'count', above: 0 },
      delivery: 'mail',
      quiet: null,
      ...more,
    },
  });
let made = 0;
const addDevice = () =>
  owner.query(
    `insert into device (tenant_id, name, serial_number, device_type_id, location_definition_id, location_value_id)
     select tenant_id, 'New', 'FFFF' || lpad($3, 12, '0'), device_type_id, location_definition_id, location_value_id
     from device where tenant_id = $1 and serial_number = $2`,
    [tenants.demo, serials.northPadlock, `${made++}`],
  );
const deleteDevices = () => owner.query(`delete from device where name = 'New'`);
const judge = (resource = 'device') => watchesOfList.run({ tenantId: tenants.demo, resource }, context);
const byTime = () => watchesByTime.run(undefined, context);
const mailed = async () => {
  await inboxMails.run(undefined, context);
  await work();
  return messages.splice(0).map(({ to }) => to);
};
const inboxEntries = async () =>
  (await admin.call(inbox.list, {})).data.map(({ kind, details }) => `${kind} ${details['watch']}`);
/** Time by which the application's clock is ahead, in ms. */
let ahead = 0;
const minutesLater = (minutes: number) => (ahead += minutes * 60_000);

beforeEach(() => {
  ahead = 0;
  vi.spyOn(clock, 'now').mockImplementation(() => new Date(Date.now() + ahead));
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const table of ['watch', 'inbox_entry', 'watched_event', 'mail']) await owner.query(`delete from ${table}`);
  await deleteDevices();
  messages.length = 0;
});

test('an alarm that begins during the suspension and still holds gives notice after the suspension', async () => {
  await make();
  await suspend(true);
  await addDevice();
  await judge();
  await byTime();
  expect(await mailed()).toEqual([]);
  await suspend(false);
  expect(await inboxEntries()).toEqual([]);
  await judge();
  expect(await inboxEntries()).toEqual(['watchCount New ones']);
  expect(await mailed()).toEqual(['admin@demo.example']);
});

test('an earlier alarm that ends during the suspension recovers, and one that goes on gives no second notice', async () => {
  await make();
  await make({ name: 'Several', rule: { when: 'count', above: 1 } });
  await addDevice();
  await addDevice();
  await judge();
  const alarms = ['watchCount New ones', 'watchCount Several'];
  expect((await inboxEntries()).toSorted()).toEqual(alarms);
  await suspend(true);
  await deleteDevices();
  await addDevice();
  await judge();
  minutesLater(3);
  await judge();
  await suspend(false);
  await judge();
  minutesLater(3);
  await judge();
  expect((await inboxEntries()).toSorted()).toEqual(['watchCleared Several', ...alarms]);
});

test('changes during the suspension are judged by the job of each minute, without another change', async () => {
  await make();
  await suspend(true);
  await addDevice();
  await judge();
  await owner.query('update watch set next_at = now()');
  await byTime();
  await suspend(false);
  await byTime();
  expect(await inboxEntries()).toEqual(['watchCount New ones']);
});

test('events during the suspension wait for its end, and give notice once', async () => {
  await make({ resource: 'event', filter: { event: 'LOCK_UNLOCK' }, rule: { when: 'appears' } });
  await suspend(true);
  await portal.inTenant('demo', (db) => writeEvents(db, [{ event: 'LOCK_UNLOCK', locations: [] }]));
  await judge('event');
  await byTime();
  expect(await mailed()).toEqual([]);
  await suspend(false);
  await byTime();
  await judge('event');
  expect(await inboxEntries()).toEqual(['watchRows New ones']);
  expect(await mailed()).toEqual(['admin@demo.example']);
});

test('a waiting digest is mailed at its time, or after the suspension', async () => {
  await make({ rule: { when: 'appears' }, delivery: 'digest' });
  await addDevice();
  await judge();
  await suspend(true);
  await addDevice();
  await judge();
  await owner.query('update inbox_entry set mail_at = now()');
  expect(await mailed()).toEqual([]);
  await suspend(false);
  expect(await mailed()).toEqual(['admin@demo.example']);
});
