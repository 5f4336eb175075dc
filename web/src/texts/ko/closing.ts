import type { closing as en } from '#texts/en/closing.ts';
import type { Translation } from '#texts/shape.ts';

export const closing = {
  title: '마감 점검',
  hint: '문을 닫을 때 각 지점의 키, 잠금장치, OKM을 점검해요.',
  failed: '마감 점검을 불러오지 못했어요.',
  outdated: '마감 점검을 다시 불러오지 못했어요. {{time}} 기준이에요.',
  none: '지점 없음',
  noneHint: '볼 수 있는 지점이 여기에 나와요.',
  mailed: {
    none: '메일을 받을 사람이 없어요. 설정 > 조직에서 프로필을 정해 주세요.',
    alert_other: '문제가 있으면 프로필 {{count, number}}개에 메일을 보내요.',
    escalate_other: '{{minutes, number}}분이 지나면 프로필 {{count, number}}개에 알려요.',
  },
  columns: {
    state: '상태',
    location: '지점',
    found: '문제',
    closed: '문 닫은 시각',
    since: '점검',
  },
  states: {
    red: '문제 있음',
    missed: '점검 못 함',
    left: '해결 안 됨',
    cleared: '해결됨',
    green: '문제 없음',
    waiting: '아직',
    none: '점검 없음',
  },
  nothing: { good: '–', none: '문을 닫거나 여는 시각이 없어서 점검하지 않아요.' },
  missed: '{{time}}에 해야 할 점검을 하지 못했어요.',
  next: '다음 점검: {{time}}',
  found: {
    keys_other: '나가 있는 키 {{count, number}}개',
    locks_other: '잠기지 않은 잠금장치 {{count, number}}개',
    okms_other: '오프라인 OKM {{count, number}}대',
  },
  steps: {
    checked: '점검',
    looked: '마지막 확인',
    escalated: '다음 사람에게 알림',
    unsent: '다음 사람에게 알릴 시간이 됐지만 받을 사람이 없었어요',
    cleared: '해결',
  },
} satisfies Translation<typeof en>;
