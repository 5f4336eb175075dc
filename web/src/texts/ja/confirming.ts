import type { confirming as en } from '#texts/en/confirming.ts';
import type { Translation } from '#texts/shape.ts';

export const confirming = {
  title: 'あなた本人か確かめます',
  acts: {
    exportPins: 'PIN があるとドアが開きます。書き出す前に、あなた本人かを確かめさせてください。',
    unlockDevice: '離れていても、すぐにロックが開きます。開ける前に、あなた本人かを確かめさせてください。',
    issueToken:
      'トークンがあると、この OKM を使える人みんなの名前と PIN がわかります。作る前に、あなた本人かを確かめさせてください。',
  },
  password: 'パスワード',
  action: '確かめる',
  usePasskey: 'パスキーを使う',
  passkeyFailed: 'パスキーを確かめられませんでした。もう一度やってみてください。',
  none: 'パスワードがないので、ここでは確かめられません。パスワードを決めるリンクを、管理者に送ってもらってください。',
  provider: {
    text: '会社のサインインで、もう一度サインインしてください。新しい画面が開きます。このページはこのままです。',
    opened: '新しい画面で続けてください。終わると、このページは自動で進みます。',
    blocked: 'ブラウザーが新しい画面を止めました。このページのポップアップを許可して、もう一度やってみてください。',
    action: 'もう一度サインイン',
  },
  returned: { title: '確かめました', failed: '確かめられませんでした', text: 'この画面は閉じてもだいじょうぶです。' },
} satisfies Translation<typeof en>;
