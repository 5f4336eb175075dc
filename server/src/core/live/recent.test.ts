import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type ChangeSet, noChanges } from './change-set.ts';
import { createRecent, recentMs } from './recent.ts';

const tenant = randomUUID();
const device = (id: string): ChangeSet => ({
  ...noChanges(),
  device: { rows: new Map([[id, new Set(['-'])]]), locations: new Set(['-']) },
});
const setUp = () => {
  const clock = { now: 0 };
  const recent = createRecent(() => clock.now);
  return {
    clock,
    recent,
    ids: () => recent.of(tenant)?.changes.flatMap(({ changeSet }) => [...(changeSet.device.rows?.keys() ?? [])]),
  };
};

test('keeps recent changes by tenant and drops expired ones', () => {
  const { clock, recent, ids } = setUp();
  recent.begin();
  recent.add(tenant, device('first'));
  clock.now += 10_000;
  recent.add(tenant, device('second'));
  recent.add(randomUUID(), device('foreign'));
  expect(ids()).toEqual(['first', 'second']);
  clock.now += recentMs - 10_000;
  recent.sweep();
  expect(ids()).toEqual(['second']);
});

test('keeps a change for the full time even if it closely follows another', () => {
  const { clock, recent, ids } = setUp();
  recent.begin();
  recent.add(tenant, device('first'));
  clock.now += 900;
  recent.add(tenant, device('second'));
  clock.now += recentMs - 1;
  expect(ids()).toContain('second');
  expect(recent.of(tenant)?.changes.map(({ age }) => age)).toEqual([recentMs - 1]);
});

test('does not cover time during which it missed changes', () => {
  const { clock, recent } = setUp();
  expect(recent.of(tenant)).toBeUndefined();
  recent.begin();
  clock.now += 2_000;
  expect(recent.of(tenant)?.ms).toBe(2_000);
  clock.now += 60_000;
  expect(recent.of(tenant)?.ms).toBe(recentMs);
  recent.end();
  expect(recent.of(tenant)).toBeUndefined();
});
