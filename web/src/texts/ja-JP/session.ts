import type { offline as enOffline, session as enSession, settings as en } from '#texts/en/session.ts';
import type { Translation } from '#texts/shape.ts';

export const settings = {
  title: '設定',
  preferences: '基本設定',
  language: '言語',
  timeZone: 'タイムゾーン',
  timeZoneHint: '一覧と詳細の時刻は、このタイムゾーンで表示されます。',
  noTimeZone: '該当するタイムゾーンがありません。',
  appearance: '外観',
  schemes: { light: 'ライト', dark: 'ダーク', auto: 'システム' },
  saved: '設定を保存しました。',
  errorTitle: 'エラー',
  failedToSave: '設定の保存に失敗しました',
  sessions: 'セッション',
  sessionsHint: 'サインイン中の場所です。心当たりのないものは終了し、パスワードを変更してください。',
  current: 'このセッション',
  lastActive: '最終操作: {{when}}',
  signedInAt: 'サインイン: {{when}}',
  browserOn: '{{system}} の {{browser}}',
  unknownBrowser: '不明なブラウザー',
  endSession: '終了',
  endSessionOf: 'セッションを終了: {{device}}、{{address}}',
  sessionEnded: 'セッションを終了しました。',
  sessionsFailed: 'セッションを読み込めませんでした。',
} satisfies Translation<typeof en>;

export const session = {
  warningTitle: '操作を続けますか？',
  warningText: '自動サインアウトまでの時間',
  countdown: '{{minutes}} {{seconds}}',
  minutes_other: '{{count}} 分',
  seconds_other: '{{count}} 秒',
  returnToPortal: 'ポータルに戻る',
  autoLogoutMessage: '一定時間操作がなかったため、サインアウトしました。',
} satisfies Translation<typeof enSession>;

export const offline = {
  title: 'ネットワークエラー',
  text: 'インターネットに接続されていません。アプリを引き続き使用するには、ネットワーク接続が必要です。',
} satisfies Translation<typeof enOffline>;
