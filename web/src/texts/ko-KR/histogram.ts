import type { histogram as en } from '#texts/en/histogram.ts';
import type { Translation } from '#texts/shape.ts';

export const histogram = {
  title: '이벤트 추이',
  about: {
    quarterHour: '15분별 이벤트 수',
    hour: '시간별 이벤트 수',
    threeHours: '3시간별 이벤트 수',
    day: '일별 이벤트 수',
    week: '주별 이벤트 수',
    month: '월별 이벤트 수',
    year: '연도별 이벤트 수',
  },
  keys: '화살표 키로 막대를 이동하고, Shift와 화살표 키로 여러 막대를 선택하고, Enter로 목록을 해당 기간으로 좁힙니다.',
  back: '이전 기간으로 돌아가기: {{range}}',
  always: '전체 기간',
  none: '표시할 이벤트가 없습니다',
  tooWide: '이벤트가 너무 많아 1초 안에 집계할 수 없습니다. 기간을 줄이거나 필터를 변경하십시오.',
  failed: '그래프를 읽지 못했습니다.',
  stale: '{{time}} 기준 수치입니다. 새 수치를 읽지 못했습니다.',
  events: '이벤트',
} satisfies Translation<typeof en>;
