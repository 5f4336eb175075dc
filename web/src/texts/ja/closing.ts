import type { closing as en } from '#texts/en/closing.ts';
import type { Translation } from '#texts/shape.ts';

export const closing = {
  title: '閉店チェック',
  hint: '店を閉めるとき、キーが戻ったか、かぎが閉まったか、OKM がつながっているかを確かめます。',
  failed: '閉店チェックを読めませんでした。',
  outdated: '閉店チェックをもう一度読めませんでした。{{time}}のようすです。',
  none: '場所がありません',
  noneHint: '見られる場所が、ここに出ます。',
  mailed: {
    none: 'メールを送る人が決まっていません。「設定」の「会社」で決めてください。',
    alert_other: '問題があると、{{count, number}} 人にメールを送ります。',
    escalate_other: '{{minutes, number}} 分たつと、{{count, number}} 人に知らせます。',
  },
  columns: {
    state: 'ようす',
    location: '場所',
    found: '問題',
    closed: '閉めた日時',
    since: 'チェック',
  },
  states: {
    red: '問題あり',
    missed: 'できていない',
    left: '直らないまま開店',
    cleared: '直った',
    green: '問題なし',
    waiting: 'まだ',
    none: 'チェックなし',
  },
  nothing: { good: '–', none: '閉める時間や開ける時間がないので、チェックはありません。' },
  missed: '{{time}}のチェックが、できていません。',
  next: '次のチェック: {{time}}',
  found: {
    keys_other: '戻っていないキー {{count, number}} 本',
    locks_other: '閉まっていないかぎ {{count, number}} 個',
    okms_other: 'つながっていない OKM {{count, number}} 台',
  },
  steps: {
    checked: 'チェック',
    looked: '最後に見た日時',
    escalated: '次の人に知らせた',
    unsent: '次の人に知らせる時間になったが、相手がいなかった',
    cleared: '直った',
  },
} satisfies Translation<typeof en>;
