import type { shell as en } from '#texts/en/shell.ts';
import { shell as koKR } from '#texts/ko-KR/shell.ts';
import type { Translation } from '#texts/shape.ts';

export const shell = {
  ...koKR,
  logoutFailed: '로그아웃하지 못했어요',
  noPermission: '이 페이지를 볼 권한이 없어요.',
  noPermissionHint: '관리자에게 권한을 요청해 주세요.',
  permissionRequired: '{{permission}} 권한이 필요해요.',
  failedTitle: '페이지를 표시하지 못했어요',
  failedText: '페이지를 새로 고쳐서 다시 시도해 주세요. 계속되면 고객 지원에 문의해 주세요.',
} satisfies Translation<typeof en>;
