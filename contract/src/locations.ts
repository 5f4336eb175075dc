import { z } from 'zod';
import { curfew } from './curfew.ts';
import { endpoint } from './endpoint.ts';
import { tagValueName } from './groups.ts';
import { limits } from './limits.ts';
import { isTimeOfDay } from './organization-settings.ts';
import { can } from './permissions.ts';
import { cleanText, id, idParams, text } from './text.ts';
import { timeZones } from './time-zones.ts';

const timeOfDay = text(5, 'invalidTime').refine(isTimeOfDay, { error: 'invalidTime' });
/**
 * Local times, `HH:mm`. A location that closes at or before the time it opens closes on the next day: from 00:00 to 00:00
 * it is open all day.
 */
export const openingHours = z.object({ opens: timeOfDay, closes: timeOfDay });
export type OpeningHours = z.infer<typeof openingHours>;
const closedOr = openingHours.nullable();

const isDay = (day: string) => z.iso.date().safeParse(day).success && day >= '2000-01-01' && day < '2200-01-01';
/** A date on which other hours than the week's apply; null: closed. */
const exception = z.object({
  date: text(10, 'invalidDate').refine(isDay, { error: 'invalidDate' }),
  hours: closedOr,
});
const exceptions = z
  .array(exception)
  .max(limits.openingExceptions, { error: 'tooMany' })
  .refine((list) => new Set(list.map(({ date }) => date)).size === list.length, { error: 'duplicateDate' })
  .transform((list) => list.toSorted((a, b) => (a.date < b.date ? -1 : 1)));

/** The editable time zone and opening hours of a location. */
export const locationHours = z.object({
  /** Null: the organization's. */
  time_zone: text(limits.filterValue, 'invalid')
    .refine((zone) => timeZones.includes(zone), { error: 'invalid' })
    .nullable(),
  /** From Monday to Sunday, null on a day when it is closed; null as a whole: the organization's hours every day. */
  week: z.array(closedOr).length(7, { error: 'invalid' }).nullable(),
  /** In the order of their dates. */
  exceptions,
});
export type LocationHours = z.output<typeof locationHours>;

const location = locationHours.extend({
  id,
  name: z.string(),
  /** Curfew of the location's keys without one of their own; null: they are never due. */
  curfew,
  /** The zone that applies. */
  zone: z.string(),
  /** The organization's values, which apply where the location has none of its own. */
  organization: openingHours.extend({ time_zone: z.string() }),
  /**
   * The present night, or else the next one: from closing to opening. Null if the location never closes; a null bound
   * is more than a year away.
   */
  night: z.object({ from: z.string().nullable(), until: z.string().nullable() }).nullable(),
  version: z.int(),
});
export type Location = z.infer<typeof location>;

export const locationForm = locationHours.extend({
  /** Absent: unchanged. Needs the right to edit devices, at this location. */
  curfew: curfew.optional(),
  /** With the name that the caller saw, so that a concurrent renaming is not overwritten. */
  rename: z.object({ oldValue: cleanText(limits.textTag), newValue: tagValueName }).optional(),
});

const reply = z.object({ data: location });

export const locations = {
  get: endpoint({
    method: 'GET',
    path: '/api/v1/locations/:id',
    summary: 'A location with its time zone, its opening hours and its coming night.',
    needs: can.readGroups,
    params: idParams,
    reply,
    etag: true,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/locations/:id',
    summary: 'Change the time zone, the opening hours and the curfew of a location, and its name.',
    needs: can.editGroups,
    params: idParams,
    body: locationForm,
    reply,
    etag: true,
  }),
};
