import type { histogram as en } from '#texts/en/histogram.ts';
import type { Translation } from '#texts/shape.ts';

export const histogram = {
  title: 'イベントの推移',
  about: {
    quarterHour: '15 分ごとのイベント数',
    hour: '1 時間ごとのイベント数',
    threeHours: '3 時間ごとのイベント数',
    day: '1 日ごとのイベント数',
    week: '1 週間ごとのイベント数',
    month: '1 か月ごとのイベント数',
    year: '1 年ごとのイベント数',
  },
  keys: '矢印キーで棒を移動し、Shift キーと矢印キーで複数の棒を選択し、Enter キーで一覧をその期間に絞り込みます。',
  back: '{{range}}に戻る',
  always: '全期間',
  none: '表示するイベントはありません',
  tooWide: 'イベントが多すぎて 1 秒以内に集計できません。期間を短くするか、フィルターを変更してください。',
  failed: 'グラフを取得できませんでした。',
  stale: '{{time}} 時点の数値です。新しい数値を取得できませんでした。',
  events: 'イベント',
} satisfies Translation<typeof en>;
