import type { EventChange } from '@keyward/contract/activity';
import type { TagDefinition, TagInput } from '@keyward/contract/groups';
import { can } from '@keyward/contract/permissions';
import { PortalError } from '#core/errors.ts';
import type { Actor } from '#core/session.ts';
import {
  namesOf,
  noContent,
  type ResolvedTag,
  resolveTags,
  sameContent,
  type TagContent,
  tagRows,
} from '#core/tags.ts';

/** Resolves the tags; changing a group needs ASSIGN-ACCESS-GROUPS, sending it as it is does not. */
export function judgeTags(
  actor: Actor,
  definitions: readonly TagDefinition[],
  carried: ReadonlyMap<string, TagContent>,
  inputs: readonly TagInput[],
): ResolvedTag[] {
  const tags = resolveTags(definitions, inputs);
  const regrouped = tags.some(
    ({ definition, content }) =>
      definition.type === 1 &&
      !definition.is_location &&
      !sameContent(content, carried.get(definition.id) ?? noContent),
  );
  if (regrouped && !can.assignGroups.holds(actor.authority))
    throw new PortalError('cannotAssignGroups', { field: 'tags' });
  return tags;
}

/** A location is required once a location tag is defined, another tag where its definition says so. */
export function requireTags(definitions: readonly TagDefinition[], content: ReadonlyMap<string, TagContent>) {
  for (const definition of definitions) {
    const required = definition.is_location || definition.objects.some((o) => o.type === 'devices' && o.required);
    if (required && !namesOf(definition, content.get(definition.id) ?? noContent).length) {
      throw new PortalError('tagRequired', { field: `tags.${definition.id}`, params: { field: definition.label } });
    }
  }
}

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

export function tagChanges(tags: readonly ResolvedTag[], carried: ReadonlyMap<string, TagContent>): EventChange[] {
  return tags.flatMap(({ definition, content }) => {
    const before = carried.get(definition.id) ?? noContent;
    if (sameContent(before, content)) return [];
    const text = (c: TagContent) => namesOf(definition, c).join(', ') || null;
    return [{ attribute: `tags.${definition.label}`, oldValue: text(before), newValue: text(content) }];
  });
}
