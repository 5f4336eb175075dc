import type { reports as en } from '#texts/en/reports.ts';
import type { Translation } from '#texts/shape.ts';

export const reports = {
  title: 'レポート',
  send: 'レポートとして送信',
  name: '名前',
  every: '頻度',
  options: {
    day: '毎日',
    week: '毎週',
    month: '毎月',
  },
  weekday: '曜日',
  day: '日',
  dayHint: 'その日がない月は、月末に送信します。',
  time: '時刻',
  timeHint: '例：08:00。夏時間への切り替えで存在しない時刻の場合は、切り替えの直後に送信します。',
  zone: 'タイムゾーン',
  zoneHint: '送信時刻と、レポート内の時刻に使用します。',
  says: {
    day: '毎日 {{time}}',
    week: '毎週{{weekday}} {{time}}',
    month: '毎月 {{day}} 日 {{time}}',
  },
  next: '次回 {{time}}',
  copy: {
    list: '件数と一覧へのリンクをメールでお送りします。組織がメールへのファイル添付を許可している場合は、CSV ファイルも添付します。現在のビューを保持し、送信時に表示できる行だけが含まれます。',
    dashboard:
      'カードの数値を、それぞれのリンクとともにメールでお送りします。現在選択しているロケーションが対象で、送信時に表示できるものだけを数えます。',
  },
  noAddress: 'プロファイルにメールアドレスが登録されていません。登録されるまで送信されません。',
  added: 'レポート「{{name}}」を開始しました。',
  changed: 'レポート「{{name}}」を変更しました。',
  paused: 'レポート「{{name}}」を一時停止しました。',
  resumed: 'レポート「{{name}}」を再開しました。',
  removed: 'レポート「{{name}}」を削除しました。',
  restored: 'レポート「{{name}}」を元に戻しました。',
  undo: '元に戻す',
  saveFailed: 'レポートを保存できませんでした。',
  restoreFailed: 'レポートを元に戻せませんでした。',
  failed: 'レポートを読み込めませんでした。',
  mine: '自分',
  everyone: '全員',
  empty: {
    title: 'レポートはありません',
    hint: '一覧のビューのオプション、またはインサイトで「レポートとして送信」を選択してください。',
  },
  edit: '変更',
  remove: '削除',
  pause: '一時停止',
  resume: '再開',
  isPaused: '一時停止中',
  asleep: {
    right: '休止中：権限がありません',
    lost: '休止中：フィルターの項目がなくなりました',
    address: '休止中：メールアドレスがありません',
  },
} satisfies Translation<typeof en>;
