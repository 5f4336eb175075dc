import type { Missing } from '@keyward/contract/deletions';
import type { TagDefinition } from '@keyward/contract/groups';
import { can } from '@keyward/contract/permissions';
import { isVisible } from '#core/auth/scope.ts';
import type { Actor } from '#core/auth/session.ts';
import { noContent, type ResolvedTag, type TagContent } from '#core/tags/tags.ts';
import type { TagSnapshot } from './snapshot.ts';

/** The tags of a row that is about to be deleted. Tags for other kinds of objects are not among the definitions. */
export const tagSnapshots = (
  definitions: readonly TagDefinition[],
  stored: ReadonlyMap<string, TagContent>,
): TagSnapshot[] =>
  definitions.flatMap(({ id, label, values }) => {
    const content = stored.get(id);
    if (!content) return [];
    const { every, text, valueIds } = content;
    const own = values
      .filter((value) => valueIds.includes(value.id))
      .map((value) => ({ id: value.id, name: value.name }));
    return [{ id, label, every, text, values: own }];
  });

type Restorable = { tags: ResolvedTag[]; missing: Missing[] };

/**
 * The tags that are restored: values that still exist, by their ids, and that the actor may give, and those missing.
 * `locationFree`: the location is judged by scope alone.
 */
export function restorableTags(
  actor: Actor,
  definitions: readonly TagDefinition[],
  snapshot: readonly TagSnapshot[],
  { locationFree }: { locationFree: boolean },
): Restorable {
  const missing: Missing[] = [];
  const tags = snapshot.flatMap((tag): ResolvedTag[] => {
    const { label, every, text } = tag;
    const definition = definitions.find(({ id }) => id === tag.id);
    const lose = (names: readonly string[], reason: Missing['reason']) => {
      for (const name of names) missing.push({ kind: 'value', name, of: definition?.label ?? label, reason });
    };
    if (text !== null) {
      if (definition?.type === 0) return [{ definition, content: { ...noContent, text } }];
      missing.push({ kind: 'text', name: label, of: null, reason: 'gone' });
      return [];
    }
    const names = every ? ['*'] : tag.values.map(({ name }) => name);
    if (definition?.type !== 1) {
      lose(names, 'gone');
      return [];
    }
    if (!can.assignGroups.holds(actor.authority) && !(definition.is_location && locationFree)) {
      if (!(definition.is_location && isOnlyLocation(actor, tag))) lose(names, 'notAllowed');
      return [];
    }
    if (every) return [{ definition, content: { ...noContent, every: true } }];
    const there = tag.values.filter(({ id }) => definition.values.some((value) => value.id === id));
    const given = definition.is_location ? there.filter(({ id }) => isVisible(actor, id)) : there;
    const namesOf = (values: TagSnapshot['values']) => values.map(({ name }) => name);
    lose(namesOf(tag.values.filter((value) => !there.includes(value))), 'gone');
    lose(namesOf(there.filter((value) => !given.includes(value))), 'notAllowed');
    return given.length ? [{ definition, content: { ...noContent, valueIds: given.map(({ id }) => id) } }] : [];
  });
  return { tags, missing };
}

/** Whether this is the actor's only location, which a new row gets by itself. */
const isOnlyLocation = ({ allData, locations }: Actor, { values }: TagSnapshot): boolean =>
  !allData && locations.length === 1 && values.length === 1 && values[0]?.id === locations[0];
