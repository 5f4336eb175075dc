import type { NoticeTexts } from '@keyward/contract/texts/shape';

export const inbox = {
  title: '受信箱',
  bellUnread_other: '受信箱、まだ読んでいないもの {{count, number}} 件',
  all: 'すべて',
  unread: 'まだ読んでいないもの',
  markAll: 'すべて読んだことにする',
  markRead: '読んだことにする',
  markUnread: '読んでいないことにする',
  new: 'まだ読んでいません',
  older: '前のものを見る',
  failed: '受信箱を読めませんでした。',
  empty: {
    title: 'まだ何もありません',
    hint: '知らせてほしいと決めたことが、ここに出ます。',
  },
  nothingUnread: {
    title: 'すべて読みました',
    hint: '新しいお知らせは、ここに出ます。',
  },
  says: {
    several_other: 'お知らせ {{count, number}} 件',
    watchRows_other: '{{watch}}：新しい行が {{count, number}} 件あります',
    watchCount_other: '{{watch}}：{{count, number}} 件になり、{{limit, number}} 件をこえました',
    watchStill_other: '{{watch}}：{{minutes, number}} 分たっても {{count, number}} 件あります',
    watchCleared: '{{watch}}：いつもの状態にもどりました',
    watchAsleep: '{{watch}}：この一覧を見られなくなったので、止まりました',
    watchBroken: '{{watch}}：フィルターで使っているものがなくなったので、止まりました',
    watchWide: '{{watch}}：行が多すぎて新しい行がわからないので、止まりました',
    reportAsleep: '{{report}}：この一覧を見たり書き出したりできなくなったので、止まりました',
    reportBroken: '{{report}}：フィルターで使っているものがなくなったので、止まりました',
    reportNoAddress: '{{report}}：メールアドレスがないので、止まりました',
    reportNoCards: '{{report}}：「まとめ」に出しているカードがないので、止まりました',
    closingAlert:
      '{{location}}：閉店チェックで問題がありました（戻っていないキー {{keys, number}}、閉まっていないかぎ {{locks, number}}、つながっていない OKM {{okms, number}}）',
    closingEscalation:
      '{{location}}：閉店後の問題がまだ直っていません（戻っていないキー {{keys, number}}、閉まっていないかぎ {{locks, number}}、つながっていない OKM {{okms, number}}）',
    closingCleared: '{{location}}：問題はすべて直りました',
  } satisfies NoticeTexts,
};
