import type { dashboard as en } from '#texts/en/dashboard.ts';
import type { Translation } from '#texts/shape.ts';

export const dashboard = {
  title: 'セキュリティ状況の監視',
  checking: '確認中',
  viewAll: 'すべて表示',
  failed: 'この数値を取得できませんでした。',
  retry: '再試行',
  cards: {
    MultipleOnekeyCheckouts: {
      title: '複数の OneKey',
      good: '複数のキーを持つユーザーはいません',
      bad_other: '{{count, number}} 人が複数のキーを持っています',
      period_other: '過去 {{count, number}} 日以内の取り出し',
      view: '複数の OneKey を持つユーザーをすべて表示',
    },
    OkmsOffline: {
      title: 'オフラインの OKM',
      good: 'すべての OKM が報告しています',
      bad_other: '{{count, number}} 台の OKM から報告がありません',
      period_other: '最後の報告から {{count, number}} 分超',
      view: 'オフラインの OKM をすべて表示',
    },
    UnauthorizedAttempts: {
      title: '権限のない操作',
      good: '拒否された操作はありません',
      bad_other: '{{count, number}} 件の操作が拒否されました',
      period_other: '過去 {{count, number}} 日',
      view: '権限のない操作をすべて表示',
    },
    UnsecuredLocks: {
      title: '未施錠のロック',
      good: 'すべてのロックが施錠されています',
      bad_other: '{{count, number}} 個のロックが施錠されていません',
      period_other: '過去 {{count, number}} 時間以内の報告',
      view: '未施錠のロックをすべて表示',
    },
  },
  details: {
    title: '複数の OneKey を持つユーザー',
    back: 'セキュリティ状況の監視',
    users_other: '{{count, number}} 人',
    rows_other: '全 {{count, number}} 行',
    columns: {
      name: 'ユーザー',
      keysCheckedOut: '取り出し中のキー',
      keyName: 'キー名',
      checkedOutAt: '取り出し日時',
    },
    show: '{{name}} のキーを表示',
    hide: '{{name}} のキーを非表示',
    more: 'ほか {{count, number}} 個',
    empty: {
      title: '複数のキーを持つユーザーはいません',
      hint: '2 個以上のキーを取り出して返却していないユーザーが表示されます。',
    },
    file: '複数の-OneKey',
  },
} satisfies Translation<typeof en>;
