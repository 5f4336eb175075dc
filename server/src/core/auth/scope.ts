import { type AliasableExpression, type Expression, sql, type SqlBool } from 'kysely';
import { PortalError } from '#core/errors.ts';
import { any } from '#db/fragments.ts';
import { subquery } from '#db/tenant.ts';
import type { Actor } from './session.ts';

/**
 * The location rule of the service layer: without all-data access, an actor reads and writes only objects in their own
 * locations; unassigned objects are visible only with all-data access. Specification, part 1, 6.
 */
export function isVisible(actor: Pick<Actor, 'allData' | 'locations'>, locationId: string | null): boolean {
  return actor.allData || (locationId !== null && actor.locations.includes(locationId));
}

/** For reading: invisible objects do not exist. Throws PortalError notFound. */
export function assertVisible(actor: Pick<Actor, 'allData' | 'locations'>, locationId: string | null): void {
  if (!isVisible(actor, locationId)) throw new PortalError('notFound');
}

/** For assigning or clearing a location. Throws PortalError locationNotAllowed for `field`. */
export function assertMayAssignLocation(
  actor: Pick<Actor, 'allData' | 'locations'>,
  locationId: string | null,
  field = 'tags',
): void {
  if (!isVisible(actor, locationId)) throw new PortalError('locationNotAllowed', { field });
}

/** The same rule for an object that is at all of these locations, such as an invitation with several keys: each is needed. */
export const isVisibleAtEach = (
  actor: Pick<Actor, 'allData' | 'locations'>,
  locationIds: readonly (string | null)[],
): boolean => actor.allData || (locationIds.length > 0 && locationIds.every((id) => isVisible(actor, id)));

/** The same rule for a profile, which may have several locations: one of them suffices. */
export const isProfileVisible = (
  actor: Pick<Actor, 'allData' | 'locations'>,
  locationIds: readonly string[],
): boolean => actor.allData || locationIds.some((id) => isVisible(actor, id));

/** Throws notFound for an invisible profile. */
export function assertProfileVisible(
  actor: Pick<Actor, 'allData' | 'locations'>,
  locationIds: readonly string[],
): void {
  if (!isProfileVisible(actor, locationIds)) throw new PortalError('notFound');
}

/** The same rule in a query: `locations` are the actor's (null: all-data access), `profile` is the id of a profile. */
export const profileInLocations = (
  profile: Expression<string>,
  locations: readonly string[] | null,
): AliasableExpression<SqlBool> =>
  locations === null
    ? sql<SqlBool>`true`
    : subquery.exists(
        subquery
          .selectFrom('profile_tag as w')
          .where('w.profile_id', '=', profile)
          .where('w.value_id', '=', any(locations)),
      );

/** Whether a profile is visible to the actor, in a query. */
export const profileVisibleTo = (
  actor: Pick<Actor, 'allData' | 'locations'>,
  profile: Expression<string>,
): AliasableExpression<SqlBool> => profileInLocations(profile, actor.allData ? null : actor.locations);

/** Whether a location is visible to the actor, in a query: `location` is null for an unassigned row. */
export const locationVisibleTo = (
  actor: Pick<Actor, 'allData' | 'locations'>,
  location: Expression<string | null>,
): AliasableExpression<SqlBool> =>
  actor.allData ? sql<SqlBool>`true` : sql<SqlBool>`coalesce(${location} = ${any(actor.locations)}, false)`;

/** The same for rows with several locations, of which one suffices: `locations` is an array. */
export const anyLocationVisibleTo = (
  actor: Pick<Actor, 'allData' | 'locations'>,
  locations: Expression<string[]>,
): AliasableExpression<SqlBool> =>
  actor.allData ? sql<SqlBool>`true` : sql<SqlBool>`${locations} && ${[...actor.locations]}::uuid[]`;

/** The locations visible to both the actor and another. */
export function sharedLocations(
  actor: Pick<Actor, 'allData' | 'locations'>,
  other: Pick<Actor, 'allData' | 'locations'>,
): Pick<Actor, 'allData' | 'locations'> {
  if (actor.allData) return { allData: other.allData, locations: other.locations };
  return { allData: false, locations: actor.locations.filter((id) => isVisible(other, id)) };
}
