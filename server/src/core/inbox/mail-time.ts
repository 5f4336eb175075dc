import type { QuietHours, WatchDelivery } from '@keyward/contract/watches';

/** The time of the digest, by the reader's clock. */
const digestAt = '08:00';

/** The instant of a time on the day of `now`: right after the change if the time is skipped, the first if it occurs twice. */
const todayAt = (time: string, now: Temporal.ZonedDateTime): Temporal.ZonedDateTime =>
  now.toPlainDate().toZonedDateTime({ timeZone: now.timeZoneId, plainTime: time });
const isAfter = (one: Temporal.ZonedDateTime, other: Temporal.ZonedDateTime) =>
  Temporal.ZonedDateTime.compare(one, other) > 0;

/** The first instant after `now` at which the clock shows this time. */
function next(time: string, now: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  const today = todayAt(time, now);
  if (isAfter(today, now)) return today;
  return now.toPlainDate().add({ days: 1 }).toZonedDateTime({ timeZone: now.timeZoneId, plainTime: time });
}

function isQuiet({ from, to }: QuietHours, now: Temporal.ZonedDateTime): boolean {
  const time = now.toPlainTime();
  // they began today when the clock first showed `from`, although it may show an earlier time again
  const after = Temporal.PlainTime.compare(time, from) >= 0 || !isAfter(todayAt(from, now), now);
  // they ended today when the clock first showed `to`, although it may show an earlier time again
  const before = Temporal.PlainTime.compare(time, to) < 0 && isAfter(todayAt(to, now), now);
  return from <= to ? after && before : after || before;
}

/** The instant at which a watch's notice may be mailed, in the zone of its reader; null: it is not mailed. */
export function mailTime(delivery: WatchDelivery, quiet: QuietHours | null, at: Date, zone: string): Date | null {
  if (delivery === 'inbox') return null;
  const now = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone);
  const planned = delivery === 'digest' ? next(digestAt, now) : now;
  const due = quiet && isQuiet(quiet, planned) ? next(quiet.to, planned) : planned;
  return new Date(due.epochMilliseconds);
}
