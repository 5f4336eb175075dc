import type { profiles as en } from '#texts/en/profiles.ts';
import type { Translation } from '#texts/shape.ts';

export const profiles = {
  add: 'プロファイルを追加',
  searchFailed: 'プロファイルを検索できませんでした。{{reason}}',
  one: 'プロファイル',
  inactive: '無効',
  active: '有効',
  activeHelp: '無効にすると、この人はサインインできなくなり、すべての端末からサインアウトされます。',
  name: '名前',
  profileId: 'プロファイル ID',
  email: 'メール',
  roles: 'ロール',
  selectRoles: 'ロールを選択',
  sendReset: 'パスワード再設定の手順を送信する',
  sendFirst: '最初のパスワードを設定するリンクを送信する',
  sendNeedsEmail: '有効なメールアドレスが必要です。',
  password: '仮パスワード',
  passwordHelp: '初回サインイン時に変更が必要です。',
  generate: '生成',
  loginType: 'サインイン方法',
  loginTypes: { password: 'パスワード', singleSignOn: 'シングルサインオン' },
  enrolled: '登録日',
  lastActivity: '最終利用',
  neverUsed: '未使用',
  head: { lastActive: '{{ago}}に利用', noRoles: 'ロールなし', noLocation: 'ロケーションなし' },
  readOnly: 'このプロファイルは閲覧のみ可能です。変更するには「{{permission}}」の権限（{{level}}）が必要です。',
  loadFailed: 'プロファイルを読み込めませんでした。',
  gone: {
    title: 'このプロファイルは存在しません',
    text: '削除されたか、担当していないロケーションに移動されました。',
    close: 'プロファイル一覧に戻る',
  },
  remove: {
    title: 'プロファイルを削除',
    lostProfile: 'プロファイル {{name}}（{{username}}）とそのロール、グループ、PIN。',
    lostSessions: 'セッション。この人はただちにすべての端末からサインアウトされます。',
  },
  success: {
    added: 'プロファイルを追加しました',
    updated: 'プロファイルを更新しました',
    deleted: 'プロファイルを削除しました',
  },
  failure: {
    add: 'プロファイルを追加・更新できませんでした',
    update: 'プロファイルを追加・更新できませんでした',
    delete: 'プロファイルを削除できませんでした',
  },
  empty: {
    title: 'プロファイルはまだありません',
    hint: '最初のプロファイルを追加し、ロールとロケーションを割り当ててください。',
  },
  views: {
    Overview: { label: '概要', description: '担当ロケーションのすべての人。' },
    'Inactive Users': {
      label: '利用のないユーザー',
      description_other: 'ポータルでも OKM でも {{count, number}} 日以上使用されていないプロファイルです。',
    },
  },
  columns: {
    name: '名前',
    username: 'プロファイル ID',
    email: 'メール',
    roles: 'ロール',
    locationTagValue: 'ロケーション',
    tagValues: 'グループ',
    last_activity: '最終利用',
    disabled: '無効',
    login_type: 'サインイン方法',
    enrolled: '登録日',
  },
  actions: {
    profilesDeleted_other: '{{count, number}} 件のプロファイルを削除しました',
    profilesNotDeleted_other: '{{count, number}} 件のプロファイルを削除できませんでした',
    confirm: {
      deleteProfiles: {
        title_other: '{{count, number}} 件のプロファイルを削除',
        text_other:
          '次の {{count, number}} 件のプロファイルと、そのロール、グループ、サインイン情報が完全に失われます：',
        kept: 'アクティビティは残り、名前も引き続き表示されます。',
      },
    },
  },
  newRows_other: '新しいプロファイル {{count, number}} 件',
} satisfies Translation<typeof en>;
