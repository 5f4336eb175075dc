import type { TagDefinition } from '@keyward/contract/groups';
import { expect, test } from 'vitest';
import { actorOf } from '#testing/actor.ts';
import { tenants } from '#testing/people.ts';
import type { ImportFacts } from './import-facts.ts';
import { faultsOf } from './import-faults.ts';
import { judgeTags } from './import-tags.ts';

const objects: TagDefinition['objects'] = [{ type: 'users', order: 0, required: false }];

/** A group whose last value, which no cell of these tests names, counts the reads of its name. */
function countedGroup(label: string, size = 5) {
  let reads = 0;
  const values = Array.from({ length: size }, (_, i) => ({
    id: `${label} ${i}`,
    name: `${label} ${i}`,
    order: i,
    time_zone: null,
  }));
  const last = {
    id: `${label} last`,
    order: size,
    time_zone: null,
    get name() {
      reads++;
      return `${label} last`;
    },
  };
  const group: TagDefinition = {
    id: label,
    label,
    category: 'acgs',
    order: 0,
    type: 1,
    is_location: false,
    values: [...values, last],
    objects,
  };
  return { group, reads: () => reads };
}

const factsOf = (definitions: readonly TagDefinition[]): ImportFacts => ({
  definitions,
  roles: [],
  roleNames: new Map(),
  profiles: new Map(),
  emails: new Map(),
  usesSingleSignOn: () => false,
  keepers: new Map(),
});

/** The tags that a cell of the column of all groups sets, as 'group: values', and its errors. */
function judged(facts: ImportFacts, groups: string): string[] {
  const context = { actor: actorOf(tenants.demo, 'all'), facts, options: { clear: false } };
  const faults = faultsOf([]);
  const { tags } = judgeTags(context, { line: 2, values: {}, tags: [], errors: [], groups }, undefined, faults);
  return [
    ...tags.map(({ definition, content }) => `${definition.label}: ${content.valueIds.join(', ')}`),
    ...faults.all.map(({ message }) => message),
  ];
}

test('the rows of a file share one index of the values of all groups', () => {
  const [doors, shifts] = [countedGroup('Doors'), countedGroup('Shifts')];
  const facts = factsOf([doors.group, shifts.group]);
  for (let i = 0; i < 5; i++) {
    expect(judged(facts, `doors ${i}; shifts ${4 - i}`)).toEqual([`Doors: Doors ${i}`, `Shifts: Shifts ${4 - i}`]);
  }
  expect([doors.reads(), shifts.reads()]).toEqual([1, 1]);
});

test('groups that are loaded again are read with their new values', () => {
  const [doors, shifts] = [countedGroup('Doors'), countedGroup('Shifts')];
  const cell = 'Doors 4; Shifts 1';
  expect(judged(factsOf([doors.group, shifts.group]), cell)).toEqual(['Doors: Doors 4', 'Shifts: Shifts 1']);
  expect(judged(factsOf([countedGroup('Doors', 4).group, shifts.group]), cell)).toEqual(['unknownTagValue:Doors 4']);
});
