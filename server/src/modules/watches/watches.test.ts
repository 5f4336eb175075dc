import { activity } from '@keyward/contract/activity';
import { devices } from '@keyward/contract/devices';
import { groups } from '@keyward/contract/groups';
import { inbox } from '@keyward/contract/inbox';
import { type WatchInput, watches } from '@keyward/contract/watches';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clock } from '#core/clock.ts';
import { type NewEvent, writeEvents } from '#core/events/events.ts';
import { watchesByTime, watchesOfList } from '#core/watches/job.ts';
import { openOutbox } from '#testing/outbox.ts';
import { serials, tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin, clerk, manager } = portal.as;
const { context, messages, work } = openOutbox(portal);
const owner = portal.database.system;
await owner.query(`update profile set email = username || '@x.example' where tenant_id = $1`, [tenants.demo]);
const { data: definitions } = await admin.call(groups.definitions, {});
const location = definitions.find((d) => d.is_location);
const locationIdOf = (name: string) => location?.values.find((v) => v.name === name)?.id ?? '';

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
const make = async (more: Partial<WatchInput> = {}, caller = clerk) =>
  (await caller.call(watches.create, { body: watch(more) })).data;
const opened = (locationName = 'North', more: Partial<NewEvent> = {}): NewEvent => ({
  event: 'LOCK_UNLOCK',
  locations: [locationIdOf(locationName)],
  ...more,
});
const happen = (...events: NewEvent[]) => portal.inTenant('demo', (db) => writeEvents(db, events));
const judge = (resource = 'event') => watchesOfList.run({ tenantId: tenants.demo, resource }, context);
const sweep = async () => {
  await owner.query(`update watch set next_at = now()`);
  await watchesByTime.run(undefined, context);
};
const inboxEntries = async (caller = clerk) =>
  (await caller.call(inbox.list, {})).data.map(({ kind, details }) => [kind, details['count']]).toReversed();
/** Time by which the application's clock is ahead, in ms. */
let ahead = 0;
const minutesLater = (minutes: number) => (ahead += minutes * 60_000);
beforeEach(() => {
  ahead = 0;
  vi.spyOn(clock, 'now').mockImplementation(() => new Date(Date.now() + ahead));
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const table of ['watch', 'inbox_entry', 'watched_event']) await owner.query(`delete from ${table}`);
  messages.length = 0;
});

describe('new events', () => {
  test('give notice once, unless they are older than the watch or at other locations', async () => {
    await happen(opened());
    await make();
    await make({}, admin);
    await happen(opened('South'));
    await judge();
    expect(await inboxEntries()).toEqual([]);
    expect(await inboxEntries(admin)).toEqual([['watchRows', 1]]);
    await happen(opened(), opened(), opened('North', { event: 'KEY_CHECKOUT' }));
    await judge();
    await judge();
    expect(await inboxEntries()).toEqual([['watchRows', 2]]);
  });

  test('count by when they were received, not by when they happened', async () => {
    await make();
    await happen(opened('North', { time: new Date(Date.now() - 30 * 86_400_000) }));
    await judge();
    expect(await inboxEntries()).toEqual([['watchRows', 1]]);
  });

  test('give notice once with two processes', async () => {
    await make({ delivery: 'mail' });
    for (let i = 0; i < 5; i++) {
      await happen(opened());
      await Promise.all([judge(), judge(), sweep()]);
    }
    const entries = await inboxEntries();
    expect(entries.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(5);
    await work();
    expect(messages.filter(({ to }) => to === 'clerk@x.example')).toHaveLength(1);
  });

  test('of a transaction that is rolled back give no notice', async () => {
    await make();
    const failed = portal.inTenant('demo', async (db) => {
      await writeEvents(db, [opened()]);
      throw new Error('on purpose');
    });
    await expect(failed).rejects.toThrow('on purpose');
    await judge();
    expect(await inboxEntries()).toEqual([]);
  });

  test('are queued only where a watch could match', async () => {
    await happen(opened());
    await make();
    await happen(opened('North', { event: 'KEY_CHECKOUT' }), opened());
    expect((await owner.query('select event from watched_event')).rows).toEqual([{ event: 'LOCK_UNLOCK' }]);
  });

  test('are judged by a job that the change queues', async () => {
    await make();
    await happen(opened());
    await expect
      .poll(
        async () => (await owner.query(`select from graphile_worker.jobs where task_identifier = 'watches'`)).rowCount,
      )
      .toBeGreaterThan(0);
    await expect
      .poll(
        async () => {
          await work();
          return inboxEntries();
        },
        { timeout: 5_000 },
      )
      .toEqual([['watchRows', 1]]);
  });
});

describe('rows of a list', () => {
  test('that appear give notice, even when they come back', async () => {
    await make({ resource: 'device', base: 'Overview', filter: { name: 'like:Watched*' } }, admin);
    const { data } = await admin.call(devices.list, { query: { serial_number: serials.northPadlock } });
    const [lock] = data;
    if (!lock) throw new Error('no lock');
    const rename = (name: string) => admin.call(devices.update, { params: { id: lock.id }, body: { name } });
    await rename('Watched lock');
    await judge('device');
    await judge('device');
    expect(await inboxEntries(admin)).toEqual([['watchRows', 1]]);
    await rename(lock.name);
    await judge('device');
    await rename('Watched lock');
    await judge('device');
    expect(await inboxEntries(admin)).toEqual([
      ['watchRows', 1],
      ['watchRows', 1],
    ]);
    await rename(lock.name);
  });

  test('are counted, with one alarm and one recovery by two processes', async () => {
    await make({
      filter: { event: 'FOREIGN_KEY_DOCKED', event_time: 'gte:now-1h' },
      rule: { when: 'count', above: 1 },
    });
    await happen(
      opened('North', { event: 'FOREIGN_KEY_DOCKED' }),
      opened('North', { event: 'FOREIGN_KEY_DOCKED' }),
      opened('North', { event: 'FOREIGN_KEY_DOCKED' }),
    );
    await Promise.all([judge(), sweep(), judge()]);
    await sweep();
    expect((await inboxEntries()).map(([kind]) => kind)).toEqual(['watchCount']);
    minutesLater(120);
    await Promise.all([sweep(), sweep()]);
    minutesLater(3);
    await Promise.all([sweep(), sweep()]);
    await sweep();
    expect((await inboxEntries()).map(([kind]) => kind)).toEqual(['watchCount', 'watchCleared']);
  });

  test('that are still there after a time give notice', async () => {
    const okm = serials.northOkm;
    await owner.query(`update device set state_updated_at = now() where serial_number = $1`, [okm]);
    await make({ resource: 'device', base: 'OKMs Offline', filter: {}, rule: { when: 'still', minutes: 30 } });
    minutesLater(20);
    await sweep();
    minutesLater(29);
    await sweep();
    expect(await inboxEntries()).toEqual([]);
    minutesLater(1);
    await sweep();
    await sweep();
    expect(await inboxEntries()).toEqual([['watchStill', 1]]);
  });
});

describe('rights', () => {
  const without = async (username: string, then: () => Promise<void>) => {
    const { rows } = await owner.query<{ profile_id: string; role_id: string }>(
      `delete from profile_role where tenant_id = $1 and profile_id = (select id from profile where tenant_id = $1 and username = $2)
       returning profile_id, role_id`,
      [tenants.demo, username],
    );
    await then();
    for (const { profile_id: profile, role_id: role } of rows) {
      await owner.query('insert into profile_role (tenant_id, profile_id, role_id) values ($1, $2, $3)', [
        tenants.demo,
        profile,
        role,
      ]);
    }
  };

  test('a watch sleeps without the right, says so once, and wakes without a notice', async () => {
    await make();
    await without('clerk', async () => {
      await happen(opened());
      await judge();
      await sweep();
      expect((await inboxEntries()).map(([kind]) => kind)).toEqual(['watchAsleep']);
    });
    await happen(opened());
    await sweep();
    expect((await inboxEntries()).map(([kind]) => kind)).toEqual(['watchAsleep']);
    await happen(opened());
    await judge();
    expect((await inboxEntries()).map(([kind]) => kind)).toEqual(['watchAsleep', 'watchRows']);
  });

  test('a disabled owner gets nothing, and no backlog afterwards', async () => {
    await make({ delivery: 'mail' });
    const set = (disabled: boolean) =>
      owner.query(`update profile set disabled = $2 where tenant_id = $1 and username = 'clerk'`, [
        tenants.demo,
        disabled,
      ]);
    await set(true);
    await happen(opened());
    await judge();
    await set(false);
    await sweep();
    await work();
    expect(messages).toEqual([]);
    expect((await inboxEntries()).map(([kind]) => kind)).toEqual(['watchAsleep']);
  });
});

test('the preview says how often the watch would have given notice', async () => {
  const { resource, base, search } = watch();
  const filter = { event: 'KEY_CHECKIN' };
  const hours = (n: number) => new Date(Date.now() - n * 3_600_000);
  await happen(
    ...[1, 5, 5, 30, 24 * 20].map((n) =>
      opened('North', { event: 'KEY_CHECKIN', time: hours(n), receivedAt: hours(n) }),
    ),
  );
  const ask = async (rule: WatchInput['rule'], more: Record<string, string> = {}, caller = clerk) =>
    (await caller.call(watches.preview, { body: { resource, base, search, filter: { ...filter, ...more }, rule } }))
      .data;
  expect(await ask({ when: 'appears' })).toEqual({ rows: 5, times: 3 });
  expect(await ask({ when: 'count', above: 1 }, { event_time: 'gte:now-1d' })).toEqual({ rows: 3, times: 1 });
  expect(await ask({ when: 'appears' }, {}, manager)).toMatchObject({ times: 3 });
  const ofDevices = { resource: 'device', base, search, filter: {}, rule: { when: 'appears' } } as const;
  expect((await clerk.call(watches.preview, { body: ofDevices })).data.times).toBeNull();
});

test('a watch finds the rows that the list finds, for random filters', async () => {
  const types = ['LOCK_UNLOCK', 'KEY_CHECKOUT', 'KEY_CHECKIN'] as const;
  const filters = fc.record(
    {
      event: fc.subarray([...types], { minLength: 1 }).map((list) => list.join()),
      result: fc.constantFrom('unauthorized', 'success', 'NOT_EXISTS', 'not:success'),
      [`tags.${location?.id}`]: fc.constantFrom('North', 'South', 'North,South'),
      event_time: fc.constantFrom('gte:now-2h', 'lt:now-1h', 'gte:now-1d/d'),
    },
    { requiredKeys: [] },
  );
  const events = fc.array(
    fc.record({
      event: fc.constantFrom(...types),
      result: fc.constantFrom('unauthorized' as const, 'success' as const),
      locationName: fc.constantFrom('North', 'South'),
      hours: fc.integer({ min: 0, max: 30 }),
    }),
    { minLength: 1, maxLength: 8 },
  );
  await fc.assert(
    fc.asyncProperty(filters, events, fc.constantFrom(clerk, admin), async (filter, list, caller) => {
      const query: Record<string, string> = Object.fromEntries(
        Object.entries(filter).flatMap(([column, text]) => (text === undefined ? [] : [[column, text]])),
      );
      const total = async () => (await caller.call(activity.list, { query })).total_results;
      // left over from a run that failed
      for (const table of ['watch', 'inbox_entry', 'watched_event']) await owner.query(`delete from ${table}`);
      await make({ filter: query }, caller);
      await judge();
      const before = await total();
      await happen(
        ...list.map(({ hours, locationName, ...event }) =>
          opened(locationName, { ...event, time: new Date(Date.now() - hours * 3_600_000 - 60_000) }),
        ),
      );
      await judge();
      const counts = (await inboxEntries(caller)).map(([, count]) => Number(count));
      expect(counts.reduce((sum, n) => sum + n, 0)).toBe((await total()) - before);
      const { rows } = (
        await caller.call(watches.preview, {
          body: { resource: 'event', base: 'Overview', search: '', filter: query, rule: { when: 'appears' } },
        })
      ).data;
      expect(rows).toBe(await total());
    }),
    { numRuns: 25 },
  );
});
