import { z } from 'zod';
import { weekdays } from './weekdays.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { isTimeOfDay } from './organization-settings.ts';
import { can } from './permissions.ts';
import { listResources } from './resources.ts';
import { cleanText, id, idParams, instant, line, text } from './text.ts';
import { timeZones } from './time-zones.ts';

const at = {
  /** By the clock of the zone: a skipped time means right after the change, a repeated one means its first occurrence. */
  time: text(5, 'invalidTime').refine(isTimeOfDay, { error: 'invalidTime' }),
  zone: text(limits.columnName).refine((zone) => timeZones.includes(zone), { error: 'invalidField' }),
};
/** Schedule of a report. The 31st of a shorter month is its last day. */
const reportSchedule = z.discriminatedUnion('every', [
  z.object({ every: z.literal('day'), ...at }),
  z.object({ every: z.literal('week'), weekday: z.enum(weekdays), ...at }),
  z.object({ every: z.literal('month'), day: z.int().min(1).max(31), ...at }),
]);
export type ReportSchedule = z.infer<typeof reportSchedule>;

const columnName = text(limits.columnName).regex(/^[\w.-]+$/, { error: 'invalidCharacters' });
const bounded = cleanText(limits.viewFilterLength);
const filter = z
  .record(columnName, bounded)
  .refine((f) => Object.keys(f).length <= limits.viewFilters, { error: 'tooLarge' });

/** A copy of a list as it is on screen: the view, its filters, search, order and columns. */
const reportedList = z.object({
  what: z.literal('list'),
  resource: z.enum(listResources),
  /** The built-in view that it narrows. */
  base: bounded,
  filter,
  search: cleanText(limits.search),
  /** Empty: the built-in view's order. */
  sort: z.array(z.tuple([columnName, z.enum(['ASC', 'DESC'])])).max(limits.viewColumns),
  columns: z.array(columnName).min(1, { error: 'required' }).max(limits.viewColumns),
});
/** The figures of the owner's cards, within a filter of locations. */
const reportedDashboard = z.object({ what: z.literal('dashboard'), filter });
const reported = z.discriminatedUnion('what', [reportedList, reportedDashboard]);
export type Reported = z.infer<typeof reported>;

const planned = z.object({
  name: line(limits.viewName, { required: 'required', tooLong: 'tooLong' }),
  schedule: reportSchedule,
});
export type ReportPlan = z.output<typeof planned>;

/**
 * `right`: the owner may not act, read or export it; `lost`: something that it filters by no longer exists; `address`: the
 * owner has no e-mail address; `cards`: none of their cards is on the dashboard.
 */
const reportStates = ['awake', 'right', 'lost', 'address', 'cards'] as const;
export type ReportState = (typeof reportStates)[number];

const report = z.object({
  id,
  name: z.string(),
  schedule: reportSchedule,
  reported,
  owner: z.object({ id, name: z.string() }),
  paused: z.boolean(),
  state: z.enum(reportStates),
  next_at: instant,
  last_sent_at: instant.nullable(),
  created_at: instant,
  version: z.int(),
});
export type Report = z.infer<typeof report>;

export const reports = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/reports',
    summary: 'One’s own scheduled reports.',
    needs: 'session',
    reply: z.object({ data: z.array(report) }),
  }),
  all: endpoint({
    method: 'GET',
    path: '/api/v1/reports/all',
    summary: 'The scheduled reports of everyone by name, for the in-product administrator: 50 in a page.',
    needs: can.manageOrganization,
    query: z.object({
      /** The `next` of the page before. */
      cursor: cleanText(limits.token).optional(),
    }),
    reply: z.object({
      data: z.array(report),
      /** Absent on the last page. */
      next: z.string().optional(),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/reports',
    summary:
      'Mail oneself a list that one may export, or the figures of the dashboard, daily, weekly or monthly, within one’s own locations and rights at each sending.',
    needs: 'session',
    body: planned.extend({ reported }),
    reply: z.object({ data: report }),
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/reports/:id',
    summary: 'Change the name and the schedule of a report of one’s own, pause it or go on with it.',
    needs: 'session',
    params: idParams,
    body: planned.extend({ paused: z.boolean() }),
    reply: z.object({ data: report }),
    etag: true,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/reports/:id',
    summary: 'Delete a report of one’s own; for an hour it can be restored.',
    needs: 'session',
    params: idParams,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/v1/reports/:id/restore',
    summary: 'Take back the deletion of a report.',
    needs: 'session',
    params: idParams,
    reply: z.object({ data: report }),
  }),
};
