import type { form as en } from '#texts/en/form.ts';
import type { Translation } from '#texts/shape.ts';

export const form = {
  required: 'この項目は必須です。',
  fieldRequired: '{{field}}は必須です',
  invalid: 'この値は正しくありません。',
  invalidCharacters: '改行や見えない文字を取り除いてください。',
  invalidId: 'この値は正しくありません。',
  invalidNumber: '数値を入力してください',
  tooLong: '長すぎます。',
  tooLarge: '数値が大きすぎます。',
  tooMany: '値が多すぎます。',
  usernameRequired: 'プロファイル ID を入力してください',
  usernameInvalid: 'プロファイル ID が正しくありません',
  passwordRequired: 'パスワードを入力してください',
  passwordInvalid: 'パスワードは 1,024 文字以内です。',
  deviceNameTooLong: 'デバイス名は 64 文字以内で入力してください',
  serialNumberRequired: 'シリアル番号は必須です',
  serialNumberInvalid: '16 文字の正しいシリアル番号を入力してください',
  textTagTooLong: 'この項目は 100 文字以内で入力してください',
  textTagCharacters: '& | ; $ < > ` は使用できません。',
  profileNameTooLong: '名前は 35 文字以内で入力してください',
  profileIdTooLong: 'プロファイル ID は 60 文字以内で入力してください',
  usernameCharsNotAllowed: '空白と \' " \\ ; % < > / & は使用できません。',
  emailTooLong: 'メールアドレスは 254 文字以内で入力してください',
  emailInvalid: 'メールアドレスが正しくありません',
  passwordTooWeak: '大文字・小文字・数字・記号を含む 8 文字以上にしてください。',
} satisfies Translation<typeof en>;
