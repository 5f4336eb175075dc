import { auth } from '@keyward/contract/auth';
import { devices } from '@keyward/contract/devices';
import { endpoints } from '@keyward/contract/endpoints';
import { listResources, resources } from '@keyward/contract/resources';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type LiveName, onChange } from '#core/live/changes.ts';
import { tenants } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { resources as areas } from './resources/index.ts';
import { callsTestedElsewhere, openWalk } from './walk.ts';

const portal = await openPortal();
const { admin, anonymous } = portal.as;
const { walk, left, events, secrets } = await openWalk(portal);

/** The kinds of rows whose change was announced to open lists during the test. */
const announced = new Set<LiveName>();
const unsubscribe = onChange((changes) => {
  for (const { resource } of changes) announced.add(resource);
});
beforeEach(() => announced.clear());
afterAll(unsubscribe);

/** Writes that change no row of the list of their area: a drawer reads the tokens when it opens. */
const besideRows = ['devices.issueToken', 'devices.revokeToken'];
/** The list whose rows a call changes. */
const listOf = (call: string) =>
  areas.find(({ area }) => call.startsWith(`${area}.`) && !besideRows.includes(call))?.list?.resource;

test.each(walk)('%s records one event, %s', async (name, event, call) => {
  expect(await left(call)).toEqual([event]);
  expect(announced).toContain('event');
  const list = listOf(name);
  if (list) expect(announced).toContain(list);
});

test('each list with live rows has a write', () => {
  const live = listResources.filter((name) => resources[name].live === 'rows');
  expect(new Set(walk.flatMap(([name]) => listOf(name) ?? []))).toEqual(new Set(live));
});

test('the walk covers every call that writes', () => {
  const writing = Object.entries(endpoints).flatMap(([name, spec]) =>
    spec.method === 'GET' && !spec.writes ? [] : [name],
  );
  expect(new Set([...walk.map(([name]) => name), ...callsTestedElsewhere])).toEqual(new Set(writing));
});

test('a CSV export records one event, reading a list none', async () => {
  const query = { results_per_page: '201' };
  expect(await left(() => admin.call(devices.list, { query }))).toEqual(['EXPORT_CSV']);
  expect(await left(() => admin.call(devices.list, {}))).toEqual([]);
});

test('a wrong password records one event', async () => {
  const body = { username: 'clerk', password: 'wrong' };
  expect(await left(() => anonymous.refused(auth.login, { body }))).toEqual(['FAILED_LOGIN']);
});

test('no event contains a secret', async () => {
  const text = JSON.stringify([...(await events()).values()]);
  // tokens, codes and passwords of the walk
  expect(secrets.length).toBeGreaterThan(8);
  for (const secret of ['wrong', ...secrets]) expect(text).not.toContain(secret);
});

test('the counters match the events', async () => {
  for (const [table, key] of [
    ['event_total', 'event, location_set_id'],
    ['event_day', `event, location_set_id, (event_time at time zone 'UTC')::date`],
  ] as const) {
    const counted = await portal.database.system.query<{ n: number }>(
      `select count(*)::int as n from event where tenant_id = $1 group by ${key} order by n`,
      [tenants.demo],
    );
    const kept = await portal.database.system.query<{ n: number }>(
      `select n::int as n from ${table} where tenant_id = $1 order by n`,
      [tenants.demo],
    );
    expect(kept.rows).toEqual(counted.rows);
  }
  const { rows: all } = await portal.database.system.query(
    `select (select count(*) from event where tenant_id = $1)::int as stored,
      (select sum(n) from event_count where tenant_id = $1)::int as counted`,
    [tenants.demo],
  );
  expect(all[0]?.counted).toBe(all[0]?.stored);
});
