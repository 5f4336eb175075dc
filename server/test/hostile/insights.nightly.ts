// Attacks on the pictures of Insights, the histogram, the history of an object and the drawer of an event: each is refused
// with a message, or answered within bounds.
import { activity } from '@keyward/contract/activity';
import { metrics } from '@keyward/contract/dashboard';
import { histories } from '@keyward/contract/device-history';
import { devices } from '@keyward/contract/devices';
import type { EndpointSpec } from '@keyward/contract/endpoint';
import { groups } from '@keyward/contract/groups';
import { histogramBars } from '@keyward/contract/histogram';
import { profiles } from '@keyward/contract/profiles';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { writeEvents } from '#core/events/events.ts';
import { serials } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { addressOf } from './generate.ts';
import { sendAll, type Sent } from './oracle.ts';

const portal = await openPortal();
const { admin, harborAdmin } = portal.as;
const deviceOf = async (caller: typeof admin) =>
  (await caller.call(devices.list, { query: { serial_number: serials.northOkm } })).data[0]?.id ?? '';
const profileOf = async (caller: typeof admin) =>
  (await caller.call(profiles.list, { query: { username: 'clerk' } })).data[0]?.id ?? '';
const eventOf = async (caller: typeof admin) => (await caller.call(activity.list, {})).data[0]?.id ?? '';
for (const tenant of ['demo', 'harbor'] as const)
  await portal.inTenant(tenant, (db) => writeEvents(db, [{ event: 'LOCK_UNLOCK', locations: [] }]));
const own = { device: await deviceOf(admin), profile: await profileOf(admin), event: await eventOf(admin) };
const foreign = {
  device: await deviceOf(harborAdmin),
  profile: await profileOf(harborAdmin),
  event: await eventOf(harborAdmin),
};
const locationOf = async (caller: typeof admin) =>
  (await caller.call(groups.definitions, {})).data.find((one) => one.is_location)?.id ?? '';
const [location, foreignLocation] = [await locationOf(admin), await locationOf(harborAdmin)];

type Query = Record<string, string>;
type Attacked = {
  spec: EndpointSpec;
  params?: Query;
  /** Valid. */
  query: Query;
  /** The query with another range. */
  ranged?: (of: typeof range) => Query;
  /** It takes no filters: unknown parameters are ignored. */
  plain?: true;
};
const range = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z' };
const eventTime = (from: string, to: string) => ({ event_time: `range:${from},${to}` });
const calls: readonly Attacked[] = [
  { spec: metrics.timeline, query: { ...range, bucket: 'hour', timezone: 'UTC' }, ranged: (of) => of },
  { spec: metrics.week, query: { ...range, timezone: 'UTC' }, ranged: (of) => of },
  { spec: metrics.attempts, query: range, ranged: (of) => of },
  { spec: metrics.connectivity, query: { ...range, page: '1' }, ranged: (of) => of },
  { spec: metrics.readings, query: { ...range, field: 'battery', page: '1' }, ranged: (of) => of },
  {
    spec: activity.histogram,
    query: { ...eventTime(range.from, range.to), bars: '10', timezone: 'UTC', week_start: 'mon' },
    ranged: ({ from, to }) => eventTime(from, to),
  },
  { spec: histories.device, params: { id: own.device }, query: range, ranged: (of) => of, plain: true },
  { spec: histories.profile, params: { id: own.profile }, query: range, ranged: (of) => of, plain: true },
  { spec: activity.get, params: { id: own.event }, query: {}, plain: true },
];
const urlOf = (spec: EndpointSpec, params: Query, query: Query | [string, string][]) =>
  `${addressOf(spec, params)}?${new URLSearchParams(query).toString()}`;

test('the calls are valid before they are attacked', async () => {
  for (const { spec, params = {}, query } of calls)
    expect((await admin.raw('GET', urlOf(spec, params, query))).status, spec.path).toBe(200);
});

test('a hundred thousand characters in any parameter are refused', { timeout: 60_000 }, async () => {
  const size = 100_000;
  const long = ['a', ',', 'e\u0316\u0301'].map((text) => text.repeat(size / text.length));
  const filters = ['event', 'event_time', 'search', 'custom_view', 'cursor', 'sort', 'with', `tags.${location}`, 'x'];
  const requests = calls.flatMap(({ spec, params = {}, query, plain }) =>
    long.flatMap((value): Sent[] => [
      ...[...Object.keys(query), ...(plain ? [] : filters)].map((name) => ({
        method: 'GET',
        url: urlOf(spec, params, { ...query, [name]: value }),
      })),
      ...(plain ? [] : [{ method: 'GET', url: urlOf(spec, params, { ...query, [value]: 'x' }) }]),
      ...(params.id ? [{ method: 'GET', url: urlOf(spec, { id: value }, query) }] : []),
    ]),
  );
  const { byStatus } = await sendAll(portal, admin, requests);
  expect(byStatus[200]).toBeUndefined();
});

const absurd = [
  ['0000-01-01T00:00:00.000Z', '0000-01-02T00:00:00.000Z'],
  ['0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'],
  ['0001-01-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z'],
  ['9999-12-31T23:59:59.998Z', '9999-12-31T23:59:59.999Z'],
  ['2026-11-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'],
  [range.to, range.from],
  [range.to, range.to],
  ['2026-02-30T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
  ['-271821-04-20T00:00:00.000Z', '+275760-09-13T00:00:00.000Z'],
  ['infinity', 'infinity'],
  ['', ''],
] as const;

test('ranges that can contain nothing, or that no picture can show, are refused or bounded', async () => {
  for (const { spec, params = {}, query, ranged } of calls) {
    if (!ranged) continue;
    const requests = absurd.map(([from, to]): Sent => ({
      method: 'GET',
      url: urlOf(spec, params, { ...query, ...ranged({ from, to }) }),
    }));
    const { byStatus } = await sendAll(portal, admin, requests);
    // two days of the year 9999 are a valid range
    if (spec !== activity.histogram) expect(byStatus[400], spec.path).toBeGreaterThanOrEqual(absurd.length - 1);
  }
  for (const [from, to] of absurd) {
    const answer = await admin.request(activity.histogram, { query: eventTime(from, to) });
    if (answer.status !== 200) continue;
    const { data } = answer.body as { data: { kind: string; counts: number[] } };
    expect(data.kind).toBe('bars');
    expect(data.counts.length).toBeLessThanOrEqual(2 * histogramBars.usual);
  }
});

test('ten thousand ids are refused, in one parameter or in ten thousand', async () => {
  const ids = Array.from({ length: 10_000 }, () => randomUUID());
  const names = ['id', 'agent_id', 'entity_id', 'event', `tags.${location}`];
  const requests = calls
    .filter(({ plain }) => !plain)
    .flatMap(({ spec, params = {}, query }) =>
      names.flatMap((name): Sent[] => [
        { method: 'GET', url: urlOf(spec, params, { ...query, [name]: ids.join() }) },
        {
          method: 'GET',
          url: urlOf(spec, params, [...Object.entries(query), ...ids.map((id) => [name, id] as [string, string])]),
        },
      ]),
    );
  const { byStatus } = await sendAll(portal, admin, requests);
  expect(byStatus[200]).toBeUndefined();
});

test('ids of another tenant get exactly the answer of unknown ids', async () => {
  const none = randomUUID();
  const same = async (spec: EndpointSpec, of: string, params: Query, query: Query, noParams: Query, noQuery: Query) => {
    const [theirs, missing] = await Promise.all([
      admin.raw('GET', urlOf(spec, params, query)),
      admin.raw('GET', urlOf(spec, noParams, noQuery)),
    ]);
    expect([theirs.status, theirs.text.replaceAll(of, none)], spec.path).toEqual([missing.status, missing.text]);
    return theirs;
  };
  for (const [spec, id] of [
    [histories.device, foreign.device],
    [histories.profile, foreign.profile],
    [activity.get, foreign.event],
  ] as const) {
    const query: Query = spec === activity.get ? {} : range;
    expect((await same(spec, id, { id }, query, { id: none }, query)).status).toBe(404);
  }
  for (const { spec, params = {}, query } of calls.filter(({ params: of }) => of === undefined)) {
    const at = (tag: string) => ({ ...query, [`tags.${tag}`]: 'North' });
    expect((await same(spec, foreignLocation, params, at(foreignLocation), params, at(none))).status).toBe(400);
  }
  for (const id of [foreign.device, foreign.profile])
    for (const name of ['entity_id', 'agent_id', 'id']) {
      const reply = await same(activity.histogram, id, {}, { [name]: id }, {}, { [name]: none });
      expect((reply.body as { data: { total: number } }).data.total).toBe(0);
    }
});
