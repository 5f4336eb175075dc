import type { conflict as en } from '#texts/en/conflict.ts';
import type { Translation } from '#texts/shape.ts';
import { conflict as koKR } from '#texts/ko-KR/conflict.ts';

export const conflict = {
  ...koKR,
  title: '{{by}} 님이 {{at}}에 변경했어요',
  anotherPerson: '다른 사람',
  choose: '아래 항목은 양쪽에서 모두 바꿨어요. 항목마다 저장할 값을 선택해 주세요.',
  merged: '입력한 내용은 그대로 있어요. 다시 저장해 주세요.',
  nothing: '이 양식의 항목에는 차이가 없어요. 다시 저장해 주세요.',
  taken: '{{by}} 님이 바꿔서 이 양식에 반영한 항목:',
  missing: '두 값 중 하나를 선택해 주세요.',
} satisfies Translation<typeof en>;
