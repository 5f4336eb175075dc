import type { profiles as en, profilesForm as enForm } from '#texts/en/profiles.ts';
import type { Translation } from '#texts/shape.ts';

export const profiles = {
  add: 'プロファイルを追加',
  profile: 'プロファイル',
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
  readOnly: 'このプロファイルは閲覧のみ可能です。変更するには「{{permission}}」の権限（{{level}}）が必要です。',
  loadFailed: 'プロファイルを読み込めませんでした。',
  gone: {
    title: 'このプロファイルは存在しません',
    text: '削除されたか、担当していないロケーションに移動されました。',
    close: 'プロファイル一覧に戻る',
  },
  remove: {
    title: 'プロファイルを削除',
    question: '{{name}} を削除しますか？',
    permanent: 'この操作は取り消せません。',
    lost: '失われるもの：',
    lostProfile: 'プロファイル {{name}}（{{username}}）とそのロール、グループ、PIN。',
    lostSessions: 'セッション。この人はただちにすべての端末からサインアウトされます。',
    kept: 'アクティビティは残り、名前も引き続き表示されます。',
  },
  success: {
    added: 'プロファイルを追加しました',
    updated: 'プロファイルを更新しました',
    deleted: 'プロファイルを削除しました',
  },
  failure: {
    save: 'プロファイルを追加・更新できませんでした',
    delete: 'プロファイルを削除できませんでした',
  },
} satisfies Translation<typeof en>;

export const profilesForm = {
  profileNameTooLong: '名前は 35 文字以内で入力してください',
  profileIdTooLong: 'プロファイル ID は 60 文字以内で入力してください',
  usernameCharsNotAllowed: '空白と \' " \\ ; % < > / & は使用できません。',
  emailTooLong: 'メールアドレスは 254 文字以内で入力してください',
  emailInvalid: 'メールアドレスが正しくありません',
  passwordTooWeak: '大文字・小文字・数字・記号を含む 8 文字以上にしてください。',
} satisfies Translation<typeof enForm>;
