// The plan that is chosen for each query. That all strategies find the same rows is tested in server/test/lists.
import type { ListQuery } from '@keyward/contract/list';
import { describe, expect, test } from 'vitest';
import type { Counted, InSet, OneOf, Predicate } from '#core/list/conditions/condition.ts';
import { printCursor } from '#core/list/grammar/cursor.ts';
import { readQuery } from '#core/list/grammar/query.ts';
import type { AnyList } from '#core/list/types.ts';
import { eventList } from '#modules/activity/list.ts';
import { deviceList } from '#modules/devices/list.ts';
import { actorOf } from '#testing/actor.ts';
import { choosePlan, type Plan } from './plan.ts';
import { spanOf } from './span.ts';

const actor = actorOf('00000000-0000-7000-8000-000000000003', 'all');

type Query = Record<string, string | number>;
const planAfter = (key: string | undefined, list: AnyList, query: Query, ...predicates: Predicate[]): Plan => {
  const request = readQuery(list, actor, query as ListQuery);
  const filtered = request.conditions.length > 0;
  const resolved = { ...request, scope: null, locations: [], predicates, filtered, visibleLocations: null };
  const cursor = key && printCursor(request.shape, { keys: [key], id: actor.id });
  return choosePlan(list, resolved, spanOf(list, request, cursor, request.size));
};
const planOf = (...of: Parameters<typeof planAfter> extends [unknown, ...infer Rest] ? Rest : never) =>
  planAfter(undefined, ...of);
const strategyOf = (...of: Parameters<typeof planOf>) => planOf(...of).rows.kind;

const oneOf = (column: string, values: number, sort: string): OneOf => ({
  kind: 'oneOf',
  columns: [column],
  values: Array.from({ length: values }, String),
  type: 'uuid',
  sorts: [sort],
});
const stores = oneOf('d.location_value_id', 5, 'name');
const sets = oneOf('e.location_set_id', 5, 'event_time');
const names: InSet = { kind: 'inSet', members: () => '', sql: () => 'true' };
const search = (matching: number, visible = 1_000_000): Counted => ({
  kind: 'counted',
  sql: () => 'true',
  matching,
  visible,
  all: 1_000_000,
});

describe('the strategy', () => {
  test('is the index order without conditions', () => {
    expect(strategyOf(eventList, {})).toBe('indexOrder');
    expect(strategyOf(deviceList, {})).toBe('indexOrder');
  });

  test('is per value for several indexed values in the index’s order only', () => {
    expect(strategyOf(deviceList, {}, stores)).toBe('perValue');
    expect(strategyOf(deviceList, {}, oneOf('d.location_value_id', 1, 'name'))).toBe('indexOrder');
    expect(strategyOf(deviceList, { sort: 'serial_number:asc' }, stores)).toBe('indexOrder');
    expect(strategyOf(deviceList, { sort: 'name:asc,serial_number:asc' }, stores)).toBe('indexOrder');
  });

  test('reads by a value that few rows have rather than by locations', () => {
    const reasons: OneOf = { ...oneOf('e.reason', 2, 'event_time'), rare: true };
    expect(planOf(eventList, {}, sets, reasons).rows).toEqual({ kind: 'perValue', over: reasons });
    expect(strategyOf(eventList, {}, sets, { ...reasons, values: ['0'] })).toBe('indexOrder');
  });

  test('is per value on near pages only', () => {
    expect(strategyOf(deviceList, { page: 9 }, stores)).toBe('perValue');
    expect(strategyOf(deviceList, { page: 11 }, stores)).toBe('indexOrder');
  });

  test('is grouped for an order by a shared value without conditions', () => {
    expect(strategyOf(deviceList, { sort: 'device_type_name:desc' })).toBe('grouped');
    expect(strategyOf(deviceList, { sort: 'device_type_name:desc' }, stores)).toBe('indexOrder');
    expect(strategyOf(deviceList, { sort: 'device_type_name:desc', page: 11 })).toBe('indexOrder');
  });

  test('is the index order where the sort needs a join', () => {
    expect(strategyOf(deviceList, { sort: 'device_type_name:asc' }, names)).toBe('indexOrder');
    expect(strategyOf(deviceList, { sort: 'device_type_name:asc' }, search(7))).toBe('indexOrder');
  });

  test('scans and filters by a set too large to inline', () => {
    expect(strategyOf(eventList, {}, names)).toBe('scanThenFilter');
    expect(strategyOf(eventList, {}, sets, names)).toBe('scanThenFilter');
  });

  test('gathers the matches of a search where they are the fewest rows', () => {
    expect(planOf(eventList, { search: 'x' }, search(200))).toMatchObject({
      rows: { kind: 'gather' },
      reads: undefined,
    });
    // in this order the position of the matches is unknown
    expect(strategyOf(eventList, { search: 'x', sort: 'event:asc' }, search(200_000))).toBe('gather');
  });

  test('reads in order for a common word, over all rows or per value', () => {
    const common = planOf(eventList, { search: 'x' }, search(100_000));
    expect(common).toMatchObject({ rows: { kind: 'indexOrder' }, reads: 510 });
    const near = planOf(eventList, { search: 'x' }, sets, search(20_000, 40_000));
    expect(near).toMatchObject({ rows: { kind: 'perValue' }, reads: 510 });
    expect(strategyOf(eventList, { search: 'x' }, sets, search(100_000, 900_000))).toBe('indexOrder');
  });
});

describe('the total', () => {
  test('comes from counters, from the search, or from counting rows', () => {
    expect(planOf(eventList, { event: 'LOGIN' }).total.kind).toBe('counters');
    expect(planOf(eventList, { search: 'x' }, search(7)).total).toEqual({ kind: 'known', rows: 7 });
    expect(planOf(eventList, { result: 'success' }).total.kind).toBe('count');
  });
});

test('the newest partitions are read first for the window’s order without indexed conditions', () => {
  expect(planOf(eventList, {}).since).toBeDefined();
  expect(planOf(eventList, { result: 'success' }).since).toBeDefined();
  expect(planOf(eventList, { event: 'LOGIN' }).since).toBeUndefined();
  expect(planOf(eventList, { search: 'x' }).since).toBeUndefined();
  expect(planOf(eventList, { sort: 'event_time:asc' }).since).toBeUndefined();
  expect(planOf(eventList, { page: 2 }).since).toBeUndefined();
  expect(planOf(deviceList, {}).since).toBeUndefined();
});

test('rows are read by their keys afterwards where many are skipped or sorted', () => {
  expect(planOf(eventList, {}).deferred).toBe(false);
  expect(planOf(eventList, { page: 6 }).deferred).toBe(true);
  expect(planOf(eventList, { result: 'success' }).deferred).toBe(true);
  expect(planOf(eventList, { with: 'tags' }).deferred).toBe(true);
  expect(planOf(deviceList, {}).deferred).toBe(false);
  expect(planOf(deviceList, { page: 6 }).deferred).toBe(true);
  expect(planOf(deviceList, { sort: 'held_since:asc' }).deferred).toBe(true);
  expect(planOf(deviceList, { sort: 'device_type_name:asc' }).deferred).toBe(true);
});

test('a query with conditions is planned for its values', () => {
  expect(planOf(eventList, {}).planned).toBe('auto');
  expect(planOf(eventList, { search: 'x' }).planned).toBe('values');
  expect(planOf(eventList, { event: 'LOGIN' }).planned).toBe('values');
  expect(planAfter('2026-11-29 12:00:00+00', eventList, { event: 'LOGIN' }).planned).toBe('values');
});

test('a page behind a cursor in monthly partitions is planned once', () => {
  expect(planAfter('2026-11-29 12:00:00+00', eventList, {}).planned).toBe('once');
  expect(planAfter('A key', deviceList, {}).planned).toBe('auto');
});
