import type { TagDefinition } from '@keyward/contract/groups';
import { assertMayAssignLocation } from '#core/auth/scope.ts';
import type { Actor } from '#core/auth/session.ts';
import { requireTags, validateTags } from '#core/tags/rules.ts';
import { contentByTag, noContent, type ResolvedTag, sameContent, type TagContent } from '#core/tags/tags.ts';
import type { ImportRow } from './import-columns.ts';
import type { ImportFacts } from './import-facts.ts';
import { type Faults, shortened } from './import-faults.ts';
import { nameIndex, readNames } from './import-names.ts';
import type { StoredProfile } from './queries.ts';
import { isRequired, locationsOf, ownLocation } from './service.ts';

type Context = { actor: Actor; facts: ImportFacts; options: { clear: boolean } };

const indexes = new WeakMap<TagDefinition, ReadonlyMap<string, readonly string[]>>();
function valueNames(definition: TagDefinition) {
  const known = indexes.get(definition) ?? nameIndex(definition.values);
  indexes.set(definition, known);
  return known;
}

/** The values that a cell names, as a form sends them; undefined when it names none that exist. */
function valuesOf(definition: TagDefinition, cell: string, faults: Faults): string[] | undefined {
  if (definition.type === 0) return [cell];
  if (!definition.is_location && ['*', 'all'].includes(cell.trim().toLowerCase())) return ['*'];
  const names = readNames(cell, valueNames(definition));
  if ('ids' in names) return definition.values.filter(({ id }) => names.ids.includes(id)).map(({ name }) => name);
  const [code, value] =
    'unknown' in names ? ['unknownTagValue', names.unknown] : ['ambiguousTagValue', names.ambiguous];
  faults.add(definition.label, `${code}:${value}`);
  return undefined;
}

/** The tags that a row sets, and whether it moves the profile. */
export function judgeTags(
  { actor, facts, options }: Context,
  row: ImportRow,
  before: StoredProfile | undefined,
  faults: Faults,
): { tags: readonly ResolvedTag[]; locationChanges: boolean; locations: readonly string[] } {
  const stored: ReadonlyMap<string, TagContent> = before ? contentByTag(before.tags) : new Map();
  const sent = row.tags.flatMap(({ id, cell }): ResolvedTag[] => {
    const definition = facts.definitions.find((one) => one.id === id);
    if (!definition) return (faults.add('', 'unknownTag'), []);
    const isEmpty = cell.trim() === '';
    if (isEmpty && !(before && options.clear)) return [];
    if (shortened.test(cell)) faults.add(definition.label, `digitsLost:${cell.trim()}`);
    const values = isEmpty ? [] : valuesOf(definition, cell, faults);
    if (!values) return [];
    const inputs = [{ tagId: id, values }];
    return (
      faults.attempt(definition.label, () =>
        validateTags(actor, facts.definitions, stored, inputs, { locationFree: false }),
      ) ?? []
    );
  });
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
