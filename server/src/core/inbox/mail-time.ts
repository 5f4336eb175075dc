import type { QuietHours, WatchDelivery } from '@keyward/contract/watches';

/** When the digest is sent, by the reader's clock. */
const digestAt = '08:00';

/** When a clock shows the time on the day of `now`: a skipped time is right after the change, one that comes twice the first. */
const todayAt = (time: string, now: Temporal.ZonedDateTime): Temporal.ZonedDateTime =>
  now.toPlainDate().toZonedDateTime({ timeZone: now.timeZoneId, plainTime: time });
const isAfter = (one: Temporal.ZonedDateTime, other: Temporal.ZonedDateTime) =>
  Temporal.ZonedDateTime.compare(one, other) > 0;

/** The first such instant after `now`. */
function next(time: string, now: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  const today = todayAt(time, now);
  if (isAfter(today, now)) return today;
  return now.toPlainDate().add({ days: 1 }).toZonedDateTime({ timeZone: now.timeZoneId, plainTime: time });
}

function isQuiet({ from, to }: QuietHours, now: Temporal.ZonedDateTime): boolean {
  const time = now.toPlainTime();
  // they began for today when the clock showed `from` the first time, although it shows an earlier time again
  const after = Temporal.PlainTime.compare(time, from) >= 0 || !isAfter(todayAt(from, now), now);
  // they ended for today when the clock showed `to` the first time, although it shows an earlier time again
  const before = Temporal.PlainTime.compare(time, to) < 0 && isAfter(todayAt(to, now), now);
  return from <= to ? after && before : after || before;
}

/** When what a watch says at an instant may be mailed, in the zone of its reader; null: not at all. */
export function mailTime(delivery: WatchDelivery, quiet: QuietHours | null, at: Date, zone: string): Date | null {
  if (delivery === 'inbox') return null;
  const now = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone);
  const planned = delivery === 'digest' ? next(digestAt, now) : now;
  const due = quiet && isQuiet(quiet, planned) ? next(quiet.to, planned) : planned;
  return new Date(due.epochMilliseconds);
}
