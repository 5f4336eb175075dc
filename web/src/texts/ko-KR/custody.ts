import type { custody as en } from '#texts/en/custody.ts';
import type { Translation } from '#texts/shape.ts';

export const custody = {
  title: '반출 중인 키',
  keys_other: '키 {{count, number}}개',
  columns: {
    state: '상태',
    key: '키',
    location: '지점',
    holder: '소지자',
    since: '반출 시각',
    due: '반납 기한',
  },
  states: {
    overdue: '기한 초과',
    dueSoon: '기한 임박',
    inTime: '기한 내',
    noCurfew: '기한 없음',
  },
  hidden: '볼 권한이 없습니다',
  nowhere: '지점 없음',
  empty: {
    title: '모든 키가 반납되었습니다',
    hint: '반출 중인 키가 여기에 표시됩니다.',
  },
  failed: '키를 불러올 수 없습니다.',
  outdated: '키를 다시 불러올 수 없습니다. {{time}} 기준입니다.',
  more: '더 보기',
  curfew: {
    label: '반납 기한',
    keyHint: '키를 반출한 후 반납해야 하는 때입니다.',
    locationHint: '이 지점의 키를 반출한 후 반납해야 하는 때입니다. 키마다 따로 정할 수도 있습니다.',
    locked: '변경하려면 이 지점에서 장치 권한(편집)이 필요합니다.',
    none: '없음',
    ofLocation: '지점의 설정',
    time: '시각 지정',
    hours: '반출 후 시간 지정',
    timeLabel: '시각',
    hoursLabel: '시간',
    at: '{{time}}',
    after_other: '반출 후 {{count, number}}시간',
  },
} satisfies Translation<typeof en>;
