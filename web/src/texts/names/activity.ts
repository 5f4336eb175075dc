import type { ListNames } from '#texts/shape.ts';

export const eventNames: ListNames<'event'> = {
  en: { tab: 'Activity' },
  fr: { tab: 'Activité' },
  'ja-JP': { tab: 'アクティビティ' },
  ja: { tab: '記録' },
  'ko-KR': { tab: '활동' },
  ko: { tab: '활동' },
};
