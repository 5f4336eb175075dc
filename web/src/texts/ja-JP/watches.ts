import type { watches as en } from '#texts/en/watches.ts';
import type { Translation } from '#texts/shape.ts';

export const watches = {
  title: '見張り',
  tellMe: '条件に合ったら通知',
  name: '名前',
  when: '条件',
  above: 'この行数を超えたとき',
  minutes: '分数',
  delivery: '通知方法',
  rules: {
    appears: '新しい行が現れたとき',
    count: '行数が指定した数を超えたとき',
    still: '行がある状態が続いたとき',
  },
  says: {
    count_other: '{{count, number}} 行を超えたとき',
    still_other: '{{count, number}} 分続いたとき',
  },
  deliveries: {
    mail: '受信箱とメール（すぐに）',
    digest: '受信箱とメール（毎日 08:00 にまとめて）',
    inbox: '受信箱のみ',
  },
  quietFrom: 'メールを送らない時間の始まり',
  quietHint:
    'お使いのタイムゾーンの時刻です（例：22:00）。その間のメールは後で送られます。空欄の場合は常に送られます。',
  quietTo: 'メールを送らない時間の終わり',
  noAddress: 'プロファイルにメールアドレスが登録されていません。登録されるまで、受信箱にのみ通知されます。',
  notMailed: 'メールなし：メールアドレスがありません',
  rowsNow_other: '現在、一覧には {{count, number}} 行あります。',
  times_other: '過去 14 日間では {{count, number}} 回通知されていました。',
  noHistory: 'この一覧では、過去の通知回数を確認できません。',
  previewFailed: '行数を取得できませんでした。',
  copy: '見張りは現在のフィルターと検索を保持し、その時点で表示できる行だけを通知します。',
  added: '見張り「{{name}}」を開始しました。',
  changed: '見張り「{{name}}」を変更しました。',
  removed: '見張り「{{name}}」を削除しました。',
  saveFailed: '見張りを保存できませんでした。',
  failed: '見張りを読み込めませんでした。',
  mine: '自分',
  everyone: '全員',
  empty: {
    title: '見張りはありません',
    hint: '一覧のビューのオプションで「条件に合ったら通知」を選択してください。',
  },
  follow: 'ビューに合わせる',
  viewChanged: 'ビュー「{{name}}」が変更されました',
  followed: '見張り「{{name}}」を現在のビューに合わせました。',
  edit: '変更',
  remove: '削除',
  open: '通常の状態に戻っていません',
  asleep: {
    right: '休止中：一覧の権限がありません',
    lost: '休止中：フィルターの項目がなくなりました',
    wide: '休止中：行が多すぎます',
  },
} satisfies Translation<typeof en>;
