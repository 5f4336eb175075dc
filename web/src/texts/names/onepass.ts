import type { ListNames } from '#texts/shape.ts';

export const keyNames: ListNames<'secure-key'> = {
  en: { tab: 'Keys', kind: 'OnePASS key' },
  fr: { tab: 'Clés', kind: 'Clé OnePASS' },
  'ja-JP': { tab: 'キー', kind: 'OnePASS キー' },
  ja: { tab: 'キー', kind: 'OnePASS キー' },
  'ko-KR': { tab: '키', kind: 'OnePASS 키' },
  ko: { tab: '키', kind: 'OnePASS 키' },
};
