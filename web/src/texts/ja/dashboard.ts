import type { dashboard as en } from '#texts/en/dashboard.ts';
import type { Translation } from '#texts/shape.ts';

export const dashboard = {
  title: 'セキュリティのようす',
  checking: '調べています',
  viewAll: 'すべて見る',
  failed: 'この数を読み込めませんでした。',
  retry: 'もう一度',
  cards: {
    MultipleOnekeyCheckouts: {
      title: '複数の OneKey',
      good: 'キーをいくつも持っている人はいません',
      bad_other: '{{count, number}} 人がキーをいくつも持っています',
      period_other: 'この {{count, number}} 日に取り出したもの',
      view: '複数の OneKey を持っている人をすべて見る',
    },
    OkmsOffline: {
      title: 'つながらない OKM',
      good: 'どの OKM からも報告があります',
      bad_other: '{{count, number}} 台の OKM から報告がありません',
      period_other: '{{count, number}} 分より長く報告なし',
      view: 'つながらない OKM をすべて見る',
    },
    UnauthorizedAttempts: {
      title: '許可のない操作',
      good: 'ことわられた操作はありません',
      bad_other: '{{count, number}} 件の操作がことわられました',
      period_other: 'この {{count, number}} 日',
      view: '許可のない操作をすべて見る',
    },
    UnsecuredLocks: {
      title: '開いているロック',
      good: 'どのロックも閉まっています',
      bad_other: '{{count, number}} 個のロックが開いています',
      period_other: 'この {{count, number}} 時間の報告',
      view: '開いているロックをすべて見る',
    },
  },
  details: {
    title: '複数の OneKey を持っている人',
    back: 'セキュリティのようす',
    users_other: '{{count, number}} 人',
    rows_other: 'ぜんぶで {{count, number}} 行',
    columns: {
      name: '人',
      keysCheckedOut: '取り出したキー',
      keyName: 'キーの名前',
      checkedOutAt: '取り出した日時',
    },
    show: '{{name}} のキーを見る',
    hide: '{{name}} のキーをかくす',
    more: 'あと {{count, number}} 個',
    empty: {
      title: 'キーをいくつも持っている人はいません',
      hint: 'キーを 2 個以上取り出して、まだ返していない人がここに出ます。',
    },
    file: '複数の-OneKey',
  },
} satisfies Translation<typeof en>;
