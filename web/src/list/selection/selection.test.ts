import { expect, test } from 'vitest';
import {
  countOf,
  extended,
  headerState,
  isChosen,
  noSelection,
  type Row,
  type Selection,
  toggled,
  withLoaded,
  withoutActed,
  withoutDone,
  withoutFixed,
} from './selection.ts';

const rows: Row[] = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }));
const row = (id: string): Row => ({ id });
const none: Selection = noSelection;
const chosen = (selection: Selection) => [...selection.rows.keys()];
const free = () => false;

test('a row is selected and deselected', () => {
  const one = toggled(none, row('b'));
  expect(chosen(one)).toEqual(['b']);
  expect(chosen(toggled(one, row('b')))).toEqual([]);
  expect(chosen(none)).toEqual([]);
});

test('a range extends from the last single selection in both directions, and skips fixed rows', () => {
  const from = toggled(none, row('c'));
  expect(chosen(extended(from, rows, 4, free))).toEqual(['c', 'd', 'e']);
  const up = extended(from, rows, 0, (id) => id === 'b');
  expect(chosen(up).toSorted()).toEqual(['a', 'c']);
  // the start of the range stays, so that it can be extended the other way
  expect(chosen(extended(up, rows, 3, free)).toSorted()).toEqual(['a', 'c', 'd']);
  expect(chosen(extended(none, rows, 2, free))).toEqual(['c']);
  // the start of the range is no longer loaded
  expect(chosen(extended(toggled(none, row('z')), rows, 1, free))).toEqual(['z', 'b']);
});

test('the header checkbox shows none, some or all of the loaded rows', () => {
  expect(headerState(none, rows)).toBe('none');
  expect(headerState(none, [])).toBe('none');
  expect(headerState(toggled(none, row('a')), rows)).toBe('some');
  expect(headerState(withLoaded(none, rows), rows)).toBe('all');
  expect(headerState({ ...none, all: 3412 }, rows)).toBe('all');
  // selected elsewhere: none of these
  expect(headerState(toggled(none, row('z')), rows)).toBe('none');
});

test('deselecting a row of all leaves all the others selected, loaded or not', () => {
  const all = { ...withLoaded(none, rows), all: 3412 };
  const less = toggled(all, row('b'));
  expect(countOf(less)).toBe(3411);
  expect(isChosen(less, 'b')).toBe(false);
  expect(isChosen(less, 'a')).toBe(true);
  // a row loaded later
  expect(isChosen(less, 'z')).toBe(true);
  expect(headerState(less, rows)).toBe('some');
  expect(countOf(toggled(less, row('b')))).toBe(3412);
  // a range selects them again
  expect(countOf(extended(toggled(less, row('d')), rows, 1, free))).toBe(3412);
});

test('deselecting the last row of all leaves no selection', () => {
  const two = { ...none, all: 2 };
  expect(toggled(toggled(two, row('a')), row('b'))).toEqual({ ...none, anchor: 'b' });
});

test('a row that cannot be selected is never among all, whenever it is loaded', () => {
  const all = { ...withLoaded(none, rows), all: 60 };
  const possible = withoutFixed(all, ['b']);
  expect([countOf(possible), isChosen(possible, 'b'), isChosen(possible, 'a')]).toEqual([59, false, true]);
  // loaded later
  expect(countOf(withoutFixed(possible, ['b', 'z']))).toBe(58);
  expect(withoutFixed(possible, ['b'])).toBe(possible);
  // the header's checkbox counts only selectable rows: one more click clears the selection
  const others = rows.filter(({ id }) => id !== 'b');
  expect(headerState(possible, others)).toBe('all');
  expect(withoutFixed({ ...none, all: 1 }, ['a'])).toBe(none);
  const some = toggled(none, row('a'));
  expect(withoutFixed(some, ['a'])).toBe(some);
});

test('an action on one row keeps the other selected rows, and ends a selection of all', () => {
  const two = toggled(toggled(none, row('a')), row('b'));
  expect(chosen(withoutDone(two, 'a'))).toEqual(['b']);
  expect(chosen(withoutDone(two, 'c'))).toEqual(['a', 'b']);
  expect(withoutDone({ ...two, all: 60 }, 'a')).toBe(none);
});

test('an action on the selected rows ends their selection, but keeps rows selected since', () => {
  const two = toggled(toggled(none, row('a')), row('b'));
  expect(withoutActed(two, two, ['a', 'b'])).toBe(none);
  // an action that fits some of them only
  expect(withoutActed(two, two, ['a'])).toBe(none);
  // other rows were selected before a retry
  expect(chosen(withoutActed(toggled(none, row('c')), two, ['a', 'b']))).toEqual(['c']);
  expect(chosen(withoutActed(toggled(two, row('c')), two, ['a', 'b']))).toEqual(['c']);
  // the query may find another number of rows now
  expect(withoutActed({ ...none, all: 60 }, two, ['a', 'b'])).toBe(none);
});
