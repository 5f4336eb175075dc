// separate from locations.ts, so that the portal loads it without schemas

/**
 * The time zone for an object's times: that of its only location, else the organization's, as for a location without a
 * zone, no location, or several. `zones`: the zone of each location, null without one of its own.
 */
export const zoneOfLocations = (zones: readonly (string | null)[], organizations: string): string =>
  (zones.length === 1 ? zones[0] : null) ?? organizations;
