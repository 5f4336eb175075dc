import type { csv as en } from '#texts/en/csv.ts';
import { csv as koKR } from '#texts/ko-KR/csv.ts';
import type { Translation } from '#texts/shape.ts';

export const csv = {
  ...koKR,
  preparing: '{{resource}} CSV를 준비하고 있어요…',
  done: '다운로드 기록이나 저장한 위치에서 CSV를 확인해 주세요.',
  cancelled: '다운로드를 취소했어요.',
  tooMany: '다운로드할 레코드가 너무 많아요. 기간이나 필터를 바꾼 뒤 다시 시도해 주세요.',
  failed: '{{fileName}} CSV를 다운로드하지 못했어요.',
} satisfies Translation<typeof en>;
