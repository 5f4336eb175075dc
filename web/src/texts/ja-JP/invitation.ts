import type { invitation as en } from '#texts/en/invitation.ts';
import type { Translation } from '#texts/shape.ts';

export const invitation = {
  title: '招待',
  language: '言語',
  opening: '招待を開いています…',
  invites: '{{sender}} さんからの招待',
  leadNew: '解錠するときにお持ちになる端末のブラウザーで承諾してください。招待はそのブラウザー専用になります。',
  leadHere: '鍵の前に着いたら、コードを表示してください。',
  by: '{{product}} の OnePASS',
  until: '{{time}} まで',
  usesLeft_other: '残り {{count, number}} 回（全 {{max, number}} 回）',
  instructions: 'ご案内',
  accept: '承諾する',
  showCode: 'コードを表示',
  showCodeFor: '{{device}} のコードを表示',
  hideCode: 'コードを隠す',
  codeIs: 'コード：{{code}}',
  codeHint: '鍵に入力してください。コードは 1 分ごとに変わり、それぞれ 1 回だけ使えます。',
  usedCode: 'このコードは使用済みです。次のコードをお待ちください。',
  keyState: {
    deactivated: '取り消し済み',
    expired: '期限切れ',
    usedUp: '使用済み',
  },
  over: {
    deactivated: 'この招待は取り消されました',
    expired: 'この招待の有効期限が切れました',
    usedUp: 'すべての回数を使い切りました',
    text: 'この招待では解錠できません。引き続き必要な場合は、{{organization}} の {{sender}} さんに新しい招待を依頼してください。',
  },
  elsewhere: {
    title: '別のブラウザーで承諾済みです',
    text: 'コードを表示できるブラウザーは 1 つだけです。このブラウザーで続けるには、招待先のメールアドレスに確認コードを送信してください。以前のブラウザーではコードが表示されなくなります。',
    ask: '確認コードをメールで受け取る',
    asked: '招待先のメールアドレスに確認コードを送信しました。有効期間は {{minutes}} 分です。',
    code: '6 桁の確認コード',
    confirm: 'このブラウザーで続ける',
    again: '確認コードを再送信',
  },
  invalid: {
    title: 'このリンクは使用できません',
    text: '最新のメールのリンクをお使いください。それでも開けない場合は、招待した方に新しいリンクを依頼してください。',
  },
  app: 'OnePASS アプリで開く',
  late: '接続できません。表示内容が最新でない可能性があります。',
} satisfies Translation<typeof en>;
