// Watches and time: a period of a watch ends by itself, whichever job saw it begin, and events before a watch are not notified.
import { groups } from '@keyward/contract/groups';
import { inbox } from '@keyward/contract/inbox';
import { type WatchInput, watches } from '@keyward/contract/watches';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clock } from '#core/clock.ts';
import { writeEvents } from '#core/events/events.ts';
import { watchesByTime, watchesOfList } from '#core/watches/job.ts';
import { openOutbox } from '#testing/outbox.ts';
import { north, serials, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin, clerk } = portal.as;
const { context } = openOutbox(portal);
const owner = portal.database.system;

const watch = (more: Partial<WatchInput> = {}): WatchInput => ({
  name: 'Mine',
  resource: 'device',
  base: 'Overview',
  filter: { security_status: 'unsecured' },
  search: '',
  rule: { when: 'count', above: 0 },
  delivery: 'inbox',
  quiet: null,
  ...more,
});
const make = async (more: Partial<WatchInput> = {}, caller = admin) =>
  (await caller.call(watches.create, { body: watch(more) })).data;
const judge = (resource = 'device') => watchesOfList.run({ tenantId: tenants.demo, resource }, context);
let ahead = 0;
/** Moves the application's clock and the database's times ahead by a minute, and runs the job of each minute. */
const minute = async () => {
  ahead += 60_000;
  await owner.query(`update watch set next_at = next_at - interval '1 minute'`);
  await watchesByTime.run(undefined, context);
};
const minutes = async (count: number) => {
  for (let i = 0; i < count; i++) await minute();
};
const setUnsecured = (isUnsecured: boolean) =>
  owner.query('update device set security_status = $3 where tenant_id = $1 and serial_number = $2', [
    tenants.demo,
    serials.northPadlock,
    isUnsecured ? 'unsecured' : 'secured',
  ]);
const setReported = (ago: string) =>
  owner.query('update device set state_updated_at = now() - $2::interval where tenant_id = $1', [tenants.demo, ago]);
const inboxEntries = async (caller = admin) =>
  (await caller.call(inbox.list, {})).data.map(({ kind, details }) => [kind, details['count']]).toReversed();

beforeEach(async () => {
  ahead = 0;
  vi.spyOn(clock, 'now').mockImplementation(() => new Date(Date.now() + ahead));
  await owner.query(`update device set security_status = 'secured' where tenant_id = $1`, [tenants.demo]);
  await setReported('1 minute');
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const table of ['watch', 'inbox_entry', 'watched_event']) await owner.query(`delete from ${table}`);
});

describe('the job of each minute', () => {
  test('ends a time that began with a change of the list', async () => {
    await make({ rule: { when: 'still', minutes: 1 } });
    await minute();
    await setUnsecured(true);
    await judge();
    await minute();
    expect(await inboxEntries()).toEqual([['watchStill', 1]]);
  });

  test('ends a time that began with the job itself', async () => {
    await make({ rule: { when: 'still', minutes: 1 } });
    await setUnsecured(true);
    await minutes(2);
    expect(await inboxEntries()).toEqual([['watchStill', 1]]);
  });

  test('ends a time that began with a change of the watch', async () => {
    await setUnsecured(true);
    const { id } = await make({ rule: { when: 'appears' } });
    await minute();
    const { name, delivery, quiet } = watch();
    const rule = { when: 'still', minutes: 1 } as const;
    await admin.call(watches.update, { params: { id }, body: { name, delivery, quiet, rule } });
    await minute();
    expect(await inboxEntries()).toEqual([['watchStill', 1]]);
  });

  test('clears an alarm, so that the next one gives notice', async () => {
    await make();
    await minute();
    await setUnsecured(true);
    await judge();
    await setUnsecured(false);
    await judge();
    await minutes(2);
    await setUnsecured(true);
    await judge();
    expect((await inboxEntries()).map(([kind]) => kind)).toEqual(['watchCount', 'watchCleared', 'watchCount']);
  });

  test('notices an OKM that no longer reports, even for a watch made by an earlier release', async () => {
    await make({ filter: { connectivity: 'offline', serial_number: serials.northOkm } });
    await owner.query('update watch set timed = false');
    await minute();
    await setReported('1 day');
    await minute();
    expect(await inboxEntries()).toEqual([['watchCount', 1]]);
  });
});

test.each<[WatchInput['resource'], string, string]>([
  ['device', 'connectivity', 'offline'],
  ['secure-key', 'status', 'expired'],
  ['secure-key-invitation', 'can_be_cancelled', 'true'],
  ['secure-key-invitation', 'can_be_resent', 'true'],
])('a watch on %s with %s=%s is judged by time', async (resource, column, value) => {
  await make({ resource, filter: { [column]: value } });
  await make({ resource, filter: {} });
  const { rows } = await owner.query('select timed from watch order by id');
  expect(rows).toEqual([{ timed: true }, { timed: false }]);
});

describe('an event that waits to be judged', () => {
  const ofEvents: Partial<WatchInput> = {
    resource: 'event',
    filter: { event: 'LOCK_UNLOCK' },
    rule: { when: 'appears' },
  };
  const opened = async () => {
    const { data } = await admin.call(groups.definitions, {});
    const locationValue = data.find((one) => one.is_location)?.values.find(({ name }) => name === north);
    await portal.inTenant('demo', (db) =>
      writeEvents(db, [{ event: 'LOCK_UNLOCK', locations: [locationValue?.id ?? ''] }]),
    );
  };

  test('is ignored by a watch that begins after it', async () => {
    await make(ofEvents);
    await opened();
    await make({ ...ofEvents, name: 'Later' }, clerk);
    await judge('event');
    expect(await inboxEntries()).toEqual([['watchRows', 1]]);
    expect(await inboxEntries(clerk)).toEqual([]);
    await opened();
    await judge('event');
    expect(await inboxEntries(clerk)).toEqual([['watchRows', 1]]);
  });

  test('is ignored by a watch that is changed after it', async () => {
    const { id } = await make(ofEvents);
    await opened();
    const { name, delivery, quiet } = watch();
    await admin.call(watches.update, { params: { id }, body: { name, delivery, quiet, rule: { when: 'appears' } } });
    await judge('event');
    expect(await inboxEntries()).toEqual([]);
  });

  test('gives notice even if the rights of the owner change before its turn', async () => {
    await make(ofEvents, clerk);
    await opened();
    await owner.query(
      `insert into profile_role (tenant_id, profile_id, role_id) select p.tenant_id, p.id, r.id from profile p join role r
         on r.tenant_id = p.tenant_id and r.name = 'Editor' where p.tenant_id = $1 and p.username = 'clerk'`,
      [tenants.demo],
    );
    // another process has locked the event
    await portal.inTenant('demo', async (db) => {
      await db.selectFrom('watched_event').select('id').forUpdate().execute();
      await minute();
    });
    expect(await inboxEntries(clerk)).toEqual([]);
    await judge('event');
    expect(await inboxEntries(clerk)).toEqual([['watchRows', 1]]);
  });
});
