import type { session as en } from '#texts/en/session.ts';
import type { Translation } from '#texts/shape.ts';

export const session = {
  warningTitle: '操作を続けますか？',
  warningText: '自動サインアウトまでの時間',
  countdown: '{{minutes}} {{seconds}}',
  minutes_other: '{{count}} 分',
  seconds_other: '{{count}} 秒',
  returnToPortal: 'ポータルに戻る',
  autoLogoutMessage: '一定時間操作がなかったため、サインアウトしました。',
  signedOutElsewhere: '別のタブでサインアウトしました。',
  offline: {
    title: 'ネットワークエラー',
    text: 'インターネットに接続されていません。アプリを引き続き使用するには、ネットワーク接続が必要です。',
  },
  kept: {
    atSignIn:
      '「{{forms}}」に入力した内容は、このタブに保持されています。元に戻すには、同じユーザーで再度サインインしてください。',
    lostBySso: 'シングルサインオンに進むと、このページから離れます。「{{forms}}」に入力した内容は失われます。',
    goToSso: 'シングルサインオンに進む',
    title: '入力した内容が残っています',
    offer: 'セッションが終了する前に入力した内容です。まだ保存されていません。',
    noSecrets: 'パスワードは保持されていません。',
    restore: '元に戻す',
    drop: '破棄',
    elsewhere: 'セッションの終了時に「{{forms}}」に入力していた内容が残っています。フォームを開き直すと元に戻せます。',
  },
  otherPerson: {
    title: '別のユーザーがサインインしました',
    text: 'このブラウザーの別のタブで、別のユーザーがサインインしました。表示していた内容は閉じられました。そのユーザーとして送信されたものはありません。',
    action: '続ける',
  },
} satisfies Translation<typeof en>;
