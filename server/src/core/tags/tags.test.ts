import type { TagDefinition } from '@keyward/contract/groups';
import { expect, test } from 'vitest';
import { resolveTags, tagRows } from './tags.ts';

const tag = (over: Partial<TagDefinition>): TagDefinition => ({
  id: 'tag',
  label: 'Tag',
  category: 'acgs',
  order: 0,
  type: 1,
  is_location: false,
  objects: [],
  values: [
    {
      id: 'only',
      name: 'Only',
      order: 0,
      time_zone: null,
    },
  ],
  ...over,
});
const stored = (definition: TagDefinition) =>
  resolveTags([definition], [{ tagId: 'tag', values: ['Only'] }], new Map()).flatMap(({ content }) =>
    tagRows('tag', content).map((row) => ({ value: row.value_id, every: row.every_value })),
  );

test('the only location is stored as its value; the only value of a group is stored as all values', () => {
  expect(stored(tag({ is_location: true }))).toEqual([{ value: 'only', every: false }]);
  expect(stored(tag({}))).toEqual([{ value: null, every: true }]);
});

test('a text tag accepts visible text; a refusal names the tag', () => {
  const text = tag({ type: 0, label: 'Note', values: [] });
  const resolve = (value: string) => resolveTags([text], [{ tagId: 'tag', values: [value] }], new Map());
  expect(resolve(' Aisle 4 ')[0]?.content.text).toBe('Aisle 4');
  expect(() => resolve('Aisle\u00ad4')).toThrow(
    expect.objectContaining({
      code: 'invalidField',
      params: { field: 'Note', reason: 'invalidCharacters' },
    }),
  );
});
