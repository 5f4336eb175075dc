/** Interface languages (docs/decisions). `ja` and `ko` are the plain variants. */
export const locales = ['en', 'fr', 'ja-JP', 'ja', 'ko-KR', 'ko'] as const;
export type Locale = (typeof locales)[number];
export const defaultLocale: Locale = 'en';

/**
 * Names one after the other, in an order that says nothing, neither 'and' nor 'or': 'a, b, c'. `Intl.ListFormat` has no
 * such list: of the type `unit`, Japanese and Korean have a blank alone between names that have blanks themselves.
 */
export const inList = (locale: string, names: readonly string[]): string =>
  names.join(locale.startsWith('ja') ? '、' : ', ');
