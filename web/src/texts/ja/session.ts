import type { session as en } from '#texts/en/session.ts';
import type { Translation } from '#texts/shape.ts';

export const session = {
  warningTitle: 'まだ使いますか？',
  warningText: '自動でサインアウトするまで',
  countdown: '{{minutes}} {{seconds}}',
  minutes_other: '{{count}} 分',
  seconds_other: '{{count}} 秒',
  returnToPortal: 'ポータルにもどる',
  autoLogoutMessage: 'しばらく使わなかったので、サインアウトしました。',
  signedOutElsewhere: 'ほかのタブでサインアウトしました。',
  offline: {
    title: 'ネットワークエラー',
    text: 'インターネットにつながっていません。続けて使うには、ネットワークにつないでください。',
  },
  kept: {
    atSignIn: '「{{forms}}」に書いたものは、このタブに残っています。同じ人でもう一度サインインすると、元にもどせます。',
    lostBySso: 'シングルサインオンに進むと、このページを離れます。「{{forms}}」に書いたものは消えます。',
    goToSso: 'シングルサインオンに進む',
    title: '書いたものが残っています',
    offer: 'セッションが終わる前に書いたものです。まだ保存していません。',
    noSecrets: 'パスワードは残っていません。',
    restore: '元にもどす',
    drop: '消す',
    elsewhere: 'セッションが終わったとき「{{forms}}」に書いていたものが残っています。もう一度開くと、元にもどせます。',
  },
  otherPerson: {
    title: 'ほかの人がサインインしました',
    text: 'このブラウザーのほかのタブで、ほかの人がサインインしました。見ていたものは閉じました。その人の名前では何も送っていません。',
    action: '続ける',
  },
} satisfies Translation<typeof en>;
