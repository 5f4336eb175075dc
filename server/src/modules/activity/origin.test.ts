import { randomUUID } from 'node:crypto';
import { activity } from '@keyward/contract/activity';
import { devices } from '@keyward/contract/devices';
import { gateway } from '@keyward/contract/gateway';
import { groups } from '@keyward/contract/groups';
import { views } from '@keyward/contract/views';
import { describe, expect, test } from 'vitest';
import { writeEvents } from '#core/events/events.ts';
import { north, serials, south } from '#testing/people.ts';
import { openPortal } from '#testing/portal.ts';
import { issueToken } from '#testing/tokens.ts';

const portal = await openPortal();
const { admin, clerk, homeless } = portal.as;
const { data: definitions } = await admin.call(groups.definitions, { query: { is_location: 'true' } });
const [location] = definitions;
if (!location) throw new Error('the tenant has no location tag');
const locationIdOf = (name: string) => location.values.find((value) => value.name === name)?.id ?? '';

const { data: okms } = await admin.call(devices.list, { query: { serial_number: serials.northOkm } });
const okmId = okms[0]?.id ?? '';
const okm = portal.controller((await issueToken(admin, okmId)).token);
const report = (more: { occurrence?: number }) => ({
  serial: serials.northOkm,
  events: [{ id: randomUUID(), type: 'FOREIGN_KEY_DOCKED', time: new Date().toISOString(), ...more } as const],
});

describe('an event records its origin', () => {
  test('the user agent of the call, at most 400 characters', async () => {
    const { method, path } = devices.issueToken;
    const agent = `Browser/1.0 ${'x'.repeat(500)}`;
    const answer = await admin.raw(method, path.replace(':id', okmId), undefined, { 'user-agent': agent });
    expect(answer.status).toBeLessThan(300);
    const { data } = await admin.call(activity.list, { query: { results_per_page: '1' } });
    expect(data[0]).toMatchObject({ system: 'portal', user_agent: agent.slice(0, 400) });
    expect(data[0]).not.toHaveProperty('operator');
  });

  test('a controller’s report comes from the gateway, with the device’s repeat count', async () => {
    await okm.call(gateway.reports, { body: { reports: [report({ occurrence: 7 }), report({})] } });
    const { data } = await admin.call(activity.list, { query: { event: 'FOREIGN_KEY_DOCKED' } });
    expect(data).toHaveLength(2);
    expect(new Set(data.map(({ occurrence }) => occurrence))).toEqual(new Set([7, undefined]));
    for (const event of data) {
      expect(event.system).toBe('gateway');
      expect(event).not.toHaveProperty('user_agent');
    }
  });

  test('a count that is not a positive integer is refused', async () => {
    for (const occurrence of [0, -1, 1.5, 2 ** 31]) {
      expect((await okm.request(gateway.reports, { body: { reports: [report({ occurrence })] } })).status).toBe(400);
    }
  });
});

describe('occurrence', () => {
  test('is filtered as a number', async () => {
    const search = 'counted lock';
    await portal.inTenant('demo', (db) =>
      writeEvents(
        db,
        [undefined, 1, 5, 12].map((occurrence) => ({
          event: 'LOCK_UNLOCK',
          entity: { domain: 'device', id: null, name: search },
          locations: [],
          ...(occurrence === undefined ? {} : { occurrence }),
        })),
      ),
    );
    const found = async (occurrence: string) =>
      (await admin.call(activity.list, { query: { search, occurrence } })).data
        .map((event) => event.occurrence ?? null)
        .toSorted((a, b) => (a ?? 0) - (b ?? 0));
    expect(await found('5')).toEqual([5]);
    expect(await found('gt:1')).toEqual([5, 12]);
    expect(await found('lt:12')).toEqual([1, 5]);
    expect(await found('NOT_EXISTS')).toEqual([null]);
    const refused = await admin.refused(activity.list, { query: { occurrence: 'gt:1.5' } });
    expect(refused).toMatchObject({ status: 400, code: 'invalidFilterValue' });
  });
});

describe('the origin columns', () => {
  const origin = ['system', 'occurrence', 'user_agent', 'operator'];

  test('can be chosen, and none but the location is in a built-in view', async () => {
    const { data, columns } = await admin.call(views.list, { query: { resource: 'event' } });
    const names = columns.map(({ accessorKey }) => accessorKey);
    expect(names).toEqual(expect.arrayContaining([...origin, `tags.${location.id}`]));
    expect(columns.find(({ accessorKey }) => accessorKey === `tags.${location.id}`)).toMatchObject({
      header: location.label,
      type: 'tags',
    });
    for (const view of data) {
      const shown = view.columns.map(({ accessorKey }) => accessorKey);
      expect(shown.filter((name) => origin.includes(name))).toEqual([]);
    }
  });

  test('tags hold the event’s locations that the actor may see, in rows and downloads', async () => {
    const search = 'placed lock';
    const at = (...names: string[]) => ({
      ...({ event: 'LOCK_UNLOCK', entity: { domain: 'device', id: null, name: search } } as const),
      locations: names.map(locationIdOf),
    });
    await portal.inTenant('demo', (db) => writeEvents(db, [at(north, south), at(north), at(south), at()]));
    const tags = async (caller: typeof admin, query: Record<string, string> = {}) =>
      (await caller.call(activity.list, { query: { search, with: 'tags', ...query } })).data
        .map((event) => String(event.tags?.[location.id] ?? ''))
        .toSorted((a, b) => a.localeCompare(b));
    const all = ['', north, `${north},${south}`, south];
    expect(await tags(admin)).toEqual(all);
    expect(await tags(admin, { results_per_page: '5000' })).toEqual(all);
    expect(await tags(clerk)).toEqual([north, north]);
    expect(await tags(homeless)).toEqual([]);
    const { data } = await admin.call(activity.list, { query: { search } });
    for (const event of data) expect(event).not.toHaveProperty('tags');

    // a caller with one of both locations learns that there is another, not which
    const isElsewhere = async (caller: typeof admin) =>
      (await caller.call(activity.list, { query: { search, with: 'tags' } })).data
        .map(({ elsewhere, tags: own }) => [String(own?.[location.id] ?? ''), elsewhere])
        .toSorted(([a], [b]) => String(a).localeCompare(String(b)));
    expect(new Set(await isElsewhere(clerk))).toEqual(
      new Set([
        [north, undefined],
        [north, true],
      ]),
    );
    expect(await isElsewhere(admin)).toEqual(all.map((names) => [names, undefined]));
  });

  test('an event keeps the name of its deleted location, even after another location gets that name', async () => {
    const [params, search] = [{ id: location.id }, 'lock of a closed store'];
    const idOf = async (name: string) =>
      (await admin.call(groups.definitions, { query: { is_location: 'true' } })).data[0]?.values.find(
        (value) => value.name === name,
      )?.id ?? '';
    const valuesWith = async (...names: string[]) => {
      const [now] = (await admin.call(groups.definitions, { query: { is_location: 'true' } })).data;
      const kept = now?.values.filter(({ name }) => [north, south].includes(name)) ?? [];
      await admin.call(groups.update, { params, body: { values: [...kept.map(({ id }) => ({ id })), ...names] } });
    };
    await valuesWith('Closed', 'Left out');
    const [closed, leftOut] = [await idOf('Closed'), await idOf('Left out')];
    const subject = { event: 'LOCK_UNLOCK', entity: { domain: 'device', id: null, name: search } } as const;
    await portal.inTenant('demo', (db) =>
      writeEvents(db, [
        { ...subject, locations: [closed, locationIdOf(north)] },
        { ...subject, locations: [leftOut] },
      ]),
    );
    await admin.call(groups.editValues, { params, body: { values: [{ oldValue: 'Closed', newValue: null }] } });
    // saving the values without 'Left out' deletes it too, and another location gets the name 'Closed'
    await valuesWith('Closed');

    const named = async (caller: typeof admin, query: Record<string, string> = {}) =>
      (await caller.call(activity.list, { query: { search, with: 'tags', ...query } })).data.map(
        (event) => event.tags?.[location.id],
      );
    const all = [['Left out'], [north, 'Closed']];
    expect((await named(admin)).toSorted((a, b) => (a?.length ?? 0) - (b?.length ?? 0))).toEqual(all);
    expect(await named(admin, { results_per_page: '5000' })).toHaveLength(2);
    expect(await named(clerk)).toEqual([[north]]);
    expect(await named(admin, { [`tags.${location.id}`]: 'Closed' })).toEqual([]);
    const deletion = { event: 'MODIFY_TAG_DEFINITION', with: 'tags', results_per_page: '1' } as const;
    const { data } = await admin.call(activity.list, { query: deletion });
    expect(data[0]?.tags?.[location.id]).toEqual(['Left out']);
    await valuesWith();
  });

  test('an event keeps its location after its device moved', async () => {
    const to = (name: string) => [{ tagId: location.id, values: [name] }];
    const serial_number = '3A10DDDDDDDDDD01';
    const { data: device } = await admin.call(devices.create, {
      body: { name: 'moving lock', serial_number, tags: to(north) },
    });
    await admin.call(devices.update, { params: { id: device.id }, body: { name: 'moving lock', tags: to(south) } });
    const placed = async (caller: typeof admin, event: string) => {
      const { data } = await caller.call(activity.list, { query: { entity_id: device.id, event, with: 'tags' } });
      return data.map(({ tags }) => tags?.[location.id]);
    };
    expect(await placed(admin, 'ADD_DEVICE')).toEqual([[north]]);
    expect(await placed(clerk, 'ADD_DEVICE')).toEqual([[north]]);
    expect((await admin.call(devices.get, { params: { id: device.id } })).data.locationTagValue).toBe(south);
  });
});
