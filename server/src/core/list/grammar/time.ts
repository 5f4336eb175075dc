// Instants in filters, absolute or relative to now in a time zone.
import { organizationDefaults } from '@keyward/contract/organization-settings';
import {
  type NightEdge,
  parseNight,
  parseRelative,
  type RelativeInstant,
  type SnapUnit,
} from '@keyward/contract/relative';
import { dayOf, type LocationDay, nightNamed } from '#core/locations/day.ts';

const timeZones = new Set(Intl.supportedValuesOf('timeZone'));

/** Whether a text is a name of the IANA time zone database; offsets such as '+09:00' are not. */
export function isTimeZone(name: string): boolean {
  if (timeZones.has(name)) return true;
  if (!/^[A-Za-z][\w/+-]{0,40}$/.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** The time and zone of a query, which relative instants refer to, and the hours that its nights refer to. */
export type Now = { at: Date; zone: string; day?: LocationDay | undefined };

const noHours = { time_zone: null, week: null, exceptions: [] };

const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/**
 * The instant (in milliseconds) of an ISO 8601 text with zone or offset, or of a relative one (see
 * contract/relative.ts). Undefined for everything else, and outside the years 1 to 9999, which the database accepts.
 */
export function parseInstant(text: string, now: Now): number | undefined {
  const relative = parseRelative(text);
  const night = parseNight(text);
  if (!relative && !night && !iso.test(text)) return undefined;
  try {
    if (night) return edgeOf(night, now);
    const ms = relative ? resolve(relative, now) : Temporal.Instant.from(text).epochMilliseconds;
    return ms >= firstInstant && ms <= lastInstant ? ms : undefined;
  } catch {
    return undefined;
  }
}

/** The start or end of a night. A night ends a millisecond before the location opens. */
function edgeOf({ night, to }: NightEdge, { at, zone, day }: Now): number {
  const { from, until } = nightNamed(day ?? dayOf(noHours, { ...organizationDefaults, timeZone: zone }), night, at);
  return to === 'start' ? from : until - 1;
}

const firstInstant = Date.parse('0001-01-01T00:00:00.000Z');
const lastInstant = Date.parse('9999-12-31T23:59:59.998Z');

const durations = {
  m: (minutes: number) => ({ minutes }),
  h: (hours: number) => ({ hours }),
  d: (days: number) => ({ days }),
  w: (weeks: number) => ({ weeks }),
  M: (months: number) => ({ months }),
  Q: (quarters: number) => ({ months: 3 * quarters }),
  y: (years: number) => ({ years }),
};

/** Hours are exact durations; days and longer units keep the wall-clock time, moved forward when it does not exist. */
function resolve({ offset, snap }: RelativeInstant, { at, zone }: Now): number {
  const now = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone);
  const moved = offset ? now.add(durations[offset.unit](offset.amount)) : now;
  if (!snap) return moved.epochMilliseconds;
  const first = firstDay(moved.toPlainDate(), snap.unit);
  if (snap.to === 'start') return startOf(first, zone);
  return startOf(first.add(durations[snap.unit](1)), zone) - 1;
}

function firstDay(day: Temporal.PlainDate, unit: SnapUnit): Temporal.PlainDate {
  switch (unit) {
    case 'd':
      return day;
    case 'w':
      return day.subtract({ days: day.dayOfWeek - 1 });
    case 'M':
      return day.with({ day: 1 });
    case 'Q':
      return day.with({ month: day.month - ((day.month - 1) % 3), day: 1 });
    case 'y':
      return day.with({ month: 1, day: 1 });
  }
}

/** The first moment of a day; for a day that the zone skipped, the first moment after it. */
const startOf = (day: Temporal.PlainDate, zone: string) => day.toZonedDateTime(zone).epochMilliseconds;
