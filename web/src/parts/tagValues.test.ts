import type { TagDefinition } from '@keyward/contract/groups';
import { expect, test } from 'vitest';
import { hasValueAt } from '#lib/form.ts';
import {
  collapse,
  fieldOfRefusal,
  fieldOrder,
  locationOptions,
  startValues,
  tagRules,
  toInputs,
  typedIn,
} from './tagValues.ts';

const definition = (id: string, part: Partial<TagDefinition>): TagDefinition => ({
  id,
  label: id,
  category: id,
  order: 0,
  type: 1,
  is_location: false,
  values: [],
  objects: [{ type: 'devices', order: 0, required: false }],
  ...part,
});
const values = (...names: string[]) => names.map((name, order) => ({ id: `id-${name}`, name, order, time_zone: null }));
const location = definition('Location', { is_location: true, order: 2, values: values('Oslo', 'Bergen') });
const department = definition('Department', { order: 1, values: values('Toys', 'Food') });
const note = definition('Note', { type: 0 });
const all = [note, department, location];

test('location comes first, then groups, then texts', () => {
  expect(fieldOrder(all).map(({ id }) => id)).toEqual(['Location', 'Department', 'Note']);
});

test('choosing every value gives the wildcard, except for the location', () => {
  expect(collapse(department, ['Food', 'Toys'])).toEqual(['*']);
  expect(collapse(department, ['Food'])).toEqual(['Food']);
  expect(collapse(location, ['Oslo', 'Bergen'])).toEqual(['Oslo', 'Bergen']);
});

test('without all-data access only own locations can be chosen, and a single one is preselected', () => {
  const own = { locations: ['id-Oslo'], allData: false };
  expect(locationOptions(location, own.locations, false).map(({ disabled }) => disabled)).toEqual([false, true]);
  expect(startValues(all, undefined, own)).toEqual({ Note: [], Department: [], Location: ['Oslo'] });
  expect(startValues(all, undefined, { locations: [], allData: true })['Location']).toEqual([]);
});

test('values assigned one by one are not the wildcard, even if no other value is left', () => {
  const assigned = [{ tagId: 'Department', label: 'Department', type: 1 as const, values: ['Toys', 'Food'] }];
  const stored = startValues(all, assigned, { locations: [], allData: true });
  expect(stored['Department']).toEqual(['Toys', 'Food']);
  expect(toInputs(all, stored, { object: 'devices', mayAssign: true }, assigned)).toEqual([]);
  const every = [{ tagId: 'Department', label: 'Department', type: 1 as const, values: ['*'] }];
  expect(startValues(all, every, { locations: [], allData: true })['Department']).toEqual(['*']);
});

test('names of groups and locations do not count as typed values', () => {
  const given = { name: 'x', tags: { Note: ['a'], Department: ['R&D'], Location: ['Oslo'] } };
  expect(typedIn(all, given)).toEqual({ name: 'x', tags: { Note: ['a'] } });
});

test('a refusal about the tags as a whole belongs to no field, one about a tag to its own', () => {
  expect(fieldOfRefusal('tags')).toBeUndefined();
  expect(fieldOfRefusal('tags.Location')).toBe('tags.Location');
  expect(fieldOfRefusal('username')).toBe('username');
});

test('only paths with a value in the form have a field', () => {
  const form = {
    name: '',
    tags: startValues(all, undefined, { locations: [], allData: true }),
    curfew: { kind: 'none' },
  };
  for (const path of ['name', 'tags.Note', 'curfew', 'curfew.kind']) expect(hasValueAt(form, path), path).toBe(true);
  // a tag that became required since the form was opened, a field of another form, and a property that every object inherits
  for (const path of ['tags.Since', 'email', 'name.length', 'tags.constructor', ''])
    expect(hasValueAt(form, path), path).toBe(false);
});

test('groups are sent only with the permission to assign them', () => {
  const input = { Note: ['x'], Department: ['*'], Location: ['Oslo'] };
  expect(toInputs(all, input, { object: 'devices', mayAssign: false })).toEqual([
    { tagId: 'Note', type: 0, values: ['x'] },
    { tagId: 'Location', type: 1, values: ['Oslo'] },
  ]);
  expect(toInputs(all, input, { object: 'devices', mayAssign: true })).toContainEqual({
    tagId: 'Department',
    type: 1,
    values: ['*'],
  });
});

test('entries with no values are dropped, unless they clear what is assigned', () => {
  const input = { Note: [' '], Department: [], Location: ['Oslo'] };
  const who = { object: 'devices', mayAssign: true } as const;
  const here = { tagId: 'Location', type: 1, values: ['Oslo'] };
  expect(toInputs(all, input, who)).toEqual([here]);
  const assigned = [
    { tagId: 'Note', label: 'Note', type: 0 as const, values: ['old'] },
    { tagId: 'Department', label: 'Department', type: 1 as const, values: [] },
  ];
  expect(toInputs(all, input, who, assigned)).toEqual([{ tagId: 'Note', type: 0, values: [] }, here]);
});

test('unchanged assignments are not sent, so that a value renamed since does not refuse the rest', () => {
  const who = { object: 'devices', mayAssign: true } as const;
  const assigned = [
    { tagId: 'Department', label: 'Department', type: 1 as const, values: ['Toys', 'Food'] },
    { tagId: 'Location', label: 'Location', type: 1 as const, values: ['Oslo'] },
  ];
  expect(toInputs(all, { Department: ['Food', 'Toys'], Location: ['Bergen'] }, who, assigned)).toEqual([
    { tagId: 'Location', type: 1, values: ['Bergen'] },
  ]);
});

test('the rules name the missing location and the characters a text may not have', () => {
  const issues = (tags: Record<string, string[]>) =>
    tagRules(all, { object: 'devices', mayAssign: true })
      .safeParse(tags)
      .error?.issues.map(({ path, message }) => [path.join('.'), message]);
  expect(issues({ Location: [], Note: ['a & b'] })).toEqual([
    ['Note', 'textTagCharacters'],
    ['Location', 'fieldRequired:Location'],
  ]);
  expect(issues({ Location: ['Oslo'], Note: ['x'.repeat(101)] })).toEqual([['Note', 'textTagTooLong']]);
  expect(issues({ Location: ['Oslo'], Note: ['x'.repeat(100)] })).toBeUndefined();
});
