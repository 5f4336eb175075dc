import type { live as en } from '#texts/en/live.ts';
import { live as koKR } from '#texts/ko-KR/live.ts';
import type { Translation } from '#texts/shape.ts';

export const live = {
  ...koKR,
  changed: '목록이 바뀌었어요. 다시 보기',
} satisfies Translation<typeof en>;
