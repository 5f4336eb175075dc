import { z } from 'zod';
import { historyRange, point } from './device-history.ts';
import { endpoint } from './endpoint.ts';
import { locationFilter, wholeNumber } from './list.ts';
import { can } from './permissions.ts';
import { id, instant } from './text.ts';

const of = {
  id,
  name: z.string(),
  serial: z.string(),
  /** The name of the location. */
  location: z.string().nullable(),
};
const common = {
  ...historyRange.shape,
  /** Number of devices in the picture; `rows` has those of one page. */
  total: z.int(),
  /** The page of the rows, from 1 on; the last one if a later page was requested. */
  page: z.int(),
  /** When the history begins, if it is within the range; null: it covers the whole range. */
  noDataBefore: instant.nullable(),
};

const pageQuery = historyRange.extend({ page: wholeNumber.optional() });

const connectivity = z.object({
  ...common,
  /** OKMs, those with the smallest share of time on line first, a page of `maxConnectionRows`. */
  rows: z.array(
    z.object({
      ...of,
      /** When its history begins; null: it has never reported. */
      since: instant.nullable(),
      isOnline: z.boolean(),
      /** Clipped to the range, and to now. */
      online: z.array(z.object({ from: instant, until: instant })),
      /** The share of the range since `since` in which it was on line, 0 to 1; null: it has none, or only later. */
      share: z.number().nullable(),
    }),
  ),
});
export type Connectivity = z.infer<typeof connectivity>;

export const readingFields = ['battery', 'temperature'] as const;
export type ReadingField = (typeof readingFields)[number];

const readings = z.object({
  ...common,
  field: z.enum(readingFields),
  /** Each point is the last value of so many hours of UTC. */
  hours: z.union([z.literal(1), z.literal(4), z.literal(24)]),
  /** Devices that have reported a value: the lowest battery or the highest temperature first, a page of `maxReadingRows`. */
  rows: z.array(
    z.object({
      ...of,
      /** The present value, and when the device saw it. */
      value: z.number(),
      at: instant,
      points: z.array(point),
    }),
  ),
});
export type Readings = z.infer<typeof readings>;

export const deviceMetrics = {
  connectivity: endpoint({
    method: 'GET',
    path: '/api/v1/metrics/devices/connectivity',
    summary: 'When the OKMs at the caller’s locations were on line in a range, the worst first. Filter: the location.',
    needs: can.viewDashboard,
    query: pageQuery.catchall(locationFilter),
    reply: z.object({ data: connectivity }),
  }),
  readings: endpoint({
    method: 'GET',
    path: '/api/v1/metrics/devices/readings',
    summary:
      'Battery or temperature over a range, of the devices at the caller’s locations with the lowest battery or the highest temperature now. Filter: the location.',
    needs: can.viewDashboard,
    query: pageQuery.extend({ field: z.enum(readingFields) }).catchall(locationFilter),
    reply: z.object({ data: readings }),
  }),
};
