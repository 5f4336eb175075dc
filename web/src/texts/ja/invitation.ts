import type { invitation as en } from '#texts/en/invitation.ts';
import type { Translation } from '#texts/shape.ts';

export const invitation = {
  title: '招待',
  language: 'ことば',
  opening: '招待を開いています…',
  invites: '{{sender}} さんからの招待です',
  leadNew: 'カギを開けるときに持っていくスマホで「受け取る」を押してください。そのブラウザーだけで使えます。',
  leadHere: 'カギの前に着いたら、コードを見てください。',
  by: '{{product}} の OnePASS',
  until: '{{time}} まで',
  usesLeft_other: 'あと {{count, number}} 回（全部で {{max, number}} 回）',
  instructions: 'やり方',
  accept: '受け取る',
  showCode: 'コードを見る',
  showCodeFor: '{{device}} のコードを見る',
  hideCode: 'コードを隠す',
  codeIs: 'コード：{{code}}',
  codeHint: 'カギに入れてください。コードは 1 分で変わります。1 つのコードは 1 回だけ使えます。',
  usedCode: 'このコードはもう使いました。次のコードを待ってください。',
  keyState: {
    deactivated: '取り消し',
    expired: '終わり',
    usedUp: '使い切り',
  },
  over: {
    deactivated: 'この招待は取り消されました',
    expired: 'この招待は終わりました',
    usedUp: '使える回数を全部使いました',
    text: 'この招待では、もう開けられません。まだ必要なときは、{{organization}} の {{sender}} さんに新しい招待を頼んでください。',
  },
  elsewhere: {
    title: 'ほかのブラウザーで受け取っています',
    text: 'コードを見られるブラウザーは 1 つだけです。ここで続けるときは、招待されたアドレスにコードをメールで送ります。すると、前のブラウザーではコードが見られなくなります。',
    ask: 'メールでコードをもらう',
    asked: '招待されたアドレスにコードを送りました。{{minutes}} 分のあいだ使えます。',
    code: '6 けたのコード',
    confirm: 'ここで続ける',
    again: 'もう一度コードを送る',
  },
  invalid: {
    title: 'このリンクは使えません',
    text: 'いちばん新しいメールのリンクを使ってください。それでも開かないときは、招待した人に新しいリンクを頼んでください。',
  },
  app: 'OnePASS のアプリで開く',
  late: 'つながりません。いま見ている内容は古いかもしれません。',
} satisfies Translation<typeof en>;
