import type { conflict as en } from '#texts/en/conflict.ts';
import type { Translation } from '#texts/shape.ts';

export const conflict = {
  title: '{{by}} 님이 {{at}}에 변경했습니다',
  anotherPerson: '다른 사용자',
  choose: '아래 항목은 양쪽에서 모두 변경되었습니다. 항목마다 저장할 값을 선택하십시오.',
  merged: '입력한 내용은 그대로 있습니다. 다시 저장하십시오.',
  nothing: '이 양식의 항목에는 차이가 없습니다. 다시 저장하십시오.',
  taken: '{{by}} 님이 변경하여 이 양식에 반영한 항목:',
  takenField: '{{field}}: {{before}} → {{after}}',
  mine: '내 값 유지',
  theirs: '상대방의 값 사용',
  missing: '두 값 중 하나를 선택하십시오.',
  empty: '비어 있음',
} satisfies Translation<typeof en>;
