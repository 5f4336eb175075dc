import type { Translation } from '#texts/shape.ts';
import type { startForm as en } from '#texts/en/startForm.ts';
import { startForm as jaJP } from '#texts/ja-JP/startForm.ts';

export const startForm = {
  ...jaJP,
  invalidCharacters: '行を変える記号や、見えない文字を消してください。',
  usernameRequired: 'プロファイル ID を入れてください',
  passwordRequired: 'パスワードを入れてください',
  passwordInvalid: 'パスワードは 1,024 文字までです。',
} satisfies Translation<typeof en>;
