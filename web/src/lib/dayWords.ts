import { currentLocale } from '#lib/i18n.ts';

const format = (day: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(currentLocale() === 'en' ? 'en-US' : currentLocale(), { ...options, timeZone: 'UTC' }).format(
    Date.parse(`${day}T12:00:00Z`),
  );

/** A day of the calendar in the language on screen: 'Friday, November 20, 2026'. */
export const dayWords = (day: string): string => format(day, { dateStyle: 'full' });
/** 'Fri'. */
export const weekdayWords = (day: string): string => format(day, { weekday: 'short' });
/** '20', or what the language writes for it. */
export const dateWords = (day: string): string => format(day, { day: 'numeric' });
