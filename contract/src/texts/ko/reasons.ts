import type { ReasonTexts } from '@keyward/contract/texts/shape';
import { form } from './form.ts';

export const reasons = {
  ...form,
  duplicate: '같은 값이 두 번 들어 있어요.',
  fixed: '이 항목은 바꿀 수 없어요.',
  invalidInstant: '시각은 2026-01-31T09:00:00.000Z와 같은 UTC 형식으로 입력해 주세요.',
  invalidVersion: 'If-Match에는 "3"과 같이 버전을 하나만 넣어 주세요.',
  confirmationRequired: '확인을 위해 비밀번호를 다시 입력해 주세요.',
  confirmationDiffers: '비밀번호가 서로 달라요.',
  unknownPermission: '없는 권한이에요.',
  invalidPermissionValue: '이 권한에 쓸 수 없는 값이에요.',
  permissionTwice: '같은 권한에 값이 두 개 있어요.',
} satisfies ReasonTexts;
