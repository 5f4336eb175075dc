import { weekdays } from '@keyward/contract/weekdays';
import type { ReportSchedule } from '@keyward/contract/reports';

/** The first date from `date` on that the schedule names, and the one after it. */
function datesOf(schedule: ReportSchedule, date: Temporal.PlainDate): [Temporal.PlainDate, Temporal.PlainDate] {
  if (schedule.every === 'day') return [date, date.add({ days: 1 })];
  if (schedule.every === 'week') {
    const wanted = weekdays.indexOf(schedule.weekday) + 1;
    const first = date.add({ days: (wanted - date.dayOfWeek + 7) % 7 });
    return [first, first.add({ days: 7 })];
  }
  // the 31st of a shorter month is its last day
  const [first, second] = [0, 1].map((months) => date.with({ day: 1 }).add({ months }).with({ day: schedule.day }));
  return [first ?? date, second ?? date];
}

/**
 * The next sending of a report after an instant, by the clock of its zone. A time that the clock skips is right after the change;
 * of a time that comes twice, it is the first.
 */
export function nextSending(schedule: ReportSchedule, after: Date): Date {
  const { zone, time } = schedule;
  const now = Temporal.Instant.fromEpochMilliseconds(after.getTime()).toZonedDateTimeISO(zone);
  const [first, second] = datesOf(schedule, now.toPlainDate()).map((date) =>
    date.toZonedDateTime({ timeZone: zone, plainTime: time }),
  );
  const next = first && Temporal.ZonedDateTime.compare(first, now) > 0 ? first : second;
  return new Date((next ?? now).epochMilliseconds);
}
