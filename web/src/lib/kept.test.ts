import { expect, test, vi } from 'vitest';
import { heldNow, letGo } from './held.ts';
import { changedFields, dropClosed, dropKept, keepForms, watchForm, withChanges } from './kept.ts';

vi.stubGlobal('addEventListener', () => undefined);
vi.stubGlobal('removeEventListener', () => undefined);

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

/** Open forms with changes. Returns the function that closes them. */
function openForms(...keys: string[]): () => void {
  const stops = keys.map((key) => watchForm(key, () => ({ title: key, changes: { name: 'Gate' } })));
  return () => stops.forEach((stop) => stop());
}

test('kept values are held until each form is restored or dropped', () => {
  const close = openForms('first', 'second');
  keepForms('person');
  expect(heldNow()).toEqual(['changes']);
  // the portal is replaced by the sign-in page, and the same person signs in
  close();
  expect(heldNow()).toEqual(['changes']);
  dropKept('first');
  expect(heldNow()).toEqual(['changes']);
  dropKept('second');
  expect(heldNow()).toEqual([]);
});

test('kept values of closed forms are held until they are dropped', () => {
  const close = openForms('first');
  keepForms('person');
  close();
  expect(heldNow()).toEqual(['changes']);
  dropClosed();
  expect(heldNow()).toEqual([]);
});

test('values kept from a later session are held as well', () => {
  const close = openForms('first');
  keepForms('person');
  letGo();
  keepForms('person');
  expect(heldNow()).toEqual(['changes']);
  close();
  keepForms(undefined);
  expect(heldNow()).toEqual([]);
});
