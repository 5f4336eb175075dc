import type { histogram as en } from '#texts/en/histogram.ts';
import type { Translation } from '#texts/shape.ts';

export const histogram = {
  title: 'できごとのうつりかわり',
  about: {
    quarterHour: '15 分ごとのできごとの数',
    hour: '1 時間ごとのできごとの数',
    threeHours: '3 時間ごとのできごとの数',
    day: '1 日ごとのできごとの数',
    week: '1 週間ごとのできごとの数',
    month: '1 か月ごとのできごとの数',
    year: '1 年ごとのできごとの数',
  },
  keys: '矢印キーで棒をうつり、Shift と矢印キーでいくつか選び、Enter で一覧をその期間にしぼります。',
  back: '{{range}} にもどる',
  always: 'すべての期間',
  none: '図にするできごとはありません',
  tooWide: 'できごとが多すぎて 1 秒では数えられません。期間を短くするか、条件をかえてください。',
  failed: '棒を読み込めませんでした。',
  stale: '{{time}} の数です。新しい数は読み込めませんでした。',
  events: 'できごと',
} satisfies Translation<typeof en>;
