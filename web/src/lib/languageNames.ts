import type { Locale } from '@keyward/contract/locales';

/** The name of each language in that language. */
export const languageNames: Record<Locale, string> = {
  en: 'English',
  fr: 'Français',
  'ja-JP': '日本語',
  ja: 'やさしい日本語',
  'ko-KR': '한국어 (격식체)',
  ko: '한국어 (해요체)',
};
