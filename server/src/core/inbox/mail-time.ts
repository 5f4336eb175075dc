import type { QuietHours, WatchDelivery } from '@keyward/contract/watches';

/** When the digest is sent, by the reader's clock. */
const digestAt = '08:00';

/** The first instant after `now` at which a clock of the zone shows the time; a skipped time is right after the change. */
function next(time: string, now: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  const today = now.toPlainDate().toZonedDateTime({ timeZone: now.timeZoneId, plainTime: time });
  if (Temporal.ZonedDateTime.compare(today, now) > 0) return today;
  return now.toPlainDate().add({ days: 1 }).toZonedDateTime({ timeZone: now.timeZoneId, plainTime: time });
}

function isQuiet({ from, to }: QuietHours, now: Temporal.ZonedDateTime): boolean {
  const time = now.toPlainTime();
  const [after, before] = [Temporal.PlainTime.compare(time, from) >= 0, Temporal.PlainTime.compare(time, to) < 0];
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
