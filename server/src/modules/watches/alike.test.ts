// Equal watches are read once for profiles with the same permissions and locations, and for no others.
import { auth } from '@keyward/contract/auth';
import { groups } from '@keyward/contract/groups';
import { inbox } from '@keyward/contract/inbox';
import { watches } from '@keyward/contract/watches';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type NewEvent, writeEvents } from '#core/events/events.ts';
import { watchesOfList } from '#core/watches/job.ts';
import { openOutbox } from '#testing/outbox.ts';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { admin, clerk } = portal.as;
const { context } = openOutbox(portal);
const owner = portal.database.system;
const { data: definitions } = await admin.call(groups.definitions, {});
const locationValues = definitions.find((d) => d.is_location)?.values ?? [];

const make = (name: string, filter: Record<string, string>, caller = clerk) =>
  caller.call(watches.create, {
    body: {
      name,
      resource: 'event',
      base: 'Overview',
      filter,
      search: '',
      rule: { when: 'appears' },
      delivery: 'inbox',
      quiet: null,
    },
  });
const opened = (locationName: string, more: Partial<NewEvent> = {}): NewEvent => ({
  event: 'LOCK_UNLOCK',
  locations: locationValues.filter(({ name }) => name === locationName).map(({ id }) => id),
  ...more,
});
const happen = async (...events: NewEvent[]) => {
  await portal.inTenant('demo', (db) => writeEvents(db, events));
  await watchesOfList.run({ tenantId: tenants.demo, resource: 'event' }, context);
};
const inboxCounts = async (caller = clerk) =>
  Object.fromEntries(
    (await caller.call(inbox.list, {})).data.map(({ details }) => [details['watch'], details['count']]),
  );
afterEach(async () => {
  for (const table of ['watch', 'inbox_entry', 'watched_event']) await owner.query(`delete from ${table}`);
});

test('events are counted for each filter, and for the locations of each owner', async () => {
  for (const caller of [clerk, admin]) {
    await make('Refused', { event: 'LOCK_UNLOCK', result: 'unauthorized' }, caller);
    await make('All', { event: 'LOCK_UNLOCK' }, caller);
    await make('All again', { event: 'LOCK_UNLOCK' }, caller);
  }
  await happen(opened('North'), opened('South'), opened('South', { result: 'unauthorized' }));
  expect(await inboxCounts()).toEqual({ All: 1, 'All again': 1 });
  expect(await inboxCounts(admin)).toEqual({ Refused: 1, All: 3, 'All again': 3 });
});

test('only events that can fit a watch are queued', async () => {
  const queued = async () => (await owner.query('select from watched_event')).rowCount;
  const write = (...events: NewEvent[]) => portal.inTenant('demo', (db) => writeEvents(db, events));
  await make('Refused', { event: 'LOCK_UNLOCK', result: 'unauthorized' });
  await write(opened('North'), opened('North', { event: 'KEY_CHECKOUT', result: 'unauthorized' }));
  expect(await queued()).toBe(0);
  await write(opened('North', { result: 'unauthorized' }), opened('North', { result: 'success' }));
  expect(await queued()).toBe(1);
  await make('Two', { result: 'success,failure' });
  await write(opened('North'), opened('North', { event: 'KEY_CHECKOUT', result: 'failure' }));
  expect(await queued()).toBe(2);
  await make('None', { event: 'LOCK_UNLOCK', result: 'unauthorized,NOT_EXISTS' });
  await write(opened('North'), opened('North', { event: 'KEY_CHECKOUT' }));
  expect(await queued()).toBe(3);
});

describe('when a watch cannot be judged', () => {
  beforeAll(async () => {
    // a sequence, because a rollback does not reset the number of attempts
    await owner.query(`
      create sequence attempts;
      create function break_watch() returns trigger language plpgsql as $$
      begin
        if new.details ->> 'watch' = 'Broken' then raise exception 'on purpose'; end if;
        perform nextval('attempts');
        return new;
      end $$;
      create trigger break_watch before insert on inbox_entry for each row execute function break_watch()`);
  });
  const attempts = async () =>
    (await owner.query<{ n: string }>(`select (nextval('attempts') - 1)::text as n, setval('attempts', 1, false)`))
      .rows[0]?.n;

  test('the other watches of its owner and those of others still give notice', async () => {
    for (const name of ['First', 'Broken', 'Last']) await make(name, { event: 'LOCK_UNLOCK' });
    await make('Other', { event: 'LOCK_UNLOCK' }, admin);
    await happen(opened('North'));
    expect(await inboxCounts()).toEqual({ First: 1, Last: 1 });
    expect(await inboxCounts(admin)).toEqual({ Other: 1 });
  });

  test('the watches of others are judged once by the events that follow', async () => {
    const people = await Promise.all(
      [admin, clerk].map(async (caller) => ({ caller, id: (await caller.call(auth.me)).data.id })),
    );
    // in the order in which they are judged
    const [other, broken] = people.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ caller }) => caller);
    await make('Broken', { event: 'LOCK_UNLOCK' }, broken);
    for (const name of ['Other', 'Other again']) await make(name, { event: 'LOCK_UNLOCK' }, other);
    await happen(opened('North'));
    await attempts();
    await happen(opened('North'));
    expect(await attempts()).toBe('2');
  });
});
