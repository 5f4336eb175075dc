import type { live as en } from '#texts/en/live.ts';
import type { Translation } from '#texts/shape.ts';

export const live = {
  new: {
    event_other: '新しいイベント {{count, number}} 件',
    device_other: '新しいデバイス {{count, number}} 台',
    row_other: '新しい行 {{count, number}} 件',
  },
  changed: '一覧が変更されました。再表示',
} satisfies Translation<typeof en>;
