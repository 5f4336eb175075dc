/** The locations of an object that is at one or at none. */
export const locationIds = (locationId: string | null): string[] => (locationId === null ? [] : [locationId]);
