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
  sessions: 'サインインしている場所',
  sessionsHint: 'あなたがサインインしている場所です。知らないものは終わらせて、パスワードを変えてください。',
  current: '今使っているもの',
  lastActive: '最後に使ったとき: {{when}}',
  signedInAt: 'サインインしたとき: {{when}}',
  unknownBrowser: 'わからないブラウザー',
  endSession: '終わらせる',
  endSessionOf: '終わらせる: {{device}}、{{address}}',
  sessionEnded: '終わらせました。',
  passkeys: {
    tab: 'パスキー',
    hint: 'パスキーを追加すると、サインイン時にパスワードの後で指紋、顔、PIN、またはセキュリティキーによる確認が必要になります。',
    none: 'パスキーはありません。',
    added: '追加: {{when}}',
    lastUsed: '最終使用: {{when}}',
    neverUsed: '未使用',
    add: 'パスキーを追加',
    name: '名前',
    nameHint: '見分けやすい名前にしてください（例:「仕事用パソコン」）。',
    password: 'パスワード',
    passwordHint: '本人確認のため、もう一度入力してください。',
    remove: '削除',
    removeOf: 'パスキー {{name}} を削除',
    removeText: 'パスキー {{name}} ではサインインできなくなります。',
    removeLastText:
      '{{name}} は最後のパスキーです。削除すると、パスワードだけでサインインできるようになり、リカバリーコードは無効になります。',
    wasAdded: 'パスキーを追加しました。',
    wasRemoved: 'パスキーを削除しました。',
    notMade: 'パスキーは作成されませんでした。もう一度お試しください。',
    failed: 'パスキーを読み込めませんでした。',
    codesLeft_other: 'リカバリーコード残り {{count}} 個',
    newCodes: 'リカバリーコードを再発行',
    newCodesText: '新しいコードを 10 個発行します。古いコードは無効になります。',
    codesTitle: 'リカバリーコード',
    codesText:
      '安全な場所に保管してください。パスキーが手元にないとき、各コードで 1 回だけサインインできます。表示されるのは今回だけです。',
    copy: 'コピー',
    copied: 'コードをコピーしました。',
    copyFailed: 'コードをコピーできませんでした。選択してコピーしてください。',
    download: 'ダウンロード',
    codesKept: '保管しました',
    fileName: 'keyward-recovery-codes.txt',
  },
  sessionsFailed: '読み込めませんでした。',
} satisfies Translation<typeof en>;

export const session = {
  ...jaJPSession,
  warningTitle: 'まだ使いますか？',
  warningText: '自動でサインアウトするまで',
  returnToPortal: 'ポータルにもどる',
  autoLogoutMessage: 'しばらく使わなかったので、サインアウトしました。',
} satisfies Translation<typeof enSession>;

export const offline = {
  ...jaJPOffline,
  text: 'インターネットにつながっていません。続けて使うには、ネットワークにつないでください。',
} satisfies Translation<typeof enOffline>;
