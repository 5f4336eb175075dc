import type { pictures as en } from '#texts/en/pictures.ts';
import type { Translation } from '#texts/shape.ts';

export const pictures = {
  events_other: 'できごと {{count, number}} 件',
  partial: '途中',
  table: '表で見る',
  time: '日時',
} satisfies Translation<typeof en>;
