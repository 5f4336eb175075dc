// The authority that a watch was last judged with, so that a change of it is not mistaken for a change of the rows.
import { lacking, type Permissions, valueIn } from '@keyward/contract/permissions';
import { sharedLocations } from '#core/auth/scope.ts';
import type { Actor } from '#core/auth/session.ts';

/** The stored form, as JSON: rights, all-data access, locations and zone. */
type Compared = [authority: Actor['authority'], allData: boolean, locations: string[], zone: string];

/** Rights, locations and zone of a profile, as text. */
export function authorityOf({ authority, allData, locations }: Actor, zone: string): string {
  const compared: Compared = [authority, allData, [...locations].toSorted(), zone];
  return JSON.stringify(compared);
}

/**
 * The owner with only the rights and locations held both now and before: a row that is new to this actor is new, and not only
 * newly visible. Null in another zone, where the same words of a filter mean other times.
 */
export function actorOfBoth(actor: Actor, zone: string, before: string | null): Actor | null {
  if (before === null) return null;
  // written by authorityOf
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
