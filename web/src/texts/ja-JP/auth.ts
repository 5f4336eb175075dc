import type { auth as en } from '#texts/en/auth.ts';
import type { Translation } from '#texts/shape.ts';

export const auth = {
  title: 'Keyward にサインイン',
  titlePassword: 'パスワードを入力',
  lead: '店舗の機器と鍵、それを使う人を、ひとつの場所で。',
  usernameLabel: 'プロファイル ID',
  passwordLabel: 'パスワード',
  showPassword: 'パスワードを表示',
  next: '次へ',
  signIn: 'サインイン',
  changeUsername: '別のプロファイル ID を使う',
  signingInAs: 'サインインするユーザー',
  demoTitle: 'デモアカウント',
  demoHint: '選択するとフォームに入力されます。',
  demoAccount: {
    admin: 'すべての操作',
    manager: '1 店舗、編集可',
    clerk: '1 店舗、閲覧のみ',
    nobody: 'ロールなし',
  },
  capsLock: 'Caps Lock がオンになっています。',
  forgotPassword: 'パスワードをお忘れですか？',
} satisfies Translation<typeof en>;
