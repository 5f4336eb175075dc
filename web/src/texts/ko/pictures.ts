import type { pictures as en } from '#texts/en/pictures.ts';
import type { Translation } from '#texts/shape.ts';

export const pictures = {
  events_other: '일어난 일 {{count, number}}건',
  partial: '일부',
  table: '표로 보기',
  time: '시각',
} satisfies Translation<typeof en>;
