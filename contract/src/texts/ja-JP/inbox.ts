import type { NoticeTexts } from '@keyward/contract/texts/shape';

export const inbox = {
  title: '受信箱',
  bellUnread_other: '受信箱、未読 {{count, number}} 件',
  all: 'すべて',
  unread: '未読',
  markAll: 'すべて既読にする',
  markRead: '既読にする',
  markUnread: '未読に戻す',
  new: '未読',
  older: '以前のものを表示',
  failed: '受信箱を読み込めませんでした。',
  empty: {
    title: 'まだ何もありません',
    hint: 'お知らせするよう指定した内容がここに表示されます。',
  },
  nothingUnread: {
    title: 'すべて既読です',
    hint: '新しい通知はここに表示されます。',
  },
  says: {
    several_other: '通知 {{count, number}} 件',
    watchRows_other: '{{watch}}：新しい行が {{count, number}} 件あります',
    watchCount_other: '{{watch}}：{{count, number}} 件になり、{{limit, number}} 件を超えました',
    watchStill_other: '{{watch}}：{{minutes, number}} 分たっても {{count, number}} 件あります',
    watchCleared: '{{watch}}：通常の状態に戻りました',
    watchAsleep: '{{watch}}：一覧を表示する権限がなくなったため、休止しました',
    watchBroken: '{{watch}}：フィルターの条件に使われている項目がなくなったため、休止しました',
    watchWide: '{{watch}}：行が多すぎて新しい行を判別できないため、休止しました',
    reportAsleep: '{{report}}：一覧を表示または書き出す権限がなくなったため、休止しました',
    reportBroken: '{{report}}：フィルターの条件に使われている項目がなくなったため、休止しました',
    reportNoAddress: '{{report}}：メールアドレスが登録されていないため、休止しました',
    reportNoCards: '{{report}}：インサイトに表示するカードがないため、休止しました',
    closingAlert:
      '{{location}}：閉店チェックで異常が見つかりました（持ち出し中のキー {{keys, number}}、施錠されていないロック {{locks, number}}、オフラインの OKM {{okms, number}}）',
    closingEscalation:
      '{{location}}：閉店後の異常が解消されていません（持ち出し中のキー {{keys, number}}、施錠されていないロック {{locks, number}}、オフラインの OKM {{okms, number}}）',
    closingCleared: '{{location}}：異常はすべて解消されました',
  } satisfies NoticeTexts,
};
