// Events around clock changes, and random actors, zones, ranges and filters, for the tests of pictures.
import { randomUUID } from 'node:crypto';
import { eventTypes } from '@keyward/contract/activity';
import fc from 'fast-check';
import { beforeAll } from 'vitest';
import { type NewEvent, writeEvents } from '#core/events/events.ts';
import { sumUpScope } from '#core/events/scope-slots.ts';
import { aggregateSlots } from '#core/events/slot-job.ts';
import { actorOf } from '#testing/actor.ts';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { deleteEvents } from './delete-events.ts';

const tenant = tenants.demo;
const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;

/** Clock changes of Berlin, New York, Lord Howe and Chatham, and a quiet day. */
const moments = [
  '2026-03-29T01:00:00.000Z',
  '2026-10-25T01:00:00.000Z',
  '2026-03-08T07:00:00.000Z',
  '2026-11-01T06:00:00.000Z',
  '2026-04-04T15:00:00.000Z',
  '2026-10-03T15:30:00.000Z',
  '2026-04-04T14:00:00.000Z',
  '2026-09-26T14:00:00.000Z',
  '2026-07-15T12:00:00.000Z',
].map((text) => Date.parse(text));
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Pacific/Kiritimati',
];
const types = eventTypes.slice(0, 4);

/** Instants within a day and a half of a moment: any, or the ends of a quarter hour and their neighbours. */
const instants = fc
  .tuple(
    fc.constantFrom(...moments),
    fc.oneof(
      fc.integer({ min: -1.5 * dayMs, max: 1.5 * dayMs }),
      fc
        .tuple(fc.integer({ min: -144, max: 144 }), fc.constantFrom(-1, 0, 1))
        .map(([quarters, ms]) => quarters * 15 * minuteMs + ms),
    ),
  )
  .map(([moment, offset]) => new Date(moment + offset));
/** One was renamed, and one has the name of another; the one without an id is a reported name that is not known. */
const people = [
  { domain: 'profile', id: '018f0000-0000-7000-8000-000000000001', name: 'Ada' },
  { domain: 'profile', id: '018f0000-0000-7000-8000-000000000001', name: 'Ada Lovelace' },
  { domain: 'profile', id: '018f0000-0000-7000-8000-000000000002', name: 'Mallory' },
  { domain: 'profile', id: null, name: 'Mallory' },
  { domain: 'profile', id: null, name: 'MALLORY' },
  { domain: 'profile', id: null, name: 'not:a, b*' },
] as const;

/** A portal with the events, for one test file: the files of one worker share this module, and each closes its portal. */
export async function openPictures() {
  const portal = await openPortal();
  const { system } = portal.database;
  const { rows: locationValues } = await system.query<{ id: string; name: string; tag: string }>(
    `select v.id, v.name, d.id as tag from tag_value v join tag_definition d on d.tenant_id = v.tenant_id and d.id = v.tag_definition_id
     where v.tenant_id = $1 and d.is_location and v.name in ('North', 'South') order by v.name`,
    [tenant],
  );
  const [north] = locationValues;
  const many = [...locationValues.map(({ id }) => id), ...Array.from({ length: 4 }, () => randomUUID())];
  const at = (filter: string) => ({ [`tags.${north?.tag}`]: filter });
  const events = fc
    .sample(
      fc.record({
        id: fc.uuid({ version: 7 }),
        event: fc.constantFrom(...types),
        time: instants,
        result: fc.constantFrom('unauthorized', 'unauthorized', 'success', undefined),
        agent: fc.constantFrom(undefined, ...people),
        locations: fc.subarray(locationValues.map(({ id }) => id)),
      }),
      { numRuns: 600, seed: 5 },
    )
    .map(
      ({ result, agent, ...event }) =>
        ({
          ...event,
          ...(result ? { result } : {}),
          ...(agent ? { agent } : {}),
          receivedAt: event.time,
        }) satisfies NewEvent,
    );

  beforeAll(async () => {
    await deleteEvents(system, tenant);
    const write = (some: NewEvent[]) => portal.inTenant('demo', (db) => writeEvents(db, some));
    await write(events.slice(0, 200));
    await portal.inTenant('demo', aggregateSlots);
    await portal.inTenant('demo', (db) => sumUpScope(db, many));
    await write(events.slice(200, 400));
    await portal.inTenant('demo', aggregateSlots);
    // events that are not yet summed up
    await write(events.slice(400));
  });

  const actors = {
    /** The actor whose slots are summed up. */
    many: actorOf(tenant, many),
    all: actorOf(tenant, 'all'),
    north: actorOf(tenant, [north?.id ?? '']),
    both: actorOf(
      tenant,
      locationValues.map(({ id }) => id),
    ),
    none: actorOf(tenant, []),
  };
  const cases = fc.record({
    actor: fc.constantFrom<keyof typeof actors>('all', 'all', 'many', 'many', 'north', 'both', 'none'),
    zone: fc.constantFrom(...zones),
    bucket: fc.constantFrom('hour' as const, 'day' as const),
    ends: fc.tuple(instants, fc.oneof(fc.integer({ min: 1, max: dayMs }), fc.integer({ min: 1, max: 9 * dayMs }))),
    location: fc.constantFrom(
      undefined,
      'North',
      'North,South',
      'NOT_EXISTS',
      'not:North',
      'EXISTS',
      'South,NOT_EXISTS',
    ),
    event: fc.constantFrom(undefined, undefined, types[0], `${types[0]},${types[1]}`, `not:${types[2]}`),
  });
  return { portal, tenant, system, at, events, actors, cases };
}
