import type { custody as en } from '#texts/en/custody.ts';
import type { Translation } from '#texts/shape.ts';

export const custody = {
  title: '반출 중인 키',
  keys_other: '키 {{count, number}}개',
  columns: {
    state: '상태',
    key: '키',
    location: '지점',
    holder: '가진 사람',
    since: '가져간 시각',
    due: '반납 기한',
  },
  states: {
    overdue: '기한 지남',
    dueSoon: '곧 기한',
    inTime: '기한 안',
    noCurfew: '기한 없음',
  },
  hidden: '볼 수 없어요',
  nowhere: '지점 없음',
  empty: {
    title: '모든 키가 돌아왔어요',
    hint: '누군가 가져간 키가 여기에 나와요.',
  },
  failed: '키를 불러오지 못했어요.',
  outdated: '키를 다시 불러오지 못했어요. {{time}} 기준이에요.',
  more: '더 보기',
  curfew: {
    label: '반납 기한',
    keyHint: '키를 가져간 뒤 언제까지 돌려놓아야 하는지 정해요.',
    locationHint: '이 지점의 키를 가져간 뒤 언제까지 돌려놓아야 하는지 정해요. 키마다 따로 정할 수도 있어요.',
    locked: '바꾸려면 이 지점에서 장치를 편집할 권한이 있어야 해요.',
    none: '없음',
    ofLocation: '지점과 같음',
    time: '시각 정하기',
    hours: '가져간 뒤 시간 정하기',
    timeLabel: '시각',
    hoursLabel: '시간',
    at: '{{time}}',
    after_other: '가져간 뒤 {{count, number}}시간',
  },
} satisfies Translation<typeof en>;
