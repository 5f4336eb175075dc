import { reasonOf } from '@keyward/contract/reason';
import { textTagValue } from '@keyward/contract/devices';
import type { TagAssignment, TagDefinition, TagInput, TagObjectType, TagType } from '@keyward/contract/groups';
import { PortalError } from '#core/errors.ts';

/** The contract's name for a kind of tag. Specification, part 2, section 4. */
export function tagCategory(type: TagType, objects: readonly TagObjectType[]): string {
  if (type === 1) return 'acgs';
  return objects.length === 1 ? (objects[0] ?? 'all') : 'all';
}

/** The stored content of one tag of an object: value ids, every value, or a text. */
export type TagContent = { every: boolean; valueIds: string[]; text: string | null };
export type ResolvedTag = { definition: TagDefinition; content: TagContent };

export const noContent: TagContent = { every: false, valueIds: [], text: null };

/**
 * Resolves names from a form to stored ids, by the definitions of that kind of object. Tags that the form does not name are
 * absent from the result. Throws unknownTag, unknownTagValue, oneLocation and, for a text, invalidField. A group with all its
 * values is stored as '*', except for the location; but content that is sent unchanged stays as in `stored`, which is not '*'
 * when a value was deleted since.
 */
export function resolveTags(
  definitions: readonly TagDefinition[],
  inputs: readonly TagInput[],
  stored: ReadonlyMap<string, TagContent>,
): ResolvedTag[] {
  const seen = new Set<string>();
  return inputs.map((input) => {
    const definition = definitions.find((d) => d.id === input.tagId);
    if (!definition || seen.has(input.tagId)) throw new PortalError('unknownTag', { field: 'tags' });
    seen.add(input.tagId);
    if (definition.type === 0) return { definition, content: textOf(definition, input) };
    return { definition, content: valuesOf(definition, input, stored.get(definition.id) ?? noContent) };
  });
}

function textOf(definition: TagDefinition, input: TagInput): TagContent {
  const field = `tags.${definition.id}`;
  if (input.values.length > 1) throw new PortalError('unknownTagValue', { field, params: tagParams(definition, '') });
  const parsed = textTagValue.safeParse(input.values[0] ?? '');
  if (!parsed.success) {
    const reason = reasonOf(parsed.error.issues[0]?.message ?? '');
    throw new PortalError('invalidField', { field, params: { field: definition.label, reason } });
  }
  const text = parsed.data.trim();
  return text ? { ...noContent, text } : noContent;
}

const tagParams = (definition: TagDefinition, value: string) => ({ tag: definition.label, value: value.slice(0, 100) });

function valuesOf(definition: TagDefinition, input: TagInput, stored: TagContent): TagContent {
  const field = `tags.${definition.id}`;
  const names = [...new Set(input.values)];
  if (names.includes('*') && !definition.is_location) return { ...noContent, every: true };
  const valueIds = names.map((name) => {
    const value = definition.values.find((v) => v.name === name);
    if (!value) throw new PortalError('unknownTagValue', { field, params: tagParams(definition, name) });
    return value.id;
  });
  // several locations, stored before the limit of one, may stay
  if (sameContent({ ...noContent, valueIds }, stored)) return stored;
  if (definition.is_location && valueIds.length > 1) throw new PortalError('oneLocation', { field });
  if (!definition.is_location && valueIds.length > 0 && valueIds.length === definition.values.length) {
    return { ...noContent, every: true };
  }
  return { ...noContent, valueIds };
}

/**
 * The content of a group or the location after values are given and taken, by name; giving a location replaces the former. The
 * same object when nothing changes. Throws unknownTagValue and oneLocation.
 */
export function withValues(
  definition: TagDefinition,
  before: TagContent,
  { give, take }: { give: readonly string[]; take: readonly string[] },
): TagContent {
  const all = definition.values.map((value) => value.id);
  const idsOf = (content: TagContent) => (content.every ? all : content.valueIds);
  const named = (values: readonly string[]) =>
    idsOf(valuesOf(definition, { tagId: definition.id, values: [...values] }, noContent));
  const [given, taken] = [named(give), named(take)];
  const present = definition.is_location && given.length ? [] : idsOf(before);
  const valueIds = all.filter((id) => (present.includes(id) || given.includes(id)) && !taken.includes(id));
  const after = { ...noContent, valueIds };
  if (sameContent(after, { ...noContent, valueIds: idsOf(before) })) return before;
  return !definition.is_location && valueIds.length === all.length ? { ...noContent, every: true } : after;
}

/** Stored content as names, in the order of the values: ['*'] for all. */
export function namesOf(definition: TagDefinition, content: TagContent): string[] {
  if (content.text !== null) return [content.text];
  if (content.every) return ['*'];
  return definition.values.filter((v) => content.valueIds.includes(v.id)).map((v) => v.name);
}

export function toAssignment(definition: TagDefinition, content: TagContent): TagAssignment {
  return { tagId: definition.id, label: definition.label, type: definition.type, values: namesOf(definition, content) };
}

export const sameContent = (a: TagContent, b: TagContent): boolean =>
  a.every === b.every &&
  a.text === b.text &&
  a.valueIds.length === b.valueIds.length &&
  a.valueIds.every((value) => b.valueIds.includes(value));

/** The rows to store for this content. */
export function tagRows(definitionId: string, content: TagContent): TagRow[] {
  const row = { tag_definition_id: definitionId, value_id: null, text: null, every_value: false };
  if (content.every) return [{ ...row, every_value: true }];
  if (content.text !== null) return [{ ...row, text: content.text }];
  return content.valueIds.map((value_id) => ({ ...row, value_id }));
}

export type TagRow = { tag_definition_id: string; value_id: string | null; text: string | null; every_value: boolean };

/** The stored rows of one object, by definition. */
export function contentByTag(stored: readonly TagRow[]): Map<string, TagContent> {
  const byTag = new Map<string, TagContent>();
  for (const row of stored) {
    const before = byTag.get(row.tag_definition_id) ?? noContent;
    byTag.set(row.tag_definition_id, {
      every: before.every || row.every_value,
      text: row.text ?? before.text,
      valueIds: row.value_id ? [...before.valueIds, row.value_id] : before.valueIds,
    });
  }
  return byTag;
}
