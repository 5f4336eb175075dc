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
  dayHint: '그 날짜가 없는 달에는 마지막 날에 보내요.',
  time: '시각',
  timeHint: '예: 08:00. 서머타임 때문에 그 시각이 없는 날에는 바로 다음에 보내요.',
  zone: '시간대',
  zoneHint: '보내는 시각과 보고서의 시각에 쓰여요.',
  says: {
    day: '매일 {{time}}',
    week: '매주 {{weekday}} {{time}}',
    month: '매월 {{day}}일 {{time}}',
  },
  next: '다음 {{time}}',
  copy: {
    list: '행 수와 목록 링크를 메일로 보내 드려요. 조직에서 메일에 파일을 허용하면 CSV 파일도 첨부해요. 지금의 보기를 그대로 쓰고, 보낼 때 볼 수 있는 행만 들어가요.',
    dashboard:
      '카드의 수치를 각각의 링크와 함께 메일로 보내 드려요. 지금 선택한 지점 가운데 보낼 때 볼 수 있는 것만 세요.',
  },
  noAddress: '프로필에 이메일 주소가 없어요. 등록할 때까지 보내지 않아요.',
  added: '보고서 ‘{{name}}’ 시작됨',
  changed: '보고서 ‘{{name}}’ 변경됨',
  paused: '보고서 ‘{{name}}’ 일시 중지됨',
  resumed: '보고서 ‘{{name}}’ 다시 시작됨',
  removed: '보고서 ‘{{name}}’ 삭제됨',
  restored: '보고서 ‘{{name}}’ 복원됨',
  undo: '되돌리기',
  saveFailed: '보고서를 저장할 수 없어요.',
  restoreFailed: '보고서를 복원할 수 없어요.',
  failed: '보고서를 불러올 수 없어요.',
  mine: '내 보고서',
  everyone: '모두의 보고서',
  empty: {
    title: '보고서가 없어요',
    hint: '목록의 보기 옵션이나 인사이트에서 ‘보고서로 보내기’ 항목을 선택해 주세요.',
  },
  edit: '변경',
  remove: '삭제',
  pause: '일시 중지',
  resume: '다시 시작',
  isPaused: '일시 중지됨',
  asleep: {
    right: '멈춤: 권한 없음',
    lost: '멈춤: 필터 항목이 없어짐',
    address: '멈춤: 이메일 주소 없음',
  },
} satisfies Translation<typeof en>;
