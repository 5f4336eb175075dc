import type { keypad as en } from '#texts/en/keypad.ts';
import type { Translation } from '#texts/shape.ts';

export const keypad = {
  title: 'シミュレーションの錠のキーパッド',
  lead: '錠に入力するものをここに入力します。OnePASS の招待の 8 桁のコード、または PIN です。',
  location: 'ロケーション',
  lock: '錠',
  withKeys: 'OnePASS キーあり',
  others: 'その他の錠',
  digits: 'コードまたは PIN',
  enter: '入力',
  clear: '消去',
  starting: 'シミュレーションの錠を起動しています…',
  offline: 'この錠のコントローラーはオフラインです。保持している内容で判定し、後で報告します。',
  opened: '錠が開きました',
  openedOffline: 'コントローラーがオフラインのため、この使用は後で報告されます。',
  closed: '錠は閉じたままです',
  usesLeft_other: '残り {{count, number}} 回',
  wait_other: '{{count, number}} 秒間は入力できません。',
  off: {
    title: 'ここにはキーパッドがありません',
    text: 'デモモードでシミュレーションの実行中に、同じコンピューターのブラウザーでのみ使用できます。',
  },
  reasons: {
    wrongCode: 'この錠に該当するコードも PIN もありません。',
    codeUsed: 'このコードは使用済みです。次のコードは 1 分以内に電話に表示されます。',
    expired: 'キーの有効期限が切れました。',
    cancelled: '招待は無効です。',
    usedUp: 'キーの回数を使い切りました。',
    lost: 'このデバイスは紛失中です。',
    unknownDevice: 'コントローラーはこの錠を認識していません。',
    tooManyTries: '誤った入力が多すぎます。',
    notAllowed: 'PIN は正しいですが、その人は現在この錠を使用できません。',
    boltBlocked: 'かんぬきが動きません。使用は戻されました。',
  },
} satisfies Translation<typeof en>;
