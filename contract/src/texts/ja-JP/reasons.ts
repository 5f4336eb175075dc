import type { ReasonTexts } from '@keyward/contract/texts/shape';
import { form } from './form.ts';

export const reasons = {
  ...form,
  duplicate: '同じ値が重複しています。',
  fixed: 'この項目は変更できません。',
  invalidInstant: '日時は 2026-01-31T09:00:00.000Z のような UTC 形式で指定してください。',
  invalidVersion: 'If-Match にはバージョンを "3" のように 1 つ指定してください。',
  confirmationRequired: '確認のため、パスワードをもう一度入力してください。',
  confirmationDiffers: 'パスワードが一致しません。',
  unknownPermission: 'この権限は存在しません。',
  invalidPermissionValue: 'この権限に設定できない値です。',
  permissionTwice: '同じ権限に 2 つの値が指定されています。',
} satisfies ReasonTexts;
