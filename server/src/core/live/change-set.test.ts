import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  addChange,
  type ChangeSet,
  mergeChanges,
  noChanges,
  encodeChanges,
  decodeChanges,
  visibleChanges,
} from './change-set.ts';

const tenantId = randomUUID();
const [north, south] = [randomUUID(), randomUUID()];
const clerk = { id: randomUUID(), allData: false, locations: [north] };
const admin = { id: randomUUID(), allData: true, locations: [] };
const device = (id: string, ...locations: string[]) => ({ tenantId, resource: 'device' as const, id, locations });
const event = (...locations: string[]) => ({ tenantId, resource: 'event' as const, locations });
const changeSet = (...changes: (ReturnType<typeof device> | ReturnType<typeof event>)[]): ChangeSet => {
  const all = noChanges();
  for (const change of changes) addChange(all, change);
  return all;
};
const roundTrip = (all: ChangeSet) => decodeChanges(encodeChanges(tenantId, all))?.changeSet ?? noChanges();

test('a viewer is notified of changes in their locations only', () => {
  const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()];
  const all = roundTrip(changeSet(device(a, north), device(b, south), device(c), event(south)));
  expect(visibleChanges(all, clerk)).toMatchObject({ device: [a], event: [] });
  expect(visibleChanges(all, admin)).toMatchObject({ device: [a, b, c], event: null });
  expect(Object.values(visibleChanges(all, { ...clerk, locations: [] })).flat()).toEqual([]);
  // a moved row is reported at both locations
  expect(visibleChanges(roundTrip(changeSet(device(a, north, south))), clerk).device).toEqual([a]);
});

test('too many devices to list are reported by location only', () => {
  const many = Array.from({ length: 200 }, () => device(randomUUID(), south));
  const all = roundTrip(changeSet(...many));
  expect(all.device.rows).toBeNull();
  expect(visibleChanges(all, clerk).device).toEqual([]);
  expect(visibleChanges(all, admin).device).toBeNull();
});

test('every payload fits into a notification', () => {
  const everywhere = Array.from({ length: 60 }, () => randomUUID());
  const devices = Array.from({ length: 80 }, () => device(randomUUID(), ...everywhere));
  const text = encodeChanges(tenantId, changeSet(...devices, event(...everywhere)));
  expect(Buffer.byteLength(text)).toBeLessThan(8_000);
  expect(visibleChanges(decodeChanges(text)?.changeSet ?? noChanges(), clerk).event).toBeNull();
});

test('merged changes contain each row once', () => {
  const a = randomUUID();
  const all = changeSet(device(a, north));
  mergeChanges(all, changeSet(device(a, south), event(north)));
  expect(visibleChanges(all, clerk)).toMatchObject({ device: [a], event: null });
  mergeChanges(all, { ...noChanges(), device: { rows: null, locations: new Set([south]) } });
  expect(visibleChanges(all, admin).device).toBeNull();
  expect(decodeChanges('no json')).toBeUndefined();
});

test('a change of an inbox is sent to its profile alone', () => {
  const all = noChanges();
  addChange(all, { tenantId, resource: 'inbox', locations: [clerk.id] });
  expect(visibleChanges(roundTrip(all), clerk)).toMatchObject({ inbox: null, device: [] });
  expect(visibleChanges(roundTrip(all), admin).inbox).toEqual([]);
  // too many to list
  for (let i = 0; i < 60; i++) addChange(all, { tenantId, resource: 'inbox', locations: [randomUUID()] });
  expect(visibleChanges(roundTrip(all), admin).inbox).toBeNull();
});

test('a payload of the previous release, without inboxes, is read', () => {
  const { t, c } = JSON.parse(encodeChanges(tenantId, changeSet(event(north)))) as { t: string; c: object };
  const { inbox: _inbox, ...former } = c as Record<string, unknown>;
  const read = decodeChanges(JSON.stringify({ t, c: former }))?.changeSet ?? noChanges();
  expect(visibleChanges(read, clerk)).toMatchObject({ event: null, inbox: [] });
});
