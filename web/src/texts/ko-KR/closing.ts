import type { closing as en } from '#texts/en/closing.ts';
import type { Translation } from '#texts/shape.ts';

export const closing = {
  title: '마감 점검',
  hint: '영업 종료 시각에 각 지점의 키 반납, 잠금 상태, OKM 연결을 점검합니다.',
  failed: '마감 점검을 불러올 수 없습니다.',
  outdated: '마감 점검을 다시 불러올 수 없습니다. {{time}} 기준입니다.',
  none: '지점 없음',
  noneHint: '볼 수 있는 지점이 여기에 표시됩니다.',
  mailed: {
    none: '메일 수신자가 없습니다. 설정 > 조직에서 프로필을 지정하십시오.',
    alert_other: '이상이 있으면 프로필 {{count, number}}개에 메일을 보냅니다.',
    escalate_other: '{{minutes, number}}분 후 프로필 {{count, number}}개에 상위 보고합니다.',
  },
  columns: {
    state: '상태',
    location: '지점',
    found: '이상',
    closed: '영업 종료',
    since: '점검',
  },
  states: {
    red: '이상 있음',
    missed: '미점검',
    left: '미해결',
    cleared: '해결됨',
    green: '이상 없음',
    waiting: '점검 전',
    none: '점검 없음',
  },
  nothing: { good: '–', none: '영업 종료 또는 시작 시각이 없어 점검하지 않습니다.' },
  missed: '{{time}}에 예정된 점검이 실시되지 않았습니다.',
  next: '다음 점검: {{time}}',
  found: {
    keys_other: '반출 중인 키 {{count, number}}개',
    locks_other: '잠기지 않은 잠금장치 {{count, number}}개',
    okms_other: '오프라인 OKM {{count, number}}대',
  },
  steps: {
    checked: '점검',
    looked: '최종 확인',
    escalated: '상위 보고',
    unsent: '상위 보고 시각에 수신자 없음',
    cleared: '해결',
  },
} satisfies Translation<typeof en>;
