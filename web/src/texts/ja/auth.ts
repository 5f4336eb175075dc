import type { auth as en } from '#texts/en/auth.ts';
import { auth as jaJP } from '#texts/ja-JP/auth.ts';
import type { Translation } from '#texts/shape.ts';

export const auth = {
  ...jaJP,
  titlePassword: 'パスワードを入れてください',
  lead: '店のデバイスとカギ、それを使う人を、ここで見られます。',
  showPassword: 'パスワードを見る',
  changeUsername: 'ほかのプロファイル ID を使う',
  signingInAs: 'サインインする人',
  demoTitle: 'ためすためのアカウント',
  demoHint: '選ぶと、自動で入ります。',
  demoAccount: {
    admin: '何でもできる',
    manager: '1 つの店、変えられる',
    clerk: '1 つの店、見るだけ',
    nobody: 'ロールなし',
  },
  capsLock: 'Caps Lock が入っています。',
  forgotPassword: 'パスワードを忘れたとき',
} satisfies Translation<typeof en>;
