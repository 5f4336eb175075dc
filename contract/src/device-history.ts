import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { can } from './permissions.ts';
import { id, idParams, instant } from './text.ts';

/** Months for which the reported data of devices is stored. */
export const historyMonths = 13;
/** The longest range of one call, in days. */
export const maxHistoryDays = 800;
/** Longest range with a point for each hour, in days (plus the hour of a clock change); above it, there is one for each day. */
export const hourlyDays = 31;

/** `to` is not included. */
export const historyRange = z.object({ from: instant, to: instant });

/** A reported number; `at` is when the device saw it. */
export const point = z.object({ at: instant, value: z.number() });
export type Point = z.infer<typeof point>;

/** `until` is null while it lasts. */
const interval = z.object({ from: instant, until: instant.nullable() });

const deviceHistory = z.object({
  ...historyRange.shape,
  /** When the history of this device begins; null: it has never reported. */
  since: instant.nullable(),
  /**
   * The numbers of its state: the last value of each hour of UTC that has one; in a range above 31 days, the last of each
   * day of UTC.
   */
  numbers: z.array(z.object({ field: z.string(), points: z.array(point) })),
  /** For an OKM: from its first report after a silence to its last one before the next silence. All that touch the range. */
  connectivity: z.array(interval),
  /**
   * For a key: its holders, by its check-outs and check-ins; null where the holder is unknown or not visible. Intervals
   * before the present one are for callers who may read events. If such a caller cannot see the end of an interval, it ends
   * at the moment it began, once the key is back or with another profile. All that touch the range.
   */
  custody: z.array(
    interval.extend({ holder: z.object({ id: id.nullable(), name: z.string().nullable() }).nullable() }),
  ),
  /** When the battery is empty at the rate of the last 14 days; null: it does not fall, or has less than three days of points. */
  forecast: z.object({ field: z.literal('battery'), emptyAt: instant }).nullable(),
});
export type DeviceHistory = z.infer<typeof deviceHistory>;
export type Custody = DeviceHistory['custody'][number];

const profileHistory = z.object({
  ...historyRange.shape,
  /**
   * Keys that the profile had, the latest first, at the caller's locations. For callers who may read devices; returned keys
   * are for callers who may read events as well. All that touch the range; one that began over 31 days before it only if
   * the profile still has the key, or returned it itself.
   */
  custody: z.array(interval.extend({ device: z.object({ id, name: z.string() }) })),
});
export type ProfileHistory = z.infer<typeof profileHistory>;

export const histories = {
  device: endpoint({
    method: 'GET',
    path: '/api/v1/devices/:id/history',
    summary:
      'What a device was like over time: its numbers, its connection, who had it, and when its battery is empty.',
    needs: can.readDevices,
    params: idParams,
    query: historyRange,
    reply: z.object({ data: deviceHistory }),
  }),
  profile: endpoint({
    method: 'GET',
    path: '/api/v1/users/:id/history',
    summary: 'The keys that a profile had over time.',
    needs: can.readUsers,
    params: idParams,
    query: historyRange,
    reply: z.object({ data: profileHistory }),
  }),
};
