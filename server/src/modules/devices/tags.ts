import type { TagDefinition } from '@keyward/contract/groups';
import { isRequiredOn } from '#core/tags/rules.ts';
import { type ResolvedTag, tagRows } from '#core/tags/tags.ts';

/** Whether a device needs the tag: the location always, other tags if their definition says so. */
export const isRequired = (definition: TagDefinition): boolean =>
  definition.is_location || isRequiredOn('devices')(definition);

/** The location columns from the tags; undefined when the tags do not include the location. */
export function locationOf(tags: readonly ResolvedTag[]) {
  const location = tags.find((t) => t.definition.is_location);
  if (!location) return undefined;
  const value = location.content.valueIds[0] ?? null;
  return { location_definition_id: value === null ? null : location.definition.id, location_value_id: value };
}

/** Rows of device_tag, without the location, which is a column of the device. */
export const tagRowsOf = (tags: readonly ResolvedTag[]) =>
  tags.filter((t) => !t.definition.is_location).flatMap((t) => tagRows(t.definition.id, t.content));
