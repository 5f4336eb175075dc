// separate from locations.ts, so that the portal loads it without schemas

/**
 * The zone in which the times of a thing are meant: its location's, or the organization's where the location has none, or
 * where there is no location or more than one. `zones`: one of each location, null without its own.
 */
export const zoneOfLocations = (zones: readonly (string | null)[], organizations: string): string =>
  (zones.length === 1 ? zones[0] : null) ?? organizations;
