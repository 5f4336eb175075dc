/** Interface languages (docs/decisions). `ja` and `ko` are the plain variants. */
export const locales = ['en', 'fr', 'ja-JP', 'ja', 'ko-KR', 'ko'] as const;
export type Locale = (typeof locales)[number];
export const defaultLocale: Locale = 'en';

/**
 * Joins names whose order has no meaning, without 'and' or 'or': 'a, b, c'. `Intl.ListFormat` has no such list: with its
 * type `unit`, Japanese and Korean put only a space between names that contain spaces themselves.
 */
export const inList = (locale: string, names: readonly string[]): string =>
  names.join(locale.startsWith('ja') ? '、' : ', ');
