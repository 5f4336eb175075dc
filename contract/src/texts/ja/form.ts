import { form as jaJP } from '@keyward/contract/texts/ja-JP/form';
import { startForm } from './startForm.ts';

export const form = {
  ...jaJP,
  ...startForm,
  required: '入れてください。',
  fieldRequired: '「{{field}}」を入れてください',
  invalidNumber: '数字を入れてください',
  tooLarge: '数字が大きすぎます。',
  tooMany: '数が多すぎます。',
  deviceNameTooLong: 'デバイスの名前は 64 文字までです',
  serialNumberRequired: 'シリアル番号を入れてください',
  serialNumberInvalid: '16 文字の正しいシリアル番号を入れてください',
  textTagTooLong: '100 文字までです',
  textTagCharacters: '& | ; $ < > ` は使えません。',
};
