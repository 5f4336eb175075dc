import type { account as en } from '#texts/en/account.ts';
import { account as jaJP } from '#texts/ja-JP/account.ts';
import type { Translation } from '#texts/shape.ts';

export const account = {
  ...jaJP,
  forgotTitle: '新しいパスワードを決める',
  forgotText: 'プロファイル ID を入れてください。新しいパスワードを決めるためのリンクをメールで送ります。',
  forgotSubmit: 'メールを送る',
  forgotWait_other: 'あと {{count}} 秒で、もう一度送れます。',
  sentTitle: 'メールを見てください',
  sentInstructions: '60 分以内にメールのリンクを開いて、新しいパスワードを決めてください。',
  emailSent: '{{username}} にメールアドレスがあれば、もうすぐメールが届きます。',
  emailNotReceived:
    'しばらく待っても届かないときは、迷惑メールのフォルダーを見てください。プロファイル ID も確かめてください。わからないときは、管理者に聞いてください。',
  emailSendError: 'メールを送れませんでした。少し待ってから、もう一度やってみてください。',
  checkingLink: 'リンクを確かめています…',
  requestNotValidTitle: 'このリンクは使えません',
  requestNotValid: 'リンクは 1 回だけ使えます。使える時間も決まっています。新しいリンクを送ってもらってください。',
  setTitle: '新しいパスワードを決める',
  setFor: 'だれのパスワードか',
  confirmPassword: '新しいパスワード（もう一度）',
  checklist: 'パスワードに必要なもの',
  checks: {
    length: '8 文字以上',
    cases: '大きい英字と小さい英字',
    digit: '数字',
    symbol: '記号（! や # など）',
    match: '2 回とも同じパスワード',
  },
  checkDone: 'できました',
  checkOpen: 'まだです',
  failedToSetPassword: 'パスワードを決められませんでした。少し待ってから、もう一度やってみてください。',
  updatedTitle: 'パスワードが変わりました',
  passwordUpdated: 'パスワードが変わりました。次からは新しいパスワードでサインインしてください。',
  getApps: 'スマホのアプリを入れる',
  ssoLoginFailed: 'シングルサインオンができませんでした。もう一度やってみるか、管理者に聞いてください。',
  ssoAuthenticationFailed:
    'シングルサインオンで、あなたかどうか確かめられませんでした。もう一度やってみるか、管理者に聞いてください。',
  redirecting: 'アプリを開いています。アプリがないときは、ストアのページが開きます。',
  invalidAppTitle: 'わからないアプリです',
  secondFactor: {
    title: '本人確認',
    text: 'このプロフィールでは、パスワードの後にパスキーが必要です。',
    usePasskey: 'パスキーを使う',
    useCode: '代わりにリカバリーコードを使う',
    codeLabel: 'リカバリーコード',
    codeHint: '保管したコードの 1 つを入力してください。各コードは 1 回だけ使えます。',
    codeRequired: 'リカバリーコードを入力してください',
    backToPasskey: '代わりにパスキーを使う',
    notConfirmed: 'パスキーを確認できませんでした。もう一度試すか、リカバリーコードを使ってください。',
  },
  invalidApp: 'このリンクのアプリはありません。リンクを確かめてください。',
} satisfies Translation<typeof en>;
