import { startForm } from './startForm.ts';

export const form = {
  ...startForm,
  required: 'この項目は必須です。',
  fieldRequired: '{{field}}は必須です',
  invalidId: 'この値は正しくありません。',
  invalidNumber: '数値を入力してください',
  tooLong: '長すぎます。',
  tooLarge: '数値が大きすぎます。',
  tooMany: '値が多すぎます。',
  deviceNameTooLong: 'デバイス名は 64 文字以内で入力してください',
  serialNumberRequired: 'シリアル番号は必須です',
  serialNumberInvalid: '16 文字の正しいシリアル番号を入力してください',
  textTagTooLong: 'この項目は 100 文字以内で入力してください',
  textTagCharacters: '& | ; $ < > ` は使用できません。',
};
