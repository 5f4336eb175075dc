import type { keypad as en } from '#texts/en/keypad.ts';
import type { Translation } from '#texts/shape.ts';

export const keypad = {
  title: 'ためし用のカギのボタン',
  lead: 'カギに入れるものを、ここに入れてください。OnePASS の招待の 8 けたのコードか、PIN です。',
  location: '場所',
  lock: 'カギ',
  withKeys: 'OnePASS のキーがあるもの',
  others: 'ほかのカギ',
  digits: 'コードか PIN',
  enter: '入れる',
  clear: '消す',
  starting: 'ためし用のカギを準備しています…',
  offline: 'このカギは今つながっていません。持っている内容で決めて、あとで知らせます。',
  opened: 'カギが開きました',
  openedOffline: '今つながっていないので、使ったことはあとで知らされます。',
  closed: 'カギは閉まったままです',
  usesLeft_other: 'あと {{count, number}} 回',
  wait_other: '{{count, number}} 秒のあいだ、入れられません。',
  off: {
    title: 'ここにはボタンがありません',
    text: 'デモで、カギのまねが動いているときだけ、同じパソコンのブラウザーで使えます。',
  },
  reasons: {
    wrongCode: 'このカギに合うコードも PIN もありません。',
    codeUsed: 'このコードはもう使いました。次のコードは 1 分のうちにスマホに出ます。',
    expired: 'キーは終わりました。',
    cancelled: '招待は止められました。',
    usedUp: '使える回数を全部使いました。',
    lost: 'このデバイスはなくなっています。',
    unknownDevice: 'このカギは知られていません。',
    tooManyTries: 'まちがいが多すぎます。',
    notAllowed: 'PIN は合っていますが、その人は今このカギを使えません。',
    boltBlocked: 'カギが動きません。使った回数は戻しました。',
  },
} satisfies Translation<typeof en>;
