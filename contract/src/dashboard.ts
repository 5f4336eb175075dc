import { z } from 'zod';
import { eventTypes } from './activity.ts';
import { weekdays } from './weekdays.ts';
import { deviceMetrics } from './device-metrics.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { locationFilter } from './list.ts';
import { type MetricReport, metricReports } from './metric-reports.ts';
import { can } from './permissions.ts';
import { cleanText, id, instant } from './text.ts';

/** A figure of the dashboard. Specification, part 2, section 2 'Dashboard cards and detail'. */
const summary = z.object({
  report: z.enum(metricReports),
  count: z.int(),
  /** The tenant's period that the figure covers, in `unit`s; for OKMs the silence that makes them offline. */
  period: z.int(),
  unit: z.enum(['minute', 'hour', 'day']),
  /** When a period in days began, in the zone of the query; null: another unit. */
  since: instant.nullable(),
});
export type MetricSummary = z.infer<typeof summary>;

const checkouts = z.object({
  /** The profile that holds the keys; without id and name: one that the caller does not see. */
  id: id.nullable(),
  name: z.string().nullable(),
  keysCheckedOut: z.int(),
  /** The latest first. */
  keys: z.array(z.object({ id, name: z.string(), checkoutTime: instant })),
});
export type Checkouts = z.infer<typeof checkouts>;

/** The columns of the details; `name` is the holder's, `keyName` and `checkoutTime` are those of the latest key. */
export const checkoutColumns = ['name', 'keysCheckedOut', 'keyName', 'checkoutTime'] as const;
export type CheckoutColumn = (typeof checkoutColumns)[number];

/** Maximum number of bars of a picture: hours of a month, or days of two years. */
export const maxBars = 800;

/** Bars of time. Each ends just before the start of the next one; the last one ends at `to`. */
const timeline = z.object({
  from: instant,
  to: instant,
  bucket: z.enum(['hour', 'day']),
  timezone: z.string(),
  /** The first is `from`; the others are full hours or midnights of the zone. */
  starts: z.array(instant),
  /** Whether the range cuts the first or the last bar, or time has not filled it yet. */
  partial: z.object({ first: z.boolean(), last: z.boolean() }),
  total: z.int(),
  /** Types with events, the most frequent first; `counts` has a number for each bar. */
  types: z.array(z.object({ event: z.enum(eventTypes), counts: z.array(z.int()) })),
});
export type Timeline = z.infer<typeof timeline>;

/** Maximum number of days of the pictures of the week and of refused attempts. */
export const maxWeekDays = 800;

/** Events by the hour of the week. */
const week = z.object({
  from: instant,
  to: instant,
  timezone: z.string(),
  total: z.int(),
  /** From Monday on, each with the 24 hours that the zone's clock shows. */
  days: z.array(z.object({ weekday: z.enum(weekdays), counts: z.array(z.int()).length(24) })).length(7),
});
export type Week = z.infer<typeof week>;

/** Maximum number of locations, and of people, in a picture of attempts. */
export const maxAttemptRows = 10;

const ranked = <T extends z.ZodType>(row: T) =>
  z.object({
    /** The most frequent first, at most `maxAttemptRows`. */
    rows: z.array(row),
    /** Number of rows left out. */
    more: z.int(),
  });

/** Attempts that were refused: events whose result is `unauthorized`. */
const attempts = z.object({
  from: instant,
  to: instant,
  total: z.int(),
  /** An attempt in several locations counts in each of them. `name` is null for attempts in none. */
  locations: ranked(
    z.object({
      /** The location's tag, as in the filter `tags.<id>`. */
      tag: id.nullable(),
      name: z.string().nullable(),
      count: z.int(),
    }),
  ),
  /** Identified by id, else by the reported name; with neither, no one was recognised. */
  people: ranked(z.object({ id: id.nullable(), name: z.string().nullable(), count: z.int() })),
});
export type Attempts = z.infer<typeof attempts>;

const multiple: MetricReport = 'MultipleOnekeyCheckouts';
export const metrics = {
  summary: endpoint({
    method: 'GET',
    path: '/api/v1/metrics/:report/summary',
    summary:
      'The figure of a card of the dashboard, within the caller’s locations: as many rows as the view that it opens. Filter: the location.',
    needs: can.viewDashboard,
    params: z.object({ report: z.enum(metricReports) }),
    query: z.object({}).catchall(locationFilter),
    reply: z.object({ data: summary }),
  }),
  details: endpoint({
    method: 'GET',
    path: `/api/v1/metrics/${multiple}/details`,
    summary:
      'The profiles that hold several keys which were checked out within the period, all of them. Filter: the location.',
    needs: can.viewDashboard,
    query: z
      .object({
        sort: z.enum(checkoutColumns.flatMap((column) => [`${column}:asc`, `${column}:desc`] as const)).optional(),
        /** For a CSV file: needs the right to export profiles, and is recorded. */
        download: z.literal('true').optional(),
      })
      .catchall(locationFilter),
    reply: z.object({ data: z.array(checkouts) }),
  }),
  timeline: endpoint({
    method: 'GET',
    path: '/api/v1/metrics/activity/timeline',
    summary:
      'Events by type in each hour or day of a range, within the caller’s locations: as many as the list of events has. Filters: event, and the location.',
    needs: can.viewDashboard,
    query: z
      .object({
        from: instant,
        /** Not included. */
        to: instant,
        bucket: z.enum(['hour', 'day']),
        /** The zone of hours and days; UTC by default. */
        timezone: cleanText(limits.filterLength).optional(),
      })
      .catchall(locationFilter),
    reply: z.object({ data: timeline }),
  }),
  week: endpoint({
    method: 'GET',
    path: '/api/v1/metrics/activity/week',
    summary:
      'Events of a range by weekday and hour, within the caller’s locations: as many as the list of events has. Filters: event, and the location.',
    needs: can.viewDashboard,
    query: z
      .object({
        from: instant,
        /** Not included. */
        to: instant,
        /** The zone of weekdays and hours; UTC by default. */
        timezone: cleanText(limits.filterLength).optional(),
      })
      .catchall(locationFilter),
    reply: z.object({ data: week }),
  }),
  attempts: endpoint({
    method: 'GET',
    path: '/api/v1/metrics/activity/attempts',
    summary:
      'Attempts of a range that were refused, by location and by person, within the caller’s locations: as many as the list of events has. Filters: event, and the location.',
    needs: can.viewDashboard,
    query: z
      .object({
        from: instant,
        /** Not included. */
        to: instant,
      })
      .catchall(locationFilter),
    reply: z.object({ data: attempts }),
  }),
  ...deviceMetrics,
};
