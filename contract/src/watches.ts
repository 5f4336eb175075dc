import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { isTimeOfDay } from './organization-settings.ts';
import { can } from './permissions.ts';
import { listResources } from './resources.ts';
import { timeZones } from './time-zones.ts';
import { cleanText, id, idParams, instant, line, text } from './text.ts';

const most = 1_000_000;
/** Condition of a notice: a row appears, the view has more rows than `above`, or it has had rows for `minutes`. */
const watchRule = z.discriminatedUnion('when', [
  z.object({ when: z.literal('appears') }),
  z.object({ when: z.literal('count'), above: z.int().min(0).max(most) }),
  z.object({ when: z.literal('still'), minutes: z.int().min(1).max(43_200) }),
]);
export type WatchRule = z.infer<typeof watchRule>;

/** In the inbox only; by mail as well, at once or in the daily digest. */
export const watchDeliveries = ['inbox', 'mail', 'digest'] as const;
export type WatchDelivery = (typeof watchDeliveries)[number];

const timeOfDay = text(5, 'invalidTime').refine(isTimeOfDay, { error: 'invalidTime' });
/** No mail between these times of the owner's day; `from` after `to`: over midnight. */
const quietHours = z.object({ from: timeOfDay, to: timeOfDay });
export type QuietHours = z.infer<typeof quietHours>;
/** For new input: a former release stored empty periods, which end when they begin. */
const newQuietHours = quietHours.refine(({ from, to }) => from !== to, { error: 'emptyPeriod', path: ['to'] });

const columnName = text(limits.columnName).regex(/^[\w.-]+$/, { error: 'invalidCharacters' });
const bounded = cleanText(limits.viewFilterLength);
/** Rows of a list: a copy of a view and the list's filters, as in a list query. */
const watched = z.object({
  resource: z.enum(listResources),
  /** The built-in view that it narrows. */
  base: bounded,
  filter: z
    .record(columnName, bounded)
    .refine((f) => Object.keys(f).length <= limits.viewFilters, { error: 'tooLarge' }),
  search: cleanText(limits.search),
});
/** The zone of the times on screen, for the filters, digest and quiet hours of an owner who chose none in Settings. */
const zone = text(limits.columnName).refine((name) => timeZones.includes(name), { error: 'invalidField' });
const spoken = z.object({
  name: line(limits.viewName, { required: 'required', tooLong: 'tooLong' }),
  rule: watchRule,
  delivery: z.enum(watchDeliveries),
  quiet: newQuietHours.nullable(),
  /** Absent: a new watch has the organization's, a change keeps the one before. */
  zone: zone.optional(),
});
/** The saved view that it is a copy of, so that a change of the view can be followed. */
const copied = z.object({ view: id.optional() });
export type WatchInput = z.output<typeof watched> & z.output<typeof spoken> & z.output<typeof copied>;

/**
 * `right`: the owner may not read the list, or not act; `lost`: something that it filters by no longer exists; `wide`: a
 * watch for new rows whose view has more rows than it can remember.
 */
const watchStates = ['awake', 'right', 'lost', 'wide'] as const;
export type WatchState = (typeof watchStates)[number];

const watch = watched.extend({
  id,
  name: z.string(),
  rule: watchRule,
  delivery: z.enum(watchDeliveries),
  quiet: quietHours.nullable(),
  /** Null: it is the organization's. */
  zone: z.string().nullable(),
  owner: z.object({ id, name: z.string() }),
  /** The saved view that it is a copy of, and whether it differs now; null: none visible to the owner. */
  view: z.object({ id, name: z.string(), changed: z.boolean() }).nullable(),
  state: z.enum(watchStates),
  /** It has sent a notice, and its rows are not back to normal. */
  open: z.boolean(),
  last_spoken_at: instant.nullable(),
  created_at: instant,
  version: z.int(),
});
export type Watch = z.infer<typeof watch>;

/** Number of past days that a preview covers. */
export const previewDays = 14;

export const watches = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/watches',
    summary: 'One’s own watches.',
    needs: 'session',
    reply: z.object({ data: z.array(watch) }),
  }),
  all: endpoint({
    method: 'GET',
    path: '/api/v1/watches/all',
    summary: 'The watches of everyone by name, for the in-product administrator: 50 in a page.',
    needs: can.manageOrganization,
    query: z.object({
      /** The `next` of the page before. */
      cursor: cleanText(limits.token).optional(),
    }),
    reply: z.object({
      data: z.array(watch),
      /** Absent on the last page. */
      next: z.string().optional(),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/watches',
    summary: 'Watch the rows of a list, within one’s own locations and rights at each moment.',
    needs: 'session',
    body: watched.extend({ ...spoken.shape, ...copied.shape }),
    reply: z.object({ data: watch }),
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/watches/:id',
    summary: 'Change when and how a watch of one’s own speaks.',
    needs: 'session',
    params: idParams,
    body: spoken,
    reply: z.object({ data: watch }),
    etag: true,
  }),
  follow: endpoint({
    method: 'POST',
    path: '/api/v1/watches/:id/follow',
    summary:
      'Watch what the saved view finds now, from a silent beginning; filters that the view did not have, and locations narrower than its own, stay.',
    needs: 'session',
    params: idParams,
    reply: z.object({ data: watch }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/watches/:id',
    summary: 'Delete a watch of one’s own.',
    needs: 'session',
    params: idParams,
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/v1/watches/preview',
    summary: 'The number of rows now, and how often a watch would have spoken in the last 14 days.',
    needs: 'session',
    body: watched.extend({ rule: watchRule, zone: zone.optional() }),
    reply: z.object({
      data: z.object({
        rows: z.int(),
        /** Null: the list keeps no history, or it is too long to go through. */
        times: z.int().nullable(),
      }),
    }),
    repeatable: true,
  }),
};
