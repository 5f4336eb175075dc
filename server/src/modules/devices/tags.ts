import type { TagDefinition } from '@keyward/contract/groups';
import { requiredOn } from '#core/tags/rules.ts';
import { type ResolvedTag, tagRows } from '#core/tags/tags.ts';

/** A location is required once a location tag is defined, another tag where its definition says so. */
export const isRequired = (definition: TagDefinition): boolean =>
  definition.is_location || requiredOn('devices')(definition);

/** Where the tags put the device; undefined when they do not name the location. */
export function placeOf(tags: readonly ResolvedTag[]) {
  const location = tags.find((t) => t.definition.is_location);
  if (!location) return undefined;
  const value = location.content.valueIds[0] ?? null;
  return { location_definition_id: value === null ? null : location.definition.id, location_value_id: value };
}

/** What is stored beside the device: the location is a column of its own. */
export const rowsOf = (tags: readonly ResolvedTag[]) =>
  tags.filter((t) => !t.definition.is_location).flatMap((t) => tagRows(t.definition.id, t.content));
