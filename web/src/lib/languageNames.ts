import type { Locale } from '@keyward/contract/locales';

/** Each language by its own name. */
export const languageNames: Record<Locale, string> = {
  en: 'English',
  fr: 'Français',
  'ja-JP': '日本語',
  ja: 'やさしい日本語',
  'ko-KR': '한국어 (격식체)',
  ko: '한국어 (해요체)',
};
