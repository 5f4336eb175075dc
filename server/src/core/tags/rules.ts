import type { EventChange } from '@keyward/contract/activity';
import type { TagDefinition, TagInput, TagObjectType } from '@keyward/contract/groups';
import { can } from '@keyward/contract/permissions';
import { PortalError } from '#core/errors.ts';
import type { Actor } from '#core/auth/session.ts';
import { namesOf, noContent, type ResolvedTag, resolveTags, sameContent, type TagContent } from './tags.ts';

/**
 * Resolves the tags of a form for an object with the stored content `stored`. Changing a group requires ASSIGN-ACCESS-GROUPS,
 * sending it unchanged does not. `locationFree`: the location is exempt, as it is checked by scope alone. Throws
 * cannotAssignGroups, and as resolveTags does.
 */
export function validateTags(
  actor: Pick<Actor, 'authority'>,
  definitions: readonly TagDefinition[],
  stored: ReadonlyMap<string, TagContent>,
  inputs: readonly TagInput[],
  { locationFree }: { locationFree: boolean },
): ResolvedTag[] {
  const tags = resolveTags(definitions, inputs, stored);
  assertMayAssignTags(actor, tags, stored, { locationFree });
  return tags;
}

/** Throws cannotAssignGroups when a group changes and the actor may not assign groups. */
export function assertMayAssignTags(
  actor: Pick<Actor, 'authority'>,
  tags: readonly ResolvedTag[],
  stored: ReadonlyMap<string, TagContent>,
  { locationFree }: { locationFree: boolean },
): void {
  const groupChanged = tags.some(
    ({ definition, content }) =>
      definition.type === 1 &&
      !(definition.is_location && locationFree) &&
      !sameContent(content, stored.get(definition.id) ?? noContent),
  );
  if (groupChanged && !can.assignGroups.holds(actor.authority))
    throw new PortalError('cannotAssignGroups', { field: 'tags' });
}

/** Throws tagRequired for a tag that `isRequired` selects and that has no content. */
export function requireTags(
  definitions: readonly TagDefinition[],
  content: ReadonlyMap<string, TagContent>,
  isRequired: (definition: TagDefinition) => boolean,
) {
  for (const definition of definitions) {
    if (isRequired(definition) && !namesOf(definition, content.get(definition.id) ?? noContent).length) {
      throw new PortalError('tagRequired', { field: `tags.${definition.id}`, params: { field: definition.label } });
    }
  }
}

/** Whether the definition requires a value on every object of this kind. */
export const isRequiredOn = (type: TagObjectType) => (definition: TagDefinition) =>
  definition.objects.some((o) => o.type === type && o.required);

export function tagChanges(tags: readonly ResolvedTag[], stored: ReadonlyMap<string, TagContent>): EventChange[] {
  return tags.flatMap(({ definition, content }) => {
    const before = stored.get(definition.id) ?? noContent;
    if (sameContent(before, content)) return [];
    const text = (c: TagContent) => namesOf(definition, c).join(', ') || null;
    return [{ attribute: `tags.${definition.label}`, oldValue: text(before), newValue: text(content) }];
  });
}
