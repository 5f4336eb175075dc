import type { profiles as en } from '#texts/en/profiles.ts';
import { profiles as jaJP } from '#texts/ja-JP/profiles.ts';
import type { Translation } from '#texts/shape.ts';

export const profiles = {
  ...jaJP,
  inactive: 'オフ',
  active: 'オン',
  activeHelp: 'オフにすると、この人はサインインできません。すべての場所でサインアウトします。',
  sendReset: 'パスワードを変える方法をメールで送る',
  sendFirst: 'はじめのパスワードを決めるリンクを送る',
  sendNeedsEmail: '正しいメールアドレスが必要です。',
  passwordHelp: 'はじめてサインインするときに変えます。',
  generate: '作る',
  loginType: 'サインインのしかた',
  loginTypes: { password: 'パスワード', singleSignOn: 'シングルサインオン' },
  enrolled: '登録した日',
  lastActivity: 'さいごに使ったとき',
  neverUsed: 'まだ使っていません',
  readOnly: 'このプロファイルは見るだけです。変えるには「{{permission}}」の権限（{{level}}）がいります。',
  loadFailed: 'プロファイルを読み込めませんでした。もう一度ためしてください。',
  gone: {
    ...jaJP.gone,
    title: 'このプロファイルはもうありません',
    text: '消されたか、あなたの担当ではない場所に移りました。',
    close: 'プロファイルの一覧にもどる',
  },
  remove: {
    ...jaJP.remove,
    question: '{{name}} を消しますか？',
    permanent: '元にもどせません。',
    lost: 'なくなるもの：',
    lostProfile: 'プロファイル {{name}}（{{username}}）と、そのロール、グループ、PIN。',
    lostSessions: 'この人は、すぐにすべての場所でサインアウトします。',
    kept: '記録はのこります。名前もそのまま見えます。',
  },
  success: {
    ...jaJP.success,
    added: 'プロファイルを足しました',
    updated: 'プロファイルを変えました',
    deleted: 'プロファイルを消しました',
  },
  failure: {
    ...jaJP.failure,
    save: 'プロファイルを保存できませんでした',
    delete: 'プロファイルを消せませんでした',
  },
} satisfies Translation<typeof en>;
