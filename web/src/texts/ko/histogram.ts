import type { histogram as en } from '#texts/en/histogram.ts';
import type { Translation } from '#texts/shape.ts';

export const histogram = {
  title: '일어난 일의 흐름',
  about: {
    quarterHour: '15분마다 일어난 일',
    hour: '한 시간마다 일어난 일',
    threeHours: '세 시간마다 일어난 일',
    day: '하루마다 일어난 일',
    week: '한 주마다 일어난 일',
    month: '한 달마다 일어난 일',
    year: '한 해마다 일어난 일',
  },
  keys: '화살표 키로 막대를 옮겨 다니고, Shift와 화살표 키로 여러 개를 고르고, Enter로 목록을 그 기간으로 좁혀요.',
  back: '이전 기간으로 돌아가기: {{range}}',
  always: '전체 기간',
  none: '그릴 일이 없어요',
  tooWide: '일이 너무 많아서 1초 안에 셀 수 없어요. 기간을 줄이거나 필터를 바꿔 주세요.',
  failed: '막대를 읽지 못했어요.',
  stale: '{{time}}의 숫자예요. 새 숫자는 읽지 못했어요.',
  events: '일어난 일',
} satisfies Translation<typeof en>;
