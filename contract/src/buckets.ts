/** Lengths of a bar in a picture over time, by the clock and calendar of a zone; the shortest first. */
export const buckets = ['quarterHour', 'hour', 'threeHours', 'day', 'week', 'month', 'year'] as const;
export type Bucket = (typeof buckets)[number];
