import type { TagDefinition } from '@keyward/contract/groups';
import { isText, type TagValues } from '#parts/tagValues.ts';
import type { ValidityValues } from './validityValues.ts';

type Kept = { active: boolean; roles: string[]; tags: TagValues } & ValidityValues;

/**
 * Initial values of the form for the next profile after one was added. Many profiles are often added to one location, with the
 * same task: these values stay.
 */
export function nextValues<V extends Kept>(
  definitions: readonly TagDefinition[],
  blank: V,
  { active, roles, tags, valid_from, valid_until }: V,
): V {
  const groups = definitions.filter((definition) => !isText(definition)).map(({ id }) => [id, tags[id] ?? []]);
  return { ...blank, active, roles, valid_from, valid_until, tags: { ...blank.tags, ...Object.fromEntries(groups) } };
}
