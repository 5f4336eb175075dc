// The texts of inbox entries in mails, the same as in the portal.
import type { NoticeDetails, NoticeKind } from '@keyward/contract/inbox';
import type { Locale } from '@keyward/contract/locales';
import { inbox as en } from '@keyward/contract/texts/en/inbox';
import { inbox as fr } from '@keyward/contract/texts/fr/inbox';
import { inbox as jaJP } from '@keyward/contract/texts/ja-JP/inbox';
import { inbox as ja } from '@keyward/contract/texts/ja/inbox';
import { inbox as koKR } from '@keyward/contract/texts/ko-KR/inbox';
import { inbox as ko } from '@keyward/contract/texts/ko/inbox';
import { createInstance } from 'i18next';
import { timeWords } from '#core/mail/words.ts';

const i18n = createInstance();
await i18n.init({
  fallbackLng: false,
  ns: ['says'],
  defaultNS: 'says',
  resources: Object.fromEntries(
    Object.entries({ en, fr, 'ja-JP': jaJP, ja, 'ko-KR': koKR, ko }).map(([locale, { says }]) => [locale, { says }]),
  ),
  interpolation: { escapeValue: false },
});

/** The text of an entry; `time` among its details is shown in the zone. */
export function noticeWords(kind: NoticeKind, details: NoticeDetails, locale: Locale, zone: string): string {
  const { time } = details;
  const shown = typeof time === 'string' ? { ...details, time: timeWords(time, locale, zone) } : details;
  return i18n.getFixedT(locale)(kind, shown);
}

/** The text '3 notices'. */
export const severalNotices = (count: number, locale: Locale): string => i18n.getFixedT(locale)('several', { count });
