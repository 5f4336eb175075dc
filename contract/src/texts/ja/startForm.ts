import { startForm as jaJP } from '@keyward/contract/texts/ja-JP/startForm';

export const startForm = {
  ...jaJP,
  invalidCharacters: '行を変える記号や、見えない文字を消してください。',
  usernameRequired: 'プロファイル ID を入れてください',
  passwordRequired: 'パスワードを入れてください',
  passwordInvalid: 'パスワードは 1,024 文字までです。',
};
