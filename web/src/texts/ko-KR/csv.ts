import type { csv as en } from '#texts/en/csv.ts';
import type { Translation } from '#texts/shape.ts';

export const csv = {
  preparing: '{{resource}} CSV를 준비하고 있습니다…',
  rows: '{{total, number}}개 행 중 {{rows, number}}개 · {{percent}}',
  done: '다운로드 기록 또는 저장한 위치에서 CSV를 확인하십시오.',
  cancelled: '다운로드가 취소되었습니다.',
  tooMany: '다운로드할 레코드가 너무 많습니다. 기간이나 필터를 조정한 후 다시 시도하십시오.',
  failed: '{{fileName}} CSV를 다운로드하지 못했습니다.',
} satisfies Translation<typeof en>;
