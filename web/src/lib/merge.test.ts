import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSame, mergeFields, type MergeField, property } from './merge.ts';

type Values = { name: string; active: boolean; roles: string[]; tags: Record<string, string[]> };
const tag = (id: string): MergeField<Values> => ({
  key: `tags.${id}`,
  of: (values) => values.tags[id] ?? [],
  take: (into, from) => ({ ...into, tags: { ...into.tags, [id]: from.tags[id] ?? [] } }),
});
const fields = [
  property<Values>('name', ({ name }) => name),
  property<Values>('active', ({ active }) => active),
  property<Values>('roles', ({ roles }) => roles),
  tag('location'),
  tag('department'),
];
const base: Values = {
  name: 'Pod 12',
  active: true,
  roles: ['clerk'],
  tags: { location: ['Leeds'], department: ['Denim', 'Shoes'] },
};
const merge = (mine: Values, theirs: Values) => mergeFields(fields, { base, mine, theirs });

test('keeps fields that only I changed', () => {
  const mine = { ...base, name: 'Pod 13', roles: ['clerk', 'manager'] };
  expect(merge(mine, base)).toEqual({ values: mine, clashes: [], taken: [] });
});

test('takes over fields that only the other profile changed, including several values', () => {
  const mine = { ...base, name: 'Pod 13' };
  const theirs = { ...base, active: false, tags: { ...base.tags, department: ['Shoes'] } };
  expect(merge(mine, theirs)).toEqual({
    values: { ...theirs, name: 'Pod 13' },
    clashes: [],
    taken: ['active', 'tags.department'],
  });
});

test('a field that both changed keeps my value and is a conflict', () => {
  const mine = { ...base, name: 'Mine', tags: { ...base.tags, department: ['Denim'] } };
  const theirs = { ...base, name: 'Theirs', tags: { ...base.tags, department: ['Shoes'] } };
  expect(merge(mine, theirs)).toEqual({ values: mine, clashes: ['name', 'tags.department'], taken: [] });
});

test('the same change on both sides is no conflict, whatever the order of the values', () => {
  const mine = { ...base, name: ' Pod 13 ', roles: ['b', 'a'] };
  expect(merge(mine, { ...base, name: 'Pod 13', roles: ['a', 'b'] })).toEqual({ values: mine, clashes: [], taken: [] });
});

test('clearing a field is a change, also for an absent tag', () => {
  const cleared = { ...base, tags: { location: ['Leeds'] } };
  const emptied = { ...base, tags: { ...base.tags, department: [] } };
  expect(merge(base, cleared).taken).toEqual(['tags.department']);
  expect(merge(emptied, cleared)).toEqual({ values: emptied, clashes: [], taken: [] });
  const changed = { ...base, tags: { ...base.tags, department: ['Food'] } };
  expect(merge(changed, cleared).clashes).toEqual(['tags.department']);
});

test('a value that contains a separator is not split', () => {
  expect(isSame(['a', 'b'], ['a,b'])).toBe(false);
  expect(isSame(['a","b'], ['a', 'b'])).toBe(false);
});

const word = fc.constantFrom('', 'a', 'b', 'c');
const list = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'));
const some: fc.Arbitrary<Values> = fc.record({
  name: word,
  active: fc.boolean(),
  roles: list,
  tags: fc.record({ location: list, department: list }, { requiredKeys: [] }),
});

test('no change is lost: each field is mine, or theirs where I left it unchanged', () => {
  fc.assert(
    fc.property(some, some, some, (start, mine, theirs) => {
      const { values, clashes, taken } = mergeFields(fields, { base: start, mine, theirs });
      for (const { key, of } of fields) {
        const [was, own, other, now] = [of(start), of(mine), of(theirs), of(values)];
        const iChanged = !isSame(was, own);
        const theyChanged = !isSame(was, other);
        expect(isSame(now, iChanged || !theyChanged ? own : other)).toBe(true);
        expect(clashes.includes(key)).toBe(iChanged && theyChanged && !isSame(own, other));
        expect(taken.includes(key)).toBe(!iChanged && theyChanged);
      }
    }),
  );
});
