// separate from onepass.ts, so that the portal loads it without schemas

/** Minutes of 45 days, and of 45 local days across the change to winter time. */
export const secureKeyMinutes = { min: 1, days: 45, usual: 64_800, longest: 64_860 } as const;
export const secureKeyUses = { min: 1, max: 255 } as const;
