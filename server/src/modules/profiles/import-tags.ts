import { fits, nameKey } from '@keyward/contract/characters';
import { meansAll } from '@keyward/contract/export-headings';
import type { TagDefinition } from '@keyward/contract/groups';
import { groupsColumn } from '@keyward/contract/imports';
import { limits } from '@keyward/contract/limits';
import { assertMayAssignLocation } from '#core/auth/scope.ts';
import type { Actor } from '#core/auth/session.ts';
import { requireTags, validateTags } from '#core/tags/rules.ts';
import { contentByTag, namesOf, noContent, type ResolvedTag, sameContent, type TagContent } from '#core/tags/tags.ts';
import type { ImportRow } from './import-columns.ts';
import type { ImportFacts } from './import-facts.ts';
import type { Faults } from './import-faults.ts';
import { nameIndex, readNames } from './import-names.ts';
import type { StoredProfile } from './queries.ts';
import { isRequired, locationsOf, ownLocation } from './service.ts';

type Context = { actor: Actor; facts: ImportFacts; options: { clear: boolean } };

type Definitions = readonly TagDefinition[];
const indexes = new WeakMap<TagDefinition | Definitions, ReadonlyMap<string, readonly string[]>>();
/** Index by name of the values of one definition, or of all groups; built once, because every row of a file reads it. */
function valueNames(of: TagDefinition | Definitions, values: () => TagDefinition['values']) {
  const index = indexes.get(of) ?? nameIndex(values());
  indexes.set(of, index);
  return index;
}

/** The values that a cell names, in the form that a form sends; undefined, with an error, if one is unknown or ambiguous. */
function valuesOf(definition: TagDefinition, cell: string, faults: Faults): string[] | undefined {
  if (definition.type === 0) return [cell];
  const names = readNames(
    cell,
    valueNames(definition, () => definition.values),
  );
  if (!definition.is_location && !('ids' in names) && meansAll(cell)) return ['*'];
  if ('ids' in names) return definition.values.filter(({ id }) => names.ids.includes(id)).map(({ name }) => name);
  const [code, value] =
    'unknown' in names ? ['unknownTagValue', names.unknown] : ['ambiguousTagValue', names.ambiguous];
  faults.add(definition.label, `${code}:${value}`);
  return undefined;
}

/** The groups whose values can share one column. */
export const groupsOf = (definitions: Definitions) =>
  definitions.filter(({ type, is_location: isLocation }) => type === 1 && !isLocation);

/**
 * The values of each group in a cell with the values of all groups. A cell that equals the stored values sets nothing, whatever
 * it could mean otherwise: `*` says that all values of some group are set, but not of which, unless there is one group.
 */
function valuesOfGroups(
  definitions: Definitions,
  cell: string,
  stored: ReadonlyMap<string, TagContent>,
  faults: Faults,
): { definition: TagDefinition; values: string[] }[] {
  const groups = groupsOf(definitions);
  const normal = (names: readonly string[]) =>
    [...new Set(names.map((name) => (meansAll(name) ? '*' : nameKey(name))))]
      .filter((name) => name !== '')
      .toSorted()
      .join(';');
  const shown = groups.flatMap((definition) => namesOf(definition, stored.get(definition.id) ?? noContent));
  // a longer cell neither names values nor equals the stored ones, however it is spaced
  const longest = Math.max(limits.importCell, 2 * shown.join('; ').length);
  if (fits(cell, longest) && normal(shown) === normal(cell.split(';'))) return [];
  const [only, ...more] = groups;
  if (only && more.length === 0) {
    const values = cell.trim() === '' ? [] : valuesOf(only, cell, faults);
    return values ? [{ definition: only, values }] : [];
  }
  const index = valueNames(definitions, () => groups.flatMap(({ values }) => values));
  const names = readNames(cell, index);
  if ('ids' in names) {
    return groups.map((definition) => ({
      definition,
      values: definition.values.filter(({ id }) => names.ids.includes(id)).map(({ name }) => name),
    }));
  }
  const value = 'unknown' in names ? names.unknown : names.ambiguous;
  faults.add(
    groupsColumn,
    `${'unknown' in names && !meansAll(value) ? 'unknownTagValue' : 'ambiguousTagValue'}:${value}`,
  );
  return [];
}

/** The tags that a row sets, whether it moves the profile, and its locations afterwards. */
export function judgeTags(
  { actor, facts, options }: Context,
  row: ImportRow,
  before: StoredProfile | undefined,
  faults: Faults,
): { tags: readonly ResolvedTag[]; locationChanges: boolean; locations: readonly string[] } {
  const stored: ReadonlyMap<string, TagContent> = before ? contentByTag(before.tags) : new Map();
  const resolved = (definition: TagDefinition, values: string[]): ResolvedTag[] =>
    faults.attempt(definition.label, () => {
      const inputs = [{ tagId: definition.id, values }];
      return validateTags(actor, facts.definitions, stored, inputs, { locationFree: false });
    }) ?? [];
  const leaves = (cell: string) => cell.trim() === '' && !(before && options.clear);
  const single = row.tags.flatMap(({ id, cell }): ResolvedTag[] => {
    const definition = facts.definitions.find((one) => one.id === id);
    if (!definition) return (faults.add('', 'unknownTag'), []);
    if (leaves(cell)) return [];
    faults.digits(definition.label, cell, namesOf(definition, stored.get(id) ?? noContent).join('; '));
    const values = cell.trim() === '' ? [] : valuesOf(definition, cell, faults);
    return values ? resolved(definition, values) : [];
  });
  // a group with its own column is read from there
  const others = groupsOf(facts.definitions).filter(({ id }) => !row.tags.some((tag) => tag.id === id));
  const together =
    row.groups === undefined || leaves(row.groups)
      ? []
      : valuesOfGroups(facts.definitions, row.groups, stored, faults)
          .filter(({ definition }) => others.includes(definition))
          .flatMap(({ definition, values }) => resolved(definition, values));
  const sent = [...single, ...together];
  const own = before ? [] : ownLocation(actor, facts.definitions, sent);
  const tags = [...sent.filter((tag) => !own.some(({ definition }) => definition === tag.definition)), ...own];
  const content = new Map([...stored, ...tags.map((tag) => [tag.definition.id, tag.content] as const)]);
  for (const definition of facts.definitions) {
    faults.attempt(definition.label, () => requireTags([definition], content, isRequired));
  }
  const location = facts.definitions.find((definition) => definition.is_location);
  const locations = before ? locationsOf(tags) : (locationsOf(tags) ?? []);
  const was = location && stored.get(location.id);
  const now = location && content.get(location.id);
  const locationChanges = locations !== undefined && !sameContent(was ?? noContent, now ?? noContent);
  if (locations && (!before || locationChanges)) {
    faults.attempt(location?.label ?? 'tags', () => {
      for (const one of locations.length ? locations : [null]) assertMayAssignLocation(actor, one);
    });
  }
  return {
    tags,
    locationChanges: before !== undefined && locationChanges,
    locations: locations ?? before?.locations ?? [],
  };
}
