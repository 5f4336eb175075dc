import type { account as en } from '#texts/en/account.ts';
import type { Translation } from '#texts/shape.ts';

export const account = {
  forgotTitle: 'パスワードの再設定',
  forgotText: 'プロファイル ID を入力してください。新しいパスワードを設定するためのリンクをメールでお送りします。',
  forgotSubmit: 'メールを送信',
  forgotWait_other: '{{count}} 秒後にもう一度送信できます。',
  backToSignIn: 'サインインに戻る',
  sentTitle: 'メールをご確認ください',
  sentInstructions: '60 分以内にメールのリンクを開き、新しいパスワードを設定してください。',
  emailSent: '{{username}} がメールアドレスのあるプロファイルであれば、メールが届きます。',
  emailNotReceived:
    '数分待っても届かない場合は、迷惑メールフォルダーとプロファイル ID を確認するか、管理者にお問い合わせください。',
  emailSendError: 'メールを送信できませんでした。しばらくしてからもう一度お試しください。',
  checkingLink: 'リンクを確認しています…',
  requestNotValidTitle: 'このリンクは使用できません',
  requestNotValid:
    'リクエストが無効です。リンクは 1 回のみ、一定時間内に使用できます。もう一度リクエストしてください。',
  setTitle: '新しいパスワードの設定',
  setFor: '対象のアカウント',
  newPassword: '新しいパスワード',
  confirmPassword: 'パスワードの確認',
  checklist: 'パスワードの条件',
  checks: {
    length: '8 文字以上',
    cases: '大文字と小文字の両方',
    digit: '数字',
    symbol: '記号',
    match: '確認用パスワードとの一致',
  },
  checkDone: '達成',
  checkOpen: '未達成',
  failedToSetPassword: 'パスワードを設定できませんでした。しばらくしてからもう一度お試しください。',
  updatedTitle: 'パスワードを更新しました',
  passwordUpdated: 'パスワードが更新されました。次回から新しいパスワードでサインインしてください。',
  getApps: 'スマートフォン用アプリを入手',
  store: { ios: 'App Store', android: 'Google Play' },
  app: { mkey: 'mKey', onekey: 'OneKey', onepass: 'OnePASS' },
  signingIn: 'サインインしています…',
  ssoLoginFailed: 'シングルサインオンに失敗しました。もう一度お試しになるか、管理者にお問い合わせください。',
  ssoAuthenticationFailed:
    'シングルサインオンでご本人を確認できませんでした。もう一度お試しになるか、管理者にお問い合わせください。',
  redirectTitle: '{{app}} を開いています',
  redirecting: 'アプリに移動しています。インストールされていない場合は、ストアのページが開きます。',
  openStore: '{{store}} を開く',
  invalidAppTitle: '不明なアプリ',
  invalidApp: 'このリンクのアプリは存在しません。リンクを確認してください。',
} satisfies Translation<typeof en>;
