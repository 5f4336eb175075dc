import type { ReasonTexts } from '@keyward/contract/texts/shape';
import { form } from './form.ts';

export const reasons = {
  ...form,
  duplicate: '같은 값이 중복되었습니다.',
  fixed: '이 항목은 변경할 수 없습니다.',
  invalidInstant: '시각은 2026-01-31T09:00:00.000Z와 같은 UTC 형식으로 입력하십시오.',
  invalidVersion: 'If-Match에는 "3"과 같이 버전을 하나만 지정하십시오.',
  confirmationRequired: '확인을 위해 비밀번호를 다시 입력하십시오.',
  confirmationDiffers: '비밀번호가 일치하지 않습니다.',
  unknownPermission: '존재하지 않는 권한입니다.',
  invalidPermissionValue: '이 권한에 사용할 수 없는 값입니다.',
  permissionTwice: '같은 권한에 값이 두 개 지정되었습니다.',
} satisfies ReasonTexts;
