import type { LocationHours, OpeningHours } from '@keyward/contract/locations';
import type { OrganizationSettings } from '@keyward/contract/organization-settings';

/** The opening hours of a location, with the organization's zone and hours in place of missing ones. */
export type LocationDay = {
  zone: string;
  week: readonly (OpeningHours | null)[];
  exceptions: LocationHours['exceptions'];
};

export const dayOf = (
  hours: LocationHours,
  { timeZone, opensAt: opens, closesAt: closes }: Pick<OrganizationSettings, 'timeZone' | 'opensAt' | 'closesAt'>,
): LocationDay => ({
  zone: hours.time_zone ?? timeZone,
  week: hours.week ?? Array.from({ length: 7 }, () => ({ opens, closes })),
  exceptions: hours.exceptions,
});

/** In milliseconds. */
type Period = { from: number; until: number };
/** Days beyond which the start or end of a night counts as open. */
const maxDays = 400;
const dayMs = 86_400_000;

/**
 * The opening period by the hours of that local date, in milliseconds; null if the location is closed, or the clock skips all of
 * its hours. A time that the clock skips is read with the offset before the change, so an hour later; of a time that occurs
 * twice, the location opens at the first and closes at the second.
 */
function openOn({ zone, week, exceptions }: LocationDay, date: Temporal.PlainDate): Period | null {
  const text = date.toString();
  const exception = exceptions.find((one) => one.date === text);
  const hours = exception ? exception.hours : week[date.dayOfWeek - 1];
  if (!hours) return null;
  const at = (day: Temporal.PlainDate, time: string, disambiguation: 'compatible' | 'later') =>
    day.toPlainDateTime(Temporal.PlainTime.from(time)).toZonedDateTime(zone, { disambiguation }).epochMilliseconds;
  const from = at(date, hours.opens, 'compatible');
  const until = at(hours.closes > hours.opens ? date : date.add({ days: 1 }), hours.closes, 'later');
  return until > from ? { from, until } : null;
}

/** From closing to opening; an end that is null is more than `maxDays` away. */
export type Night = { from: Date | null; until: Date | null };

/** The night of a location at this instant, or else the next one; null if it never closes. */
export function nightAt(day: LocationDay, instant: Date): Night | null {
  const at = instant.getTime();
  const today = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(day.zone).toPlainDate();
  const on = (days: number) => openOn(day, today.add({ days }));
  let closing = lastClosing(on);
  // the hours of one date may last into those of the next; then there is no night between them
  for (let days = -1; days <= maxDays; days++) {
    const open = on(days);
    if (!open) continue;
    if (open.from > at && open.from > (closing ?? -Infinity))
      return { from: closing === null ? null : new Date(closing), until: new Date(open.from) };
    closing = Math.max(closing ?? open.until, open.until);
  }
  if (closing === null) return { from: null, until: null };
  return closing - at < (maxDays - 1) * dayMs ? { from: new Date(closing), until: null } : null;
}

/** The latest closing before yesterday; null if the location has not closed on any of the days read. */
function lastClosing(on: (days: number) => Period | null): number | null {
  for (let days = -2; days >= -maxDays; days--) {
    const open = on(days);
    // the hours of the day before may end later
    if (open) return Math.max(open.until, on(days - 1)?.until ?? -Infinity);
  }
  return null;
}

/** Hours for a location that never closes: its night is from the late evening to the early morning. */
const always = { opens: '06:00', closes: '22:00' };

/**
 * The night of a filter, in milliseconds: `tonight` is the present night or else the next one; `lastNight` is the one in which
 * today began, or the first after midnight, if that has begun. A location that never closes has its night from 22:00 to 06:00; an
 * end more than `maxDays` away is put at that distance.
 */
export function nightNamed(
  day: LocationDay,
  which: 'tonight' | 'lastNight',
  at: Date,
): { from: number; until: number } {
  const night = (instant: number) =>
    nightAt(day, new Date(instant)) ??
    nightAt({ ...day, week: Array.from({ length: 7 }, () => always), exceptions: [] }, new Date(instant));
  const today = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(day.zone).toPlainDate();
  const midnight = (days: number) => today.add({ days }).toZonedDateTime(day.zone).epochMilliseconds;
  let found = night(which === 'tonight' ? at.getTime() : midnight(0));
  if (which === 'lastNight' && found?.from && found.from > at) found = night(midnight(-1));
  return {
    from: found?.from?.getTime() ?? at.getTime() - maxDays * dayMs,
    until: found?.until?.getTime() ?? at.getTime() + maxDays * dayMs,
  };
}
