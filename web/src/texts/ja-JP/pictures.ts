import type { pictures as en } from '#texts/en/pictures.ts';
import type { Translation } from '#texts/shape.ts';

export const pictures = {
  events_other: '{{count, number}} 件のイベント',
  partial: '途中',
  table: '表で表示',
  time: '日時',
} satisfies Translation<typeof en>;
