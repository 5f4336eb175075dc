import type { EventChange } from '@keyward/contract/activity';
import type { ManagedTag, TagObjects } from '@keyward/contract/groups';
import { change } from '#core/events/change.ts';

/** The entity of an event. Values have no events of their own: their changes appear in the tag's. */
export const subject = (tag: { id: string; label: string }) => ({
  domain: 'tag' as const,
  id: tag.id,
  name: tag.label,
});

const maxShown = 20;
/** Joins names for an event: the first twenty and the number of the rest. */
export function joinNames(names: readonly string[]): string | null {
  if (names.length === 0) return null;
  const more = names.length - maxShown;
  return names.slice(0, maxShown).join(', ') + (more > 0 ? ` … (+${more})` : '');
}

/** Object types that have a tag, required ones marked: 'devices*, users'. */
export const describeObjects = (objects: TagObjects | ManagedTag['objects']): string =>
  objects
    .map((o) => `${o.type}${o.required ? '*' : ''}`)
    .toSorted()
    .join(', ');

/** A reordering of the same names, from the first name that moved. */
export function reordered(before: readonly string[], after: readonly string[]): EventChange[] {
  const first = before.findIndex((name, i) => name !== after[i]);
  return first < 0 ? [] : change('order', joinNames(before.slice(first)), joinNames(after.slice(first)));
}

/** Number of objects that lost values or a tag. */
export const unassignedChanges = (counts: { devices: number; profiles: number }): EventChange[] => [
  ...(counts.devices ? change('unassignedDevices', null, String(counts.devices)) : []),
  ...(counts.profiles ? change('unassignedProfiles', null, String(counts.profiles)) : []),
];
