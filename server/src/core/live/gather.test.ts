import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { add, type Gathered, merge, nothing, print, read, visible } from './gather.ts';

const tenantId = randomUUID();
const [north, south] = [randomUUID(), randomUUID()];
const clerk = { allData: false, locations: [north] };
const admin = { allData: true, locations: [] };
const device = (id: string, ...locations: string[]) => ({ tenantId, resource: 'device' as const, id, locations });
const event = (...locations: string[]) => ({ tenantId, resource: 'event' as const, locations });
const gathered = (...changes: (ReturnType<typeof device> | ReturnType<typeof event>)[]): Gathered => {
  const all = nothing();
  for (const change of changes) add(all, change);
  return all;
};
const roundTrip = (all: Gathered) => read(print(tenantId, all))?.gathered ?? nothing();

test('a viewer is notified of changes in their locations only', () => {
  const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()];
  const all = roundTrip(gathered(device(a, north), device(b, south), device(c), event(south)));
  expect(visible(all, clerk)).toMatchObject({ device: [a], event: [] });
  expect(visible(all, admin)).toMatchObject({ device: [a, b, c], event: null });
  expect(visible(all, { allData: false, locations: [] })).toEqual({ device: [], event: [], user: [] });
  // a moved row is reported at both locations
  expect(visible(roundTrip(gathered(device(a, north, south))), clerk).device).toEqual([a]);
});

test('too many devices to list are reported by location only', () => {
  const many = Array.from({ length: 200 }, () => device(randomUUID(), south));
  const all = roundTrip(gathered(...many));
  expect(all.device.rows).toBeNull();
  expect(visible(all, clerk).device).toEqual([]);
  expect(visible(all, admin).device).toBeNull();
});

test('every payload fits into a notification', () => {
  const everywhere = Array.from({ length: 60 }, () => randomUUID());
  const devices = Array.from({ length: 80 }, () => device(randomUUID(), ...everywhere));
  const text = print(tenantId, gathered(...devices, event(...everywhere)));
  expect(Buffer.byteLength(text)).toBeLessThan(8_000);
  expect(visible(read(text)?.gathered ?? nothing(), clerk).event).toBeNull();
});

test('merged changes contain each row once', () => {
  const a = randomUUID();
  const all = gathered(device(a, north));
  merge(all, gathered(device(a, south), event(north)));
  expect(visible(all, clerk)).toMatchObject({ device: [a], event: null });
  merge(all, { ...nothing(), device: { rows: null, locations: new Set([south]) } });
  expect(visible(all, admin).device).toBeNull();
  expect(read('no json')).toBeUndefined();
});
