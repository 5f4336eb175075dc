import { PortalError } from '#core/errors.ts';
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

/**
 * The same rule in SQL for a profile: `id` is its column, `locations` the parameter with the caller's location ids
 * (uuid[]; null: everything). $1 is the tenant.
 */
export const profileWithin = (id: string, locations: string): string =>
  `(${locations}::uuid[] is null or exists (select from profile_tag w where w.tenant_id = $1 and w.profile_id = ${id}
    and w.value_id = any(${locations}::uuid[])))`;
