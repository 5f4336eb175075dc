import type { watches as en } from '#texts/en/watches.ts';
import type { Translation } from '#texts/shape.ts';

export const watches = {
  title: '見張り',
  tellMe: 'こうなったら知らせる',
  name: '名前',
  when: 'いつ',
  above: 'この数より多くなったとき',
  minutes: '分',
  delivery: '知らせかた',
  rules: {
    appears: '新しい行が出たとき',
    count: '行の数が、決めた数より多くなったとき',
    still: '行がある間が続いたとき',
  },
  says: {
    count_other: '{{count, number}} 行より多くなったとき',
    still_other: '{{count, number}} 分続いたとき',
  },
  deliveries: {
    mail: '受信箱と、すぐにメール',
    digest: '受信箱と、毎日 08:00 にまとめてメール',
    inbox: '受信箱だけ',
  },
  quietFrom: 'メールを止める時間のはじめ',
  quietHint:
    'あなたの時計の時刻です（例：22:00）。その間のメールは、あとで届きます。何も書かないと、いつでも届きます。',
  quietTo: 'メールを止める時間のおわり',
  noAddress: 'あなたのプロファイルにはメールアドレスがありません。登録するまで、受信箱だけで知らせます。',
  notMailed: 'メールは送りません：メールアドレスがありません',
  rowsNow_other: '今、一覧には {{count, number}} 行あります。',
  times_other: 'この 14 日間なら、{{count, number}} 回知らせていました。',
  noHistory: 'この一覧では、これまでに何回知らせたかは分かりません。',
  previewFailed: '行を数えられませんでした。',
  copy: '見張りは、今のフィルターと検索をおぼえます。そのときに見てよいものだけを知らせます。',
  added: '見張り「{{name}}」を始めました。',
  changed: '見張り「{{name}}」を変えました。',
  removed: '見張り「{{name}}」を消しました。',
  saveFailed: '見張りを保存できませんでした。',
  failed: '見張りを読めませんでした。',
  mine: '自分のもの',
  everyone: 'みんなのもの',
  empty: {
    title: '見張りはありません',
    hint: '一覧の見かたのメニューで「こうなったら知らせる」をえらんでください。',
  },
  follow: '見かたに合わせる',
  viewChanged: '見かた「{{name}}」が変わりました',
  followed: '見張り「{{name}}」を今の見かたに合わせました。',
  edit: '変える',
  remove: '消す',
  open: 'まだもどっていません',
  asleep: {
    right: '止まっています：一覧を見られません',
    lost: '止まっています：フィルターのものがなくなりました',
    wide: '止まっています：行が多すぎます',
  },
} satisfies Translation<typeof en>;
