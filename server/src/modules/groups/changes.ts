import type { EventChange } from '@keyward/contract/activity';
import type { ManagedTag, TagObjects } from '@keyward/contract/groups';

/** What an event says it is about. A tag's values have no events of their own: theirs are the tag's. */
export const subject = (tag: { id: string; label: string }) => ({
  domain: 'tag' as const,
  id: tag.id,
  name: tag.label,
});

const shown = 20;
/** Names in an event: the first twenty, and how many there are beside them. */
export function inWords(names: readonly string[]): string | null {
  if (names.length === 0) return null;
  const more = names.length - shown;
  return names.slice(0, shown).join(', ') + (more > 0 ? ` … (+${more})` : '');
}

/** What carries a tag, those who must marked: 'devices*, users'. */
export const objectsInWords = (objects: TagObjects | ManagedTag['objects']): string =>
  objects
    .map((o) => `${o.type}${o.required ? '*' : ''}`)
    .toSorted()
    .join(', ');

export const change = (attribute: string, oldValue: string | null, newValue: string | null): EventChange[] =>
  oldValue === newValue ? [] : [{ attribute, oldValue, newValue }];

/** A new order of the same names, told from the first one that moved. */
export function reordered(before: readonly string[], after: readonly string[]): EventChange[] {
  const first = before.findIndex((name, i) => name !== after[i]);
  return first < 0 ? [] : change('order', inWords(before.slice(first)), inWords(after.slice(first)));
}

/** What was lost with values or a tag, on how many. */
export const lost = (counts: { devices: number; profiles: number }): EventChange[] => [
  ...(counts.devices ? change('unassignedDevices', null, String(counts.devices)) : []),
  ...(counts.profiles ? change('unassignedProfiles', null, String(counts.profiles)) : []),
];
