import type { common as en } from '#texts/en/common.ts';
import { common as koKR } from '#texts/ko-KR/common.ts';
import type { Translation } from '#texts/shape.ts';

export const common = {
  ...koKR,
  partLate: '이 페이지의 일부를 불러오지 못했어요. 자동으로 다시 시도할게요.',
  slow: '평소보다 오래 걸리고 있어요. 잠시만 기다려 주세요…',
  unsavedTitle: '저장하지 않고 나갈까요?',
  unsavedText: '바꾼 내용이 아직 저장되지 않았어요.',
  cleanedTitle: '일부 문자가 빠져요',
  cleanedText: '‘{{from}}’ 값이 ‘{{to}}’(으)로 저장돼요. 괜찮으면 다시 저장하고, 아니면 고쳐 주세요.',
  typeToConfirm: '확인하려면 {{name}}을(를) 입력해 주세요',
} satisfies Translation<typeof en>;
