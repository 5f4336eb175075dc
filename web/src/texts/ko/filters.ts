import type { filters as en } from '#texts/en/filters.ts';
import { filters as koKR } from '#texts/ko-KR/filters.ts';
import type { Translation } from '#texts/shape.ts';

export const filters = {
  ...koKR,
  saveHint: '저장한 필터는 이 목록을 열 때마다 적용돼요.',
  nothing: '이 목록에는 사용할 수 있는 필터가 없어요.',
  faults: {
    valueRequired: '값을 입력해 주세요',
    conditionRequired: '조건을 선택해 주세요',
    invalidInteger: '정수를 입력해 주세요',
    invalidNumber: '숫자를 입력해 주세요',
    startRequired: '시작일을 입력해 주세요',
    endAfterStart: '종료일은 시작일 이후여야 해요',
    tooMany: '값은 {{limit, number}}개까지 선택할 수 있어요.',
  },
  tooManyLocations: '선택하거나 제외할 수 있는 지점은 {{limit, number}}곳까지예요.',
  select: {
    ...koKR.select,
    none: '선택할 항목이 없어요',
    first: '처음 {{count, number}}개를 보여 드려요. 다른 값은 검색해 주세요.',
    failed: '선택 항목을 불러오지 못했어요.',
  },
} satisfies Translation<typeof en>;
