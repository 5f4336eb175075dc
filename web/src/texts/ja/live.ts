import type { live as en } from '#texts/en/live.ts';
import type { Translation } from '#texts/shape.ts';

export const live = {
  new: {
    event_other: '新しい記録 {{count, number}} 件',
    device_other: '新しいデバイス {{count, number}} 台',
    row_other: '新しい行 {{count, number}} 件',
  },
  changed: '一覧が変わりました。もう一度見る',
} satisfies Translation<typeof en>;
