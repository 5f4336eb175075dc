import type { reports as en } from '#texts/en/reports.ts';
import type { Translation } from '#texts/shape.ts';

export const reports = {
  title: 'レポート',
  send: 'レポートにして送る',
  name: '名前',
  every: 'どのくらい',
  options: {
    day: '毎日',
    week: '毎週',
    month: '毎月',
  },
  weekday: '曜日',
  day: '日',
  dayHint: 'その日がない月は、最後の日に送ります。',
  time: '時刻',
  timeHint: '例：08:00。夏時間に変わる日にその時刻がないときは、すぐあとに送ります。',
  zone: '時間帯',
  zoneHint: '送る時刻と、レポートの中の時刻に使います。',
  says: {
    day: '毎日 {{time}}',
    week: '毎週{{weekday}} {{time}}',
    month: '毎月 {{day}} 日 {{time}}',
  },
  next: '次は {{time}}',
  copy: {
    list: '行の数と、一覧へのリンクをメールで送ります。会社がメールにファイルを付けてよいとしているときは、CSV ファイルも付けます。今の見かたをおぼえて、送るときに見てよいものだけを入れます。',
    dashboard:
      'カードの数を、リンクといっしょにメールで送ります。今えらんでいる場所のうち、送るときに見てよいものだけを数えます。',
  },
  noAddress: 'あなたのプロファイルにはメールアドレスがありません。登録するまで何も送りません。',
  added: 'レポート「{{name}}」を始めました。',
  changed: 'レポート「{{name}}」を変えました。',
  paused: 'レポート「{{name}}」を止めました。',
  resumed: 'レポート「{{name}}」をまた始めました。',
  removed: 'レポート「{{name}}」を消しました。',
  restored: 'レポート「{{name}}」をもどしました。',
  undo: 'もどす',
  saveFailed: 'レポートを保存できませんでした。',
  restoreFailed: 'レポートをもどせませんでした。',
  failed: 'レポートを読めませんでした。',
  mine: '自分のもの',
  everyone: 'みんなのもの',
  empty: {
    title: 'レポートはありません',
    hint: '一覧の見かたのメニューか、「まとめ」で「レポートにして送る」をえらんでください。',
  },
  edit: '変える',
  remove: '消す',
  pause: '止める',
  resume: 'また始める',
  isPaused: '止めています',
  asleep: {
    right: '止まっています：見てよいものではありません',
    lost: '止まっています：フィルターのものがなくなりました',
    address: '止まっています：メールアドレスがありません',
  },
} satisfies Translation<typeof en>;
