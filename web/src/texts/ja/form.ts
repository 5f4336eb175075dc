import type { form as en } from '#texts/en/form.ts';
import { form as jaJP } from '#texts/ja-JP/form.ts';
import type { Translation } from '#texts/shape.ts';

export const form = {
  ...jaJP,
  required: '入れてください。',
  fieldRequired: '「{{field}}」を入れてください',
  invalidCharacters: '行を変える記号や、見えない文字を消してください。',
  invalidNumber: '数字を入れてください',
  tooLarge: '数字が大きすぎます。',
  tooMany: '数が多すぎます。',
  usernameRequired: 'プロファイル ID を入れてください',
  passwordRequired: 'パスワードを入れてください',
  passwordInvalid: 'パスワードは 1,024 文字までです。',
  deviceNameTooLong: 'デバイスの名前は 64 文字までです',
  serialNumberRequired: 'シリアル番号を入れてください',
  serialNumberInvalid: '16 文字の正しいシリアル番号を入れてください',
  textTagTooLong: '100 文字までです',
  textTagCharacters: '& | ; $ < > ` は使えません。',
} satisfies Translation<typeof en>;
