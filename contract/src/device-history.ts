import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { can } from './permissions.ts';
import { id, idParams, instant } from './text.ts';

/** Months for which what devices report is kept. */
export const historyMonths = 13;
/** The longest range of one call. */
export const maxHistoryDays = 800;
/** Above so many days (and the hour of a change of clocks), numbers have a point a day. */
export const hourlyDays = 31;

/** Not included: `to`. */
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
   * The numbers of its state: the last value of each hour of UTC in which one was seen; in a range above 31 days, the last of each
   * day of UTC.
   */
  numbers: z.array(z.object({ field: z.string(), points: z.array(point) })),
  /** Of an OKM: from its first report after a silence to its last one before the next. All that touch the range. */
  connectivity: z.array(interval),
  /**
   * Of a key: who had it, by its check-outs and check-ins; the holder is null where none is known or shown. Those before the present
   * one are for callers who may read events. One whose end they do not see is given as ending
   * at the moment it began, once the key is back or with another profile. All that touch the range.
   */
  custody: z.array(
    interval.extend({ holder: z.object({ id: id.nullable(), name: z.string().nullable() }).nullable() }),
  ),
  /** When the battery is empty if it goes on as in the last 14 days; null: it does not fall, or has less than three days of points. */
  forecast: z.object({ field: z.literal('battery'), emptyAt: instant }).nullable(),
});
export type DeviceHistory = z.infer<typeof deviceHistory>;
export type Custody = DeviceHistory['custody'][number];

const profileHistory = z.object({
  ...historyRange.shape,
  /**
   * The keys that the profile had, the latest first, at the caller's locations. For callers who may read devices; those that are
   * back, for callers who may read events as well. All that touch the range; one that began over 31 days before it only if
   * the profile has the key still, or returned it itself.
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
