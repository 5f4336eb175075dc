import type { activity as en } from '#texts/en/activity.ts';
import { activity as koKR } from '#texts/ko-KR/activity.ts';
import type { Translation } from '#texts/shape.ts';

export const activity = {
  ...koKR,
} satisfies Translation<typeof en>;
