import type { kept as en, otherPerson as enOtherPerson } from '#texts/en/kept.ts';
import { kept as jaJP } from '#texts/ja-JP/kept.ts';
import type { Translation } from '#texts/shape.ts';

export const kept = {
  ...jaJP,
  atSignIn: '「{{forms}}」に書いたものは、このタブに残っています。同じ人でもう一度サインインすると、元にもどせます。',
  lostBySso: 'シングルサインオンに進むと、このページを離れます。「{{forms}}」に書いたものは消えます。',
  title: '書いたものが残っています',
  offer: 'セッションが終わる前に書いたものです。まだ保存していません。',
  noSecrets: 'パスワードは残っていません。',
  restore: '元にもどす',
  drop: '消す',
  elsewhere: 'セッションが終わったとき「{{forms}}」に書いていたものが残っています。もう一度開くと、元にもどせます。',
} satisfies Translation<typeof en>;

export const otherPerson = {
  title: 'ほかの人がサインインしました',
  text: 'このブラウザーのほかのタブで、ほかの人がサインインしました。見ていたものは閉じました。その人の名前では何も送っていません。',
  action: '続ける',
} satisfies Translation<typeof enOtherPerson>;
