import { type Weekday, weekdays } from '@keyward/contract/weekdays';
import i18next from 'i18next';

/** 'Monday' to 'Sunday', in the language on screen or in another one. */
export function weekdayNames(locale: string = i18next.language): string[] {
  const format = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  // 1 January 2024 was a Monday
  return Array.from({ length: 7 }, (_, i) => format.format(Date.UTC(2024, 0, 1 + i)));
}

type WithWeek = Intl.Locale & { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } };
/** The weekdays in the order of a language's calendars; from Monday on where the browser does not know that order. */
export function weekOf(locale: string): Weekday[] {
  const known: WithWeek = new Intl.Locale(locale);
  const first = ((known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? 1) - 1;
  return [...weekdays.slice(first), ...weekdays.slice(0, first)];
}
