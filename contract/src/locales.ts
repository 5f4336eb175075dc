/** Interface languages (docs/decisions). `ja` and `ko` are the plain variants. */
export const locales = ['en', 'fr', 'ja-JP', 'ja', 'ko-KR', 'ko'] as const;
export type Locale = (typeof locales)[number];
export const defaultLocale: Locale = 'en';
