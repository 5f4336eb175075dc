// What the owner of a watch may see, as it was judged with last, so that a change of it is not taken for a change of the rows.
import { lacking, type Permissions, valueIn } from '@keyward/contract/permissions';
import { sharedLocations } from '#core/auth/scope.ts';
import type { Actor } from '#core/auth/session.ts';

/** A watch keeps it as text: rights, all-data access, locations and zone. */
type Compared = [authority: Actor['authority'], allData: boolean, locations: string[], zone: string];

/** Rights, locations and zone of a person. */
export function authorityOf({ authority, allData, locations }: Actor, zone: string): string {
  const compared: Compared = [authority, allData, [...locations].toSorted(), zone];
  return JSON.stringify(compared);
}

/**
 * The owner with what they may see now and could see before: a row that is new to this actor is new, and not only newly visible.
 * Null in another zone, where the same words of a filter mean other times.
 */
export function actorOfBoth(actor: Actor, zone: string, before: string | null): Actor | null {
  if (before === null) return null;
  // authorityOf wrote it
  const [authority, allData, locations, zoneBefore] = JSON.parse(before) as Compared;
  if (zoneBefore !== zone) return null;
  const { permissions } = actor.authority;
  const lower = lacking(authority.permissions, permissions).map((id) => [id, valueIn(authority.permissions, id)]);
  const both: Permissions = { ...permissions, ...Object.fromEntries(lower) };
  return {
    ...actor,
    authority: { ...actor.authority, permissions: both },
    ...sharedLocations(actor, { allData, locations }),
  };
}
