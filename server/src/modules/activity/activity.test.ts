import { randomUUID } from 'node:crypto';
import { activity } from '@keyward/contract/activity';
import { limits } from '@keyward/contract/limits';
import { views } from '@keyward/contract/views';
import { beforeAll, expect, test } from 'vitest';
import { type NewEvent, writeEvents } from '#core/events/events.ts';
import { rows } from '#db/tenant.ts';
import { openPortal } from '#testing/portal.ts';
import { north, south } from '#testing/people.ts';

const portal = await openPortal();
const ids = { both: '', north: '', south: '', nowhere: '' };
const key = { domain: 'device', id: null, name: 'Test key' } as const;

beforeAll(async () => {
  await portal.inTenant('demo', async (db) => {
    const locationRows = await rows<{ id: string; name: string }>(
      db,
      'select v.id, v.name from tag_value v where v.tenant_id = $1 and v.name = any($2)',
      [db.tenantId, [north, south]],
    );
    const locationIdOf = (name: string) => locationRows.find((p) => p.name === name)?.id ?? '';
    const where: Record<keyof typeof ids, string[]> = {
      both: [locationIdOf(north), locationIdOf(south)],
      north: [locationIdOf(north)],
      south: [locationIdOf(south)],
      nowhere: [],
    };
    const events = (Object.keys(ids) as (keyof typeof ids)[]).map((name): NewEvent => {
      ids[name] = randomUUID();
      return {
        event: 'KEY_CHECKOUT',
        entity: { ...key, name: `Test key ${name}` },
        locations: where[name],
        id: ids[name],
      };
    });
    await writeEvents(db, events);
  });
});

const search = 'test key';

test('all-data access sees every event, with an exact total', async () => {
  const reply = await portal.as.admin.call(activity.list, { query: { search } });
  expect(reply.data.map((event) => event.id).toSorted()).toEqual(Object.values(ids).toSorted());
  expect(reply).toMatchObject({ page: 1, results_per_page: 50, total_results: 4, total_pages: 1 });
});

test('a clerk sees only the events of their location: rows, totals and single events', async () => {
  const reply = await portal.as.clerk.call(activity.list, { query: { search } });
  expect(reply.data.map((event) => event.id).toSorted()).toEqual([ids.both, ids.north].toSorted());
  expect(reply.total_results).toBe(2);
  const all = await portal.as.clerk.call(activity.list, { query: { results_per_page: '200' } });
  expect(all.total_results).toBe(all.data.length);
  expect((await portal.as.clerk.call(activity.get, { params: { id: ids.north } })).data.id).toBe(ids.north);
  const missing = await portal.as.clerk.request(activity.get, { params: { id: randomUUID() } });
  for (const id of [ids.south, ids.nowhere]) {
    const hidden = await portal.as.clerk.request(activity.get, { params: { id } });
    expect([hidden.status, hidden.text]).toEqual([404, missing.text]);
  }
});

test('an actor without a location sees no events, with an exact total of zero', async () => {
  expect(await portal.as.homeless.call(activity.list)).toMatchObject({ data: [], total_results: 0, total_pages: 0 });
  expect((await portal.as.homeless.request(activity.get, { params: { id: ids.north } })).status).toBe(404);
});

test('another tenant sees none of the events', async () => {
  expect((await portal.as.harborAdmin.call(activity.list, { query: { search } })).total_results).toBe(0);
  expect((await portal.as.harborAdmin.request(activity.get, { params: { id: ids.north } })).status).toBe(404);
});

test('unfilterable columns respond like unknown ones', async () => {
  const answers = new Set<string>();
  const columns = [
    'zzz',
    'body',
    'tenant_id',
    'location_set_id',
    'agent_party',
    'search',
    'constructor',
    'e.body',
    'tags',
  ];
  for (const column of columns.filter((c) => c !== 'search')) {
    for (const query of [{ [column]: 'like:*a*' }, { sort: `${column}:asc` }, { q: `${column}:a` }]) {
      const answer = await portal.as.admin.request(activity.list, { query });
      answers.add(`${answer.status} ${answer.text.replaceAll(column, '?')}`);
    }
  }
  expect([...answers]).toEqual([
    '400 {"errors":[{"detail":"There is no column \'?\' to filter or sort by.","code":"unknownColumn","constraint":"?","params":{"column":"?"}}]}',
  ]);
});

test.for<[Record<string, string>, string, Record<string, string | number>]>([
  [{ event: 'like:*KEY*' }, 'unknownOperator', { column: 'event', operator: 'like' }],
  [{ event_time: '2026-01-01T00:00:00Z' }, 'unknownOperator', { column: 'event_time', operator: '=' }],
  [{ event_time: 'gte:' }, 'unknownOperator', { column: 'event_time', operator: 'gte' }],
  [{ sort: 'event' }, 'unknownOperator', { column: 'event', operator: '' }],
  [{ sort: 'event:up' }, 'unknownOperator', { column: 'event', operator: 'up' }],
  [{ sort: 'event:asc,event:desc' }, 'invalidFilterValue', { column: 'sort', value: 'event:asc,event:desc' }],
  [{ event: 'KEY' }, 'invalidFilterValue', { column: 'event', value: 'KEY' }],
  [{ event_time: 'gte:now-7days' }, 'invalidFilterValue', { column: 'event_time', value: 'now-7days' }],
  [
    { event_time: 'gte:2026-02-30T00:00:00Z' },
    'invalidFilterValue',
    { column: 'event_time', value: '2026-02-30T00:00:00Z' },
  ],
  [
    { event_time: 'gte:0000-01-01T00:00:00Z' },
    'invalidFilterValue',
    { column: 'event_time', value: '0000-01-01T00:00:00Z' },
  ],
  [{ event_time: 'gte:2026-01-01' }, 'invalidFilterValue', { column: 'event_time', value: '2026-01-01' }],
  [{ agent_id: 'x' }, 'invalidFilterValue', { column: 'agent_id', value: 'x' }],
  [{ timezone: 'Mars/Base' }, 'invalidFilterValue', { column: 'timezone', value: 'Mars/Base' }],
  [{ timezone: '+09:00' }, 'invalidFilterValue', { column: 'timezone', value: '+09:00' }],
  [{ custom_view: 'Keys' }, 'invalidFilterValue', { column: 'custom_view', value: 'Keys' }],
  [{ q: 'event' }, 'invalidFilterValue', { column: 'q', value: 'event' }],
  [{ page: '20001' }, 'pageTooFar', { limit: 1_000_000 }],
])('%j is refused, and the response names it', async ([query, code, params]) => {
  expect(await portal.as.admin.refused(activity.list, { query })).toMatchObject({ status: 400, code, params });
});

test('too many values, and patterns with many parts, are refused', async () => {
  const values = Array.from({ length: 101 }, (_, i) => `n${i}`).join(',');
  for (const value of [values, `like:${'*a'.repeat(30)}`]) {
    expect(await portal.as.admin.refused(activity.list, { query: { 'description.agentName': value } })).toMatchObject({
      status: 400,
      code: 'invalidFilterValue',
    });
  }
});

test('conditions on counted columns combine with others', async () => {
  const query = { event: 'KEY_CHECKOUT,LOGIN', result: 'NOT_EXISTS', search };
  expect((await portal.as.admin.call(activity.list, { query })).total_results).toBe(4);
  const { total_results } = await portal.as.admin.call(activity.list, {
    query: { event: 'KEY_CHECKOUT', result: 'failure' },
  });
  expect(total_results).toBe(0);
});

test('known zones and views are accepted', async () => {
  for (const query of [
    { timezone: 'Asia/Tokyo' },
    { timezone: 'UTC' },
    { custom_view: 'Key Activity' },
    { page: '20000' },
  ]) {
    await portal.as.admin.call(activity.list, { query });
  }
  for (const { value } of (await portal.as.admin.call(views.list, { query: { resource: 'event' } })).data) {
    await portal.as.clerk.call(activity.list, { query: { custom_view: value } });
  }
});

test('a page larger than the portal’s needs the right to export', async () => {
  expect((await portal.as.admin.call(activity.list, { query: { results_per_page: '5000' } })).results_per_page).toBe(
    5000,
  );
  expect(await portal.as.clerk.refused(activity.list, { query: { results_per_page: '201' } })).toMatchObject({
    status: 403,
    code: 'exportNotAllowed',
  });
});

test('a cursor is valid only for its query', async () => {
  const query = { search, results_per_page: '1' };
  const first = await portal.as.admin.call(activity.list, { query });
  const cursor = first.next ?? '';
  const second = await portal.as.admin.call(activity.list, { query: { ...query, page: '2', cursor } });
  expect(second.data[0]?.id).not.toBe(first.data[0]?.id);
  const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as string[];
  const forged = (change: (parts: string[]) => unknown) =>
    Buffer.from(JSON.stringify(change(parts))).toString('base64url');
  const bad = [
    '',
    'x',
    '%',
    'e30',
    cursor.slice(0, -4),
    `${cursor}AAAA`,
    'A'.repeat(limits.token),
    forged((p) => p.slice(1)),
    forged((p) => [p[0], "2026-01-01'; drop table event; --", p[2]]),
    forged((p) => [p[0], '2026-02-30 00:00:00+00', p[2]]),
    forged((p) => [p[0], 7, p[2]]),
    forged((p) => [p[0], p[1], 'no id']),
    forged((p) => [...p, 'more']),
    forged((p) => Object.fromEntries(p.entries())),
  ];
  for (const text of bad) {
    const refusal = await portal.as.admin.refused(activity.list, { query: { ...query, cursor: text } });
    expect([text, refusal.status, refusal.code]).toEqual([text, 400, 'invalidCursor']);
  }
  for (const other of [
    {},
    { search: 'test' },
    { search, event: 'LOGIN' },
    { search, sort: 'event:asc' },
    { search, custom_view: 'Key Activity' },
  ]) {
    expect(await portal.as.admin.refused(activity.list, { query: { ...other, cursor } })).toMatchObject({
      code: 'invalidCursor',
    });
  }
});

test('views are shown only to actors who may read the list, Overview first', async () => {
  for (const resource of ['device', 'event'] as const) {
    const { data } = await portal.as.clerk.call(views.list, { query: { resource } });
    expect(data[0]?.value).toBe('Overview');
    expect(new Set(data.map((view) => view.value)).size).toBe(data.length);
    expect((await portal.as.nobody.refused(views.list, { query: { resource } })).status).toBe(403);
  }
  expect((await portal.as.admin.refused(views.list, { query: { resource: 'role' as 'event' } })).status).toBe(400);
});
