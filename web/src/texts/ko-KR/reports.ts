import type { reports as en } from '#texts/en/reports.ts';
import type { Translation } from '#texts/shape.ts';

export const reports = {
  title: '보고서',
  send: '보고서로 보내기',
  name: '이름',
  every: '주기',
  options: {
    day: '매일',
    week: '매주',
    month: '매월',
  },
  weekday: '요일',
  day: '날짜',
  dayHint: '해당 날짜가 없는 달에는 마지막 날에 발송됩니다.',
  time: '시각',
  timeHint: '예: 08:00. 서머타임으로 그 시각이 없는 날에는 직후에 발송됩니다.',
  zone: '시간대',
  zoneHint: '발송 시각과 보고서의 시각에 적용됩니다.',
  says: {
    day: '매일 {{time}}',
    week: '매주 {{weekday}} {{time}}',
    month: '매월 {{day}}일 {{time}}',
  },
  next: '다음 {{time}}',
  copy: {
    list: '행 수와 목록 링크를 메일로 보내 드립니다. 조직에서 메일에 파일을 허용하면 CSV 파일도 첨부됩니다. 현재 보기를 유지하며, 발송 시점에 볼 수 있는 행만 포함됩니다.',
    dashboard:
      '카드의 수치를 각각의 링크와 함께 메일로 보내 드립니다. 현재 선택한 지점이 대상이며, 발송 시점에 볼 수 있는 것만 집계됩니다.',
  },
  noAddress: '프로필에 이메일 주소가 없습니다. 등록될 때까지 발송되지 않습니다.',
  added: '보고서 ‘{{name}}’ 시작됨',
  changed: '보고서 ‘{{name}}’ 변경됨',
  paused: '보고서 ‘{{name}}’ 일시 중지됨',
  resumed: '보고서 ‘{{name}}’ 다시 시작됨',
  removed: '보고서 ‘{{name}}’ 삭제됨',
  restored: '보고서 ‘{{name}}’ 복원됨',
  undo: '실행 취소',
  saveFailed: '보고서를 저장할 수 없습니다.',
  restoreFailed: '보고서를 복원할 수 없습니다.',
  failed: '보고서를 불러올 수 없습니다.',
  mine: '내 보고서',
  everyone: '모두의 보고서',
  empty: {
    title: '보고서가 없습니다',
    hint: '목록의 보기 옵션 또는 인사이트에서 ‘보고서로 보내기’ 항목을 선택하십시오.',
  },
  edit: '변경',
  remove: '삭제',
  pause: '일시 중지',
  resume: '다시 시작',
  isPaused: '일시 중지됨',
  asleep: {
    right: '중지됨: 권한 없음',
    lost: '중지됨: 필터 항목이 없어짐',
    address: '중지됨: 이메일 주소 없음',
  },
} satisfies Translation<typeof en>;
