// Words for mails: times and lines.
import type { Locale } from '@keyward/contract/locales';

export const fillLine = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => (values[name] ?? '').replace(/\s+/g, ' '));

/** An instant with its zone: 'November 30, 2026 at 6:00 PM (Europe/Paris)'. */
export const timeWords = (instant: string, locale: Locale, zone: string): string =>
  `${new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: zone }).format(
    Date.parse(instant),
  )} (${zone.replaceAll('_', ' ')})`;
