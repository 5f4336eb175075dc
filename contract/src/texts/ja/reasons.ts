import { reasons as jaJP } from '@keyward/contract/texts/ja-JP/reasons';
import type { ReasonTexts } from '@keyward/contract/texts/shape';
import { form } from './form.ts';

export const reasons = {
  ...jaJP,
  ...form,
  duplicate: '同じものが 2 つあります。',
  fixed: 'ここは変えられません。',
  confirmationRequired: 'パスワードをもう一度入れてください。',
  confirmationDiffers: '2 つのパスワードがちがいます。',
  unknownPermission: 'この権限はありません。',
  invalidPermissionValue: 'この権限には使えない値です。',
  permissionTwice: '同じ権限が 2 つの値であります。',
} satisfies ReasonTexts;
