import { z } from 'zod';
import { buckets } from './buckets.ts';
import { listQuery, wholeNumber } from './list.ts';
import { weekdays } from './weekdays.ts';
import { instant } from './text.ts';

/** Maximum number of bars that a caller may request, and the default. */
export const histogramBars = { most: 200, usual: 100 } as const;
/** Time limit of a query, in milliseconds; one that takes longer is too wide. */
export const histogramMs = 1000;

/** The query of the list of events; its page, order and cursor do not matter. */
export const histogramQuery = listQuery.extend({
  /** Approximate maximum number of bars. */
  bars: wholeNumber.refine((n) => n <= histogramBars.most, { error: 'tooLarge' }).optional(),
  /** The first day of the weeks; Monday by default. */
  week_start: z.enum(weekdays).optional(),
});

/** Each bar ends just before the start of the next one; the last one ends at `to`. */
const bars = z.object({
  kind: z.literal('bars'),
  /** The range of the query; where it is open, it extends to all events found and to the present bar. */
  from: instant,
  to: instant,
  bucket: z.enum(buckets),
  timezone: z.string(),
  /** The first is `from`; the others begin by the clock and calendar of the zone. */
  starts: z.array(instant),
  /** Whether the range cuts the first or the last bar, or time has not filled it yet. */
  partial: z.object({ first: z.boolean(), last: z.boolean() }),
  /** The total of the list, which is the sum of `counts`. */
  total: z.int(),
  counts: z.array(z.int()),
});
export const histogram = z.discriminatedUnion('kind', [
  bars,
  /** Counting would take longer than a second: narrow the range or the filters. */
  z.object({ kind: z.literal('tooWide') }),
]);
export type Histogram = z.infer<typeof histogram>;
export type HistogramBars = z.infer<typeof bars>;
