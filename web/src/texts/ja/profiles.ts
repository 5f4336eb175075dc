import type { profiles as en } from '#texts/en/profiles.ts';
import type { Translation } from '#texts/shape.ts';

export const profiles = {
  add: 'プロファイルを追加',
  searchFailed: 'プロファイルをさがせませんでした。{{reason}}',
  one: 'プロファイル',
  inactive: 'オフ',
  active: 'オン',
  activeHelp: 'オフにすると、この人はサインインできません。すべての場所でサインアウトします。',
  name: '名前',
  profileId: 'プロファイル ID',
  email: 'メール',
  roles: 'ロール',
  selectRoles: 'ロールを選択',
  sendReset: 'パスワードを変える方法をメールで送る',
  sendFirst: 'はじめのパスワードを決めるリンクを送る',
  sendNeedsEmail: '正しいメールアドレスが必要です。',
  password: '仮パスワード',
  passwordHelp: 'はじめてサインインするときに変えます。',
  generate: '作る',
  loginType: 'サインインのしかた',
  loginTypes: { password: 'パスワード', singleSignOn: 'シングルサインオン' },
  enrolled: '登録した日',
  lastActivity: 'さいごに使ったとき',
  neverUsed: 'まだ使っていません',
  head: { lastActive: '{{ago}}に利用', noRoles: 'ロールなし', noLocation: '場所なし' },
  readOnly: 'このプロファイルは見るだけです。変えるには「{{permission}}」の権限（{{level}}）がいります。',
  loadFailed: 'プロファイルを読み込めませんでした。もう一度ためしてください。',
  gone: {
    title: 'このプロファイルはもうありません',
    text: '消されたか、あなたの担当ではない場所に移りました。',
    close: 'プロファイルの一覧にもどる',
  },
  remove: {
    title: 'プロファイルを削除',
    lostProfile: 'プロファイル {{name}}（{{username}}）と、そのロール、グループ、PIN。',
    lostSessions: 'この人は、すぐにすべての場所でサインアウトします。',
  },
  success: {
    added: 'プロファイルを足しました',
    updated: 'プロファイルを変えました',
    deleted: 'プロファイルを消しました',
  },
  failure: {
    add: 'プロファイルを保存できませんでした',
    update: 'プロファイルを保存できませんでした',
    delete: 'プロファイルを消せませんでした',
  },
  empty: {
    title: 'プロファイルはまだありません',
    hint: 'はじめのプロファイルを足して、ロールと場所をつけてください。',
  },
  views: {
    Overview: { label: '概要', description: 'あなたの場所の、すべての人。' },
    'Inactive Users': {
      label: '使っていないユーザー',
      description_other: '{{count, number}} 日より長く、ポータルも OKM も使っていない人です。',
    },
  },
  columns: {
    name: '名前',
    username: 'プロファイル ID',
    email: 'メール',
    roles: 'ロール',
    locationTagValue: '店・場所',
    tagValues: 'グループ',
    last_activity: 'さいごに使ったとき',
    disabled: 'オフ',
    login_type: 'サインインのしかた',
    enrolled: '登録した日',
  },
  actions: {
    profilesDeleted_other: 'プロファイルを {{count, number}} 件消しました',
    profilesNotDeleted_other: 'プロファイル {{count, number}} 件を消せませんでした',
    confirm: {
      deleteProfiles: {
        title_other: 'プロファイルを {{count, number}} 件消す',
        text_other:
          '下の {{count, number}} 件のプロファイルと、そのロール、グループ、サインインが消えます。もどせません：',
        kept: '記録は残ります。名前も出ます。',
      },
    },
  },
  newRows_other: '新しいプロファイル {{count, number}} 件',
} satisfies Translation<typeof en>;
