import type { offline as enOffline, session as enSession, settings as en } from '#texts/en/session.ts';
import { offline as jaJPOffline, session as jaJPSession, settings as jaJP } from '#texts/ja-JP/session.ts';
import type { Translation } from '#texts/shape.ts';

export const settings = {
  ...jaJP,
  preferences: '画面の設定',
  language: 'ことば',
  timeZone: '時間の地域',
  timeZoneHint: '一覧などの時刻は、この地域の時刻で出ます。',
  noTimeZone: 'この名前の地域はありません。',
  appearance: '画面の色',
  schemes: { light: '明るい', dark: '暗い', auto: '自動' },
  failedToSave: '設定を保存できませんでした',
  sessions: '使っている場所',
  sessionsHint: 'あなたがサインインしている場所です。知らないものは終わらせて、パスワードを変えてください。',
  current: '今使っているもの',
  lastActive: '最後に使ったとき: {{when}}',
  signedInAt: 'サインインしたとき: {{when}}',
  unknownBrowser: 'わからないブラウザー',
  endSession: '終わらせる',
  endSessionOf: '終わらせる: {{device}}、{{address}}',
  sessionEnded: '終わらせました。',
  password: {
    ...jaJP.password,
    text: '変えると、ほかの場所のサインインは終わります。ここは、そのまま使えます。',
    present: '今のパスワード',
    save: 'パスワードを変える',
    changed: 'パスワードを変えました。',
  },
  sessionsFailed: '読み込めませんでした。',
} satisfies Translation<typeof en>;

export const session = {
  ...jaJPSession,
  warningTitle: 'まだ使いますか？',
  warningText: '自動でサインアウトするまで',
  returnToPortal: 'ポータルにもどる',
  autoLogoutMessage: 'しばらく使わなかったので、サインアウトしました。',
  signedOutElsewhere: 'ほかのタブでサインアウトしました。',
} satisfies Translation<typeof enSession>;

export const offline = {
  ...jaJPOffline,
  text: 'インターネットにつながっていません。続けて使うには、ネットワークにつないでください。',
} satisfies Translation<typeof enOffline>;
