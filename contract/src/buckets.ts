/** How long a bar of a picture over time is, by the clock and calendar of a zone; the shortest first. */
export const buckets = ['quarterHour', 'hour', 'threeHours', 'day', 'week', 'month', 'year'] as const;
export type Bucket = (typeof buckets)[number];
