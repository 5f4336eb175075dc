import { expect, test } from 'vitest';
import { filterOf } from './importFilter.ts';

const ready = { state: 'ready', counts: { create: 2, update: 0, error: 1 } } as const;
const applied = { state: 'applied', counts: { ...ready.counts, created: 2, updated: 0, skipped: 1 } } as const;
const reverted = { state: 'reverted', counts: { ...applied.counts, deleted: 2 } } as const;

test('a plan with issues shows only these until another filter is chosen', () => {
  expect(filterOf(ready, undefined)).toBe('error');
  expect(filterOf(ready, null)).toBeUndefined();
  expect(filterOf(ready, 'create')).toBe('create');
  expect(filterOf({ state: 'ready', counts: { create: 2 } }, undefined)).toBeUndefined();
  expect(filterOf(applied, undefined)).toBeUndefined();
});

test('a filter that matches no rows in the current state is ignored', () => {
  expect(filterOf(applied, 'created')).toBe('created');
  expect(filterOf(reverted, 'created')).toBeUndefined();
  expect(filterOf(reverted, 'deleted')).toBe('deleted');
  expect(filterOf(applied, 'create')).toBeUndefined();
  // all problems have been corrected by now
  expect(filterOf({ state: 'ready', counts: { create: 3, error: 0 } }, 'error')).toBeUndefined();
});
