import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { locationFilter, wholeNumber } from './list.ts';
import { can } from './permissions.ts';
import { id, idParams, instant } from './text.ts';

/** In the order of the board. `dueSoon`: within the tenant's setting `keyDueSoonMinutes`. */
export const custodyStates = ['overdue', 'dueSoon', 'inTime', 'noCurfew'] as const;
export type CustodyState = (typeof custodyStates)[number];

/** Reasons why the holder of a key cannot be reminded now. `justReminded`: less than `reminderMinutes` ago. */
const reminderObstacles = ['unknown', 'hidden', 'noEmail', 'justReminded'] as const;
export type ReminderObstacle = (typeof reminderObstacles)[number];
/** Minimum time between two reminders of a key, in minutes. */
export const reminderMinutes = 10;

const named = z.object({ id, name: z.string() });

/** A checked-out key. */
const heldKey = named.extend({
  location: named.nullable(),
  /** The time zone for its times. */
  zone: z.string(),
  /** Null: a profile that the caller does not see, or an unknown holder. */
  holder: named.nullable(),
  /** An agent without a profile took it, or the profile has been deleted since. */
  holderUnknown: z.boolean(),
  since: instant,
  /** It is reported lost. */
  lost: z.boolean(),
  /** Null: no curfew applies. */
  due: instant.nullable(),
  state: z.enum(custodyStates),
  /** The last reminder to the holder since the check-out. */
  reminded: z.object({ at: instant, by: z.string() }).nullable(),
  /** Null: none, or the caller may not remind. */
  obstacle: z.enum(reminderObstacles).nullable(),
});
export type HeldKey = z.infer<typeof heldKey>;

/** Number of checked-out keys of a location; a null location stands for keys without one. */
const heldAt = z.object({ location: named.nullable(), out: z.int(), overdue: z.int() });
export type HeldAt = z.infer<typeof heldAt>;

/** Lower bound for the filter `held_since` of devices that matches every checked-out key. */
export const heldSince = '2000-01-01T00:00:00.000Z';

const count = z.int();

/** Findings of a closing check: numbers of devices that are not in order. Keys that are reported lost do not count. */
const closingFaults = z.object({ keys_out: count, locks_unsecured: count, okms_offline: count });
export type ClosingFaults = z.infer<typeof closingFaults>;

/** A location's last closing check. */
const closingCheck = closingFaults.extend({
  closed_at: instant,
  checked_at: instant,
  /** When it was last looked at: a check with faults is repeated until all is in order or the location opens. */
  looked_at: instant,
  /** Null: all was in order. */
  alerted_at: instant.nullable(),
  escalated_at: instant.nullable(),
  /** Number of profiles that the escalation was sent to; null: not escalated, or not known. */
  escalated_to: count.nullable(),
  cleared_at: instant.nullable(),
  /** The check belongs to the present night: it goes on until all is in order, and its numbers are current. */
  current: z.boolean(),
});
export type ClosingCheck = z.infer<typeof closingCheck>;

/** Minutes after which a check that is due counts as missing; due checks are made every minute. */
export const closingCheckLateMinutes = 5;

const closingLocation = z.object({
  location: named,
  /** The time zone for its times. */
  zone: z.string(),
  /** False: it never closes or never opens, so that it has no check. */
  closes: z.boolean(),
  /** When the next check is made: after the present or the next opening hours. */
  next: instant.nullable(),
  /** When the check of the present night was due, if it is not made yet. */
  due: instant.nullable(),
  last: closingCheck.nullable(),
});
export type ClosingLocation = z.infer<typeof closingLocation>;

export const custody = {
  board: endpoint({
    method: 'GET',
    path: '/api/v1/custody',
    summary:
      'The keys that are out now within the caller’s locations: the longest overdue first, those without a curfew last.',
    needs: can.readDevices,
    query: z
      .object({
        page: wholeNumber.optional(),
        results_per_page: wholeNumber.refine((n) => n <= limits.pageSizeMax, { error: 'tooLarge' }).optional(),
        /** Only the keys of one of `locations`: its id, or NOT_EXISTS for keys without a location. */
        location: z.union([id, z.literal('NOT_EXISTS')]).optional(),
      })
      .catchall(locationFilter),
    reply: z.object({
      data: z.array(heldKey),
      total_results: z.int(),
      /** Number of keys in each state, on all pages. */
      counts: z.record(z.enum(custodyStates), z.int()),
      /** Each location with checked-out keys, regardless of `location`: the most overdue keys first, then the most keys. */
      locations: z.array(heldAt),
    }),
  }),
  closing: endpoint({
    method: 'GET',
    path: '/api/v1/custody/closing-checks',
    summary: 'The last closing check of each of the caller’s locations.',
    needs: can.readDevices,
    query: z.object({}).catchall(locationFilter),
    reply: z.object({
      data: z.array(closingLocation),
      /** Number of profiles that are mailed about checks, and about faults not corrected within `minutes`. */
      mailed: z.object({ alert: z.int(), escalate: z.int(), minutes: z.int() }),
    }),
  }),
  remind: endpoint({
    method: 'POST',
    path: '/api/v1/custody/:id/reminder',
    summary: 'Mail the holder of a key that it is to be returned. The body names the holder that the caller sees.',
    needs: can.editDevices,
    params: idParams,
    body: z.object({ holder: id }),
  }),
};
