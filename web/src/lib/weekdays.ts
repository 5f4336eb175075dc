import i18next from 'i18next';

/** 'Monday' to 'Sunday', in the language on screen or in another one. */
export function weekdayNames(locale: string = i18next.language): string[] {
  const format = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  // 1 January 2024 was a Monday
  return Array.from({ length: 7 }, (_, i) => format.format(Date.UTC(2024, 0, 1 + i)));
}
