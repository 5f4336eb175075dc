/** The ranges of the dashboard's pictures, all until now. Kept apart: the routes read them from the address. */
export const ranges = ['day', 'week', 'month', 'year'] as const;
export type Range = (typeof ranges)[number];
export const defaultRange: Range = 'week';

/** The range that a search parameter names; undefined for any other value. */
export const rangeNamed = (value: unknown): Range | undefined => ranges.find((range) => range === value);
