import type { TagDefinition } from '@keyward/contract/groups';
import { expect, test } from 'vitest';
import { nextValues } from './nextValues.ts';

const definition = (id: string, part: Partial<TagDefinition>): TagDefinition => ({
  id,
  label: id,
  category: id,
  order: 0,
  type: 1,
  is_location: false,
  values: [],
  objects: [{ type: 'users', order: 0, required: false }],
  ...part,
});
const definitions = [
  definition('Location', { is_location: true }),
  definition('Shift', {}),
  definition('Badge', { type: 0 }),
];
const blank: Parameters<typeof nextValues>[1] & { name: string; password: string } = {
  name: '',
  password: '',
  active: true,
  roles: [],
  tags: { Location: [], Shift: [], Badge: [] },
  valid_from: '',
  valid_until: '',
};

test('the form of the next profile keeps roles, location, groups, validity and state, but nothing personal', () => {
  const task = {
    active: false,
    roles: ['clerk'],
    valid_from: '2099-01-01 08:00',
    valid_until: '2099-06-01 08:00',
  };
  const given = {
    ...task,
    name: 'Ann',
    password: 'Temporary-1',
    tags: { Location: ['Leeds'], Shift: ['Late'], Badge: ['0042'] },
  };
  expect(nextValues(definitions, blank, given)).toEqual({
    ...blank,
    ...task,
    tags: { Location: ['Leeds'], Shift: ['Late'], Badge: [] },
  });
});
