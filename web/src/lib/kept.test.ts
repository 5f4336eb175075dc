import { expect, test } from 'vitest';
import { changedFields, hasChanges, watchForm, withChanges } from './kept.ts';

test('keeps only the fields that changed, also inside of objects', () => {
  const before = { name: 'Door', tags: { a: ['x'], b: '' }, roles: ['1'] };
  const now = { name: 'Door', tags: { a: ['x', 'y'], b: '' }, roles: ['1'] };
  expect(changedFields(before, now)).toEqual({ tags: { a: ['x', 'y'] } });
  expect(changedFields(before, before)).toBeNull();
});

test('puts the changes on top of what is stored now', () => {
  const stored = { name: 'Renamed by another person', tags: { a: ['z'], b: 'new' } };
  expect(withChanges(stored, { tags: { a: ['x', 'y'] } })).toEqual({
    name: 'Renamed by another person',
    tags: { a: ['x', 'y'], b: 'new' },
  });
});

test('says whether any of the open forms has changes', () => {
  let changes: Record<string, unknown> | null = null;
  const stopFirst = watchForm('first', () => null);
  const stopSecond = watchForm('second', () => changes && { title: 'Door', changes });
  expect(hasChanges()).toBe(false);
  changes = { name: 'Gate' };
  expect(hasChanges()).toBe(true);
  stopSecond();
  expect(hasChanges()).toBe(false);
  stopFirst();
});
