import { randomUUID } from 'node:crypto';
import { eventResults, eventTypes } from '@keyward/contract/activity';
import { weekdays } from '@keyward/contract/weekdays';
import { type EntityKind, entityKinds } from '@keyward/contract/kinds';
import type { Filter } from '@keyward/contract/filter';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { type NewEvent, writeEvents } from '#core/events/events.ts';
import { aggregateParties } from '#core/events/party-job.ts';
import type { Actor } from '#core/auth/session.ts';
import { rows } from '#db/tenant.ts';
import { eventList } from '#modules/activity/list.ts';
import { nightly } from '#testing/nightly.ts';
import { openPortal } from '#testing/portal.ts';
import { tenants } from '#testing/people.ts';
import {
  anyFits,
  run,
  few,
  instantFits,
  numberFits,
  type Query,
  queryOf,
  searchFits,
  someFilters,
  textFits,
  readAll,
  checkCases,
} from './model.ts';
import { actorOf } from '#testing/actor.ts';

const portal = await openPortal();
const tenant = tenants.demo;
const types = eventTypes.slice(0, 6);
const locationNames = ['North', 'South', 'Ｅａｓｔ'];
const [location = ''] = await portal.inTenant('demo', async (db) => {
  const [found] = await rows<{ id: string }>(db, 'select id from tag_definition where tenant_id = $1 and is_location', [
    tenant,
  ]);
  await rows(db, 'insert into tag_value (tenant_id, tag_definition_id, name, position) values ($1, $2, $3, 9)', [
    tenant,
    found?.id,
    locationNames[2],
  ]);
  return [found?.id];
});
const locationIds = await portal
  .inTenant('demo', (db) =>
    rows<{ id: string }>(
      db,
      'select id from tag_value where tenant_id = $1 and tag_definition_id = $2 order by array_position($3::text[], name)',
      [tenant, location, locationNames],
    ),
  )
  .then((found) => found.map(({ id }) => id));
const locationName = (id: string) => locationNames[locationIds.indexOf(id)] ?? '';
const ids = Array.from({ length: 6 }, () => randomUUID());
const names = ['Ada', 'ADA Berg', 'ｱﾀﾞ', 'アダ', '50%', 'x_y', 'Key 9', 'Key 10', 'Ｋｅｙ'];
/** Midnights, their neighbours, and many events at the same instant. */
const times = [
  '2026-02-27T23:59:59.999Z',
  '2026-02-28T00:00:00.000Z',
  '2026-02-28T00:00:00.001Z',
  '2026-02-28T13:00:00.000Z',
  '2026-03-01T00:00:00.000Z',
  '2026-03-02T08:00:00.000Z',
  '2026-03-02T23:59:59.999Z',
  '2026-03-05T00:00:00.000Z',
];

const counts = [1, 2, 9, 10];

const subject = fc.record({
  domain: fc.constantFrom<EntityKind>(...entityKinds),
  id: fc.constantFrom(...ids, null),
  name: fc.constantFrom(...names),
  email: fc.constantFrom('ada@x.example', 'ÉMILE@x.example', null),
});
const drawn: fc.Arbitrary<NewEvent> = fc.record(
  {
    event: fc.constantFrom(...types),
    time: fc.constantFrom(...times).map((t) => new Date(t)),
    agent: subject,
    entity: subject,
    result: fc.constantFrom(...eventResults),
    locations: fc.subarray(locationIds),
    id: fc.uuid({ version: 7 }),
    receivedAt: fc.constantFrom(...times).map((t) => new Date(t)),
    occurrence: fc.constantFrom(...counts),
  },
  { requiredKeys: ['event', 'time', 'locations', 'id', 'receivedAt'] },
);
const events = fc.sample(drawn, { numRuns: 400, seed: 11 });
const iso = (date: Date | undefined) => date?.toISOString() ?? '';

beforeAll(async () => {
  for (const table of [
    'event',
    'event_total',
    'event_count',
    'event_day',
    'event_party_total',
    'event_party_count',
    'event_party_new',
    'event_slot',
    'event_slot_new',
  ]) {
    await portal.database.system.query(`delete from ${table} where tenant_id = $1`, [tenant]);
  }
  for (let i = 0; i < events.length; i += 100) {
    await portal.inTenant('demo', (db) => writeEvents(db, events.slice(i, i + 100)));
    // the names of later events are not yet counted
    if (i === 200) await portal.inTenant('demo', aggregateParties);
  }
});

/** `sees`: filters know only those locations of an event that the caller may see. */
function fits(event: NewEvent, column: string, filter: Filter, sees: (locationId: string) => boolean): boolean {
  const { agent, entity } = event;
  const time = new Date(iso(event.time));
  if (column.startsWith('tags.')) return anyFits(event.locations.filter(sees).map(locationName), filter);
  const values: Record<string, string | null> = {
    event: event.event,
    weekday: weekdays[(time.getUTCDay() + 6) % 7] ?? null,
    result: event.result ?? null,
    agent_domain: agent?.domain ?? null,
    agent_id: agent?.id ?? null,
    entity_domain: entity?.domain ?? null,
    entity_id: entity?.id ?? null,
    'description.agentName': agent?.name ?? null,
    'description.agentEmail': agent?.email ?? null,
    'description.entityName': entity?.name ?? null,
    'description.entityEmail': entity?.email ?? null,
  };
  if (column === 'event_time') return instantFits(iso(event.time), filter);
  if (column === 'received_at') return instantFits(iso(event.receivedAt), filter);
  if (column === 'hour') return numberFits(time.getUTCHours(), filter);
  if (column === 'occurrence') return numberFits(event.occurrence ?? null, filter);
  return textFits(values[column] ?? null, filter);
}

const oneOf = (...values: string[]): fc.Arbitrary<Filter> =>
  fc.oneof(
    {
      weight: 4,
      // a value may be given twice
      arbitrary: fc.record({
        op: fc.constant('in' as const),
        values: fc.array(fc.constantFrom(...values), { minLength: 1, maxLength: values.length }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ op: fc.constant('exists' as const), value: fc.boolean() }) },
  );
const pattern = fc.constantFrom<Filter>(
  ...['a', 'ダ', '%', '_', 'key', 'KEY 1', 'é'].map((text): Filter => ({ op: 'like', pattern: ['*', { text }, '*'] })),
  { op: 'like', pattern: [{ text: 'ada' }, '*'] },
);
const name = fc.oneof(oneOf(...names), pattern);
const instant = fc.constantFrom(...times, '2026-03-02T00:00:00Z', '2026-03-04T00:00:00Z', '2026-02-27T00:00:00+09:00');
const instantFilter: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({ op: fc.constantFrom('gt' as const, 'lt' as const, 'gte' as const, 'lte' as const), value: instant }),
  fc.record({ op: fc.constant('range' as const), from: instant, to: instant }),
);
const hourFilter: fc.Arbitrary<Filter> = fc.oneof(
  oneOf('0', '9', '12', '23'),
  fc.record({ op: fc.constantFrom('gt' as const, 'lt' as const), value: fc.constantFrom('3', '12') }),
  fc.record({ op: fc.constant('range' as const), from: fc.constant('9'), to: fc.constantFrom('9', '17') }),
);
const filters = fc.oneof(
  // answered by counters
  someFilters({
    event: oneOf(...types),
    event_time: instantFilter,
    weekday: oneOf('MON', 'sun', 'fri'),
    hour: hourFilter,
    [`tags.${location}`]: oneOf('north', 'South', 'EAST'),
  }),
  few({
    event: oneOf(...types),
    event_time: instantFilter,
    weekday: oneOf('tue', 'sat'),
    hour: hourFilter,
    received_at: instantFilter,
    occurrence: fc.oneof(
      oneOf('2', '9', '11'),
      fc.record({ op: fc.constantFrom('gt' as const, 'lt' as const), value: fc.constantFrom('1', '2', '9') }),
    ),
    [`tags.${location}`]: fc.oneof(
      oneOf(...locationNames),
      fc.constant<Filter>({ op: 'like', pattern: ['*', { text: 'TH' }] }),
    ),
    result: oneOf(...eventResults),
    agent_domain: oneOf('profile', 'DEVICE'),
    entity_domain: oneOf(...entityKinds),
    agent_id: oneOf(...ids),
    entity_id: oneOf(...ids),
    'description.agentName': name,
    'description.agentEmail': fc.oneof(pattern, oneOf('ADA@x.example')),
    'description.entityName': name,
    'description.entityEmail': fc.oneof(pattern, oneOf('émile@x.example')),
  }),
);
const queries = fc.record({
  filters,
  search: fc.constantFrom('', '', '', ...names, 'a', 'key 1', '%', 'nothing', '@X.', 'émile'),
  sort: fc.constantFrom(
    '',
    '',
    'event_time:asc',
    'event:asc',
    'event:desc,event_time:asc',
    'event_time:desc,event:asc',
  ),
  scope: fc.constantFrom<number[] | 'all'>('all', 'all', [0], [1, 2], [0, 1, 2], []),
  size: fc.constantFrom(200, 200, 200, 200, 37, 5),
});

const keysOf: Record<string, (event: NewEvent) => string[]> = {
  event_time: (event) => [iso(event.time)],
  event: (event) => [event.event, iso(event.time)],
};

test('every filter, order, search and scope matches the plain model', { timeout: 60_000 }, async () => {
  await portal.inTenant('demo', async (db) => {
    await checkCases(
      { ms: nightly ? 20_000 : 2_000, numRuns: 5000 },
      queries,
      async ({ filters: drawnFilters, search, sort, scope, size }) => {
        const actor = actorOf(tenant, scope === 'all' ? 'all' : scope.map((i) => locationIds[i] ?? ''));
        const query = {
          ...queryOf(drawnFilters),
          ...(sort ? { sort } : {}),
          ...(search ? { search } : {}),
        };
        const sees = (locationId: string) => actor.allData || actor.locations.includes(locationId);
        const expected = events.filter(
          (event) =>
            (actor.allData || event.locations.some(sees)) &&
            searchFits(
              [event.agent?.name, event.agent?.email, event.entity?.name, event.entity?.email].map((t) => t ?? null),
              search,
            ) &&
            Object.entries(drawnFilters).every(([column, filter]) => fits(event, column, filter, sees)),
        );
        const keys = (sort || 'event_time:desc').split(',').map((pair) => pair.split(':'));
        const down = keys.at(-1)?.[1] === 'desc';
        const sorted = expected.toSorted((a, b) => {
          for (const [column = '', direction] of keys) {
            const [x = [], y = []] = [keysOf[column]?.(a), keysOf[column]?.(b)];
            for (const [i, value] of x.entries()) {
              if (value !== y[i]) return value < (y[i] ?? '') === (direction === 'asc') ? -1 : 1;
            }
          }
          return (a.id ?? '') < (b.id ?? '') === !down ? -1 : 1;
        });
        const found = await readAll({ db, actor, list: eventList, query }, size);
        expect(found.ids).toEqual(sorted.map((event) => event.id));
        expect(new Set(found.totals)).toEqual(new Set([expected.length]));
      },
    );
  });
});

test('pages by number, near and far, equal pages by cursor', async () => {
  const actor = actorOf(tenant, 'all');
  await portal.inTenant('demo', async (db) => {
    for (const query of [{}, { event: types.slice(0, 3).join(',') }, { sort: 'event:desc' }, { search: 'a' }]) {
      const { ids: byCursor, totals } = await readAll({ db, actor, list: eventList, query }, 30);
      const numbered: string[] = [];
      for (let page = 1; page <= Math.ceil((totals[0] ?? 0) / 30); page++) {
        const reply = await run({ db, actor, list: eventList, query: { ...query, page, results_per_page: 30 } });
        numbered.push(...reply.data.map((row) => row.id));
      }
      expect(numbered).toEqual(byCursor);
    }
  });
});

test('a word that matches more names than can be listed is found, with and without other conditions', async () => {
  const actor = actorOf(tenant, 'all');
  const [locationId = ''] = locationIds;
  const crowd = Array.from({ length: 1100 }, (_, i): NewEvent => ({
    event: 'LOGIN',
    agent: { domain: 'profile', id: null, name: `Crowd ${i}` },
    locations: i % 2 ? [locationId] : [],
  }));
  await portal.inTenant('demo', (db) => writeEvents(db, crowd.slice(0, 600)));
  await portal.inTenant('demo', aggregateParties);
  await portal.inTenant('demo', async (db) => {
    await writeEvents(db, crowd.slice(600));
    const found = async (query: Query, who: Actor) => {
      const { ids: all, totals } = await readAll({ db, actor: who, list: eventList, query }, 150);
      expect(new Set(all).size).toBe(all.length);
      expect(new Set(totals)).toEqual(new Set([all.length]));
      return all.length;
    };
    const atLocation = actorOf(tenant, [locationId]);
    expect(await found({ search: 'crowd' }, actor)).toBe(1100);
    expect(await found({ search: 'CROWD' }, atLocation)).toBe(550);
    expect(await found({ search: 'crowd', sort: 'event:asc' }, actor)).toBe(1100);
    expect(await found({ search: 'crowd', event: 'LOGIN' }, atLocation)).toBe(550);
    expect(await found({ search: 'crowd', event: 'not:LOGIN' }, actor)).toBe(0);
    expect(await found({ search: 'crowd', [`tags.${location}`]: 'NOT_EXISTS' }, actor)).toBe(550);
    expect(await found({ 'description.agentName': 'like:crowd*' }, atLocation)).toBe(550);
    expect(await found({ search: 'crowd 109' }, actor)).toBe(11);
    const [counted] = await rows<{ n: number }>(db, 'select count(*) as n from event where tenant_id = $1', [tenant]);
    const { total_results } = await run({ db, actor, list: eventList, query: {} });
    expect(total_results).toBe(counted?.n);
  });
});
