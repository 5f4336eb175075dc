import { type AliasableExpression, type Expression, sql, type SqlBool } from 'kysely';
import { PortalError } from '#core/errors.ts';
import { any } from '#db/fragments.ts';
import { subquery } from '#db/tenant.ts';
import type { Actor } from './session.ts';

/**
 * The one location rule of the service layer: without all-data access a person sees and touches only what lies in
 * their own locations; what has no location is nobody's but theirs who see everything. Specification, part 1, 6.
 */
export function sees(actor: Pick<Actor, 'allData' | 'locations'>, locationId: string | null): boolean {
  return actor.allData || (locationId !== null && actor.locations.includes(locationId));
}

/** For reading: what is out of sight does not exist. Throws PortalError notFound. */
export function assertSees(actor: Pick<Actor, 'allData' | 'locations'>, locationId: string | null): void {
  if (!sees(actor, locationId)) throw new PortalError('notFound');
}

/** For moving something into a location, or out of all. Throws PortalError locationNotAllowed, about `field`. */
export function assertMayPlace(
  actor: Pick<Actor, 'allData' | 'locations'>,
  locationId: string | null,
  field = 'tags',
): void {
  if (!sees(actor, locationId)) throw new PortalError('locationNotAllowed', { field });
}

/**
 * The same rule for a profile, which may work at several places: it is seen by whoever has one of them. Throws notFound.
 */
export function assertSeesProfile(actor: Pick<Actor, 'allData' | 'locations'>, locationIds: readonly string[]): void {
  if (!actor.allData && !locationIds.some((id) => sees(actor, id))) throw new PortalError('notFound');
}

/** The same rule in a query: `locations` are the caller's (null: everything), `profile` is the id of a profile. */
export const profileWithin = (
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
