/** The locations of an object that has at most one. */
export const locationIds = (locationId: string | null): string[] => (locationId === null ? [] : [locationId]);
