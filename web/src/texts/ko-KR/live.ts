import type { live as en } from '#texts/en/live.ts';
import type { Translation } from '#texts/shape.ts';

export const live = {
  new: {
    event_other: '새 이벤트 {{count, number}}건',
    device_other: '새 장치 {{count, number}}대',
    row_other: '새 행 {{count, number}}개',
  },
  changed: '목록이 변경되었습니다. 다시 표시',
} satisfies Translation<typeof en>;
