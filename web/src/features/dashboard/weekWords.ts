import { type Weekday, weekdays } from '@keyward/contract/weekdays';
import { namesInList } from '#lib/namesInList.ts';
import { weekdayNames } from '#lib/weekdays.ts';
import { dateLocale } from '#lib/i18n.ts';
import type { Chosen } from './week.ts';

// any date: only the time of day matters
const at = (hour: number, minute = 0) => Date.UTC(2024, 0, 1, hour, minute);

export const dayName = (day: Weekday): string => weekdayNames()[weekdays.indexOf(day)] ?? '';
/** 'Mon'; 1 January 2024 is a Monday. */
export const shortDay = (day: Weekday): string =>
  new Intl.DateTimeFormat(dateLocale(), { weekday: 'short', timeZone: 'UTC' }).format(
    Date.UTC(2024, 0, 1 + weekdays.indexOf(day)),
  );
export const hourName = (hour: number): string =>
  new Intl.DateTimeFormat(dateLocale(), { hour: 'numeric', timeZone: 'UTC' }).format(at(hour));

/** 'Monday, 2:00 – 2:59 PM'; several days are named one by one. */
export function chosenWords({ days, hours: [first, last] }: Chosen): string {
  const time = { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' } as const;
  const names = namesInList(days.map(dayName));
  return `${names}, ${new Intl.DateTimeFormat(dateLocale(), time).formatRange(at(first), at(last, 59))}`;
}
