import type { confirming as en } from '#texts/en/confirming.ts';
import type { Translation } from '#texts/shape.ts';

export const confirming = {
  title: 'ご本人の確認',
  acts: {
    exportPins: 'PIN があればドアを開けられます。エクスポートする前に、ご本人であることを確認してください。',
    unlockDevice: 'どこにいてもすぐにロックが開きます。解錠する前に、ご本人であることを確認してください。',
    issueToken:
      'トークンがあれば、この OKM を使用できるすべての方の名前と PIN がわかります。発行する前に、ご本人であることを確認してください。',
  },
  password: 'パスワード',
  action: '確認',
  usePasskey: 'パスキーを使用',
  passkeyFailed: 'パスキーを確認できませんでした。もう一度お試しください。',
  none: 'パスワードが設定されていないため、ここでは確認できません。管理者に、パスワード設定用のリンクの送信を依頼してください。',
  provider: {
    text: '所属する組織のサインインで、もう一度サインインしてください。新しいウィンドウが開き、このページはそのまま残ります。',
    opened: '新しいウィンドウで続けてください。完了すると、このページは自動的に先へ進みます。',
    blocked:
      'ブラウザーが新しいウィンドウをブロックしました。このページのポップアップを許可してから、もう一度お試しください。',
    action: 'もう一度サインイン',
  },
  returned: { title: '確認しました', failed: '確認できませんでした', text: 'このウィンドウは閉じてもかまいません。' },
} satisfies Translation<typeof en>;
