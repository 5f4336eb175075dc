import type { watches as en } from '#texts/en/watches.ts';
import type { Translation } from '#texts/shape.ts';

export const watches = {
  title: '감시',
  tellMe: '조건에 맞으면 알림',
  name: '이름',
  when: '조건',
  above: '이 행 수를 넘을 때',
  minutes: '시간(분)',
  delivery: '알림 방법',
  rules: {
    appears: '새 행이 나타날 때',
    count: '행 수가 정한 수를 넘을 때',
    still: '행이 있는 상태가 계속될 때',
  },
  says: {
    count_other: '{{count, number}}행을 넘을 때',
    still_other: '{{count, number}}분 동안 계속될 때',
  },
  deliveries: {
    mail: '받은 알림함과 메일(바로)',
    digest: '받은 알림함과 메일(매일 08:00)',
    inbox: '받은 알림함만',
  },
  quietFrom: '메일을 보내지 않는 시간의 시작',
  quietHint: '내 시간대의 시각이에요(예: 22:00). 그동안의 메일은 나중에 보내 드려요. 비워 두면 언제나 보내 드려요.',
  quietTo: '메일을 보내지 않는 시간의 끝',
  rowsNow_other: '지금 목록에 {{count, number}}행이 있어요.',
  times_other: '지난 14일 동안이라면 {{count, number}}번 알렸을 거예요.',
  noHistory: '이 목록에서는 지난 알림 횟수를 알 수 없어요.',
  copy: '감시는 지금의 필터와 검색을 그대로 쓰고, 그때 볼 수 있는 행만 알려요.',
  added: '감시 ‘{{name}}’ 시작됨',
  changed: '감시 ‘{{name}}’ 변경됨',
  removed: '감시 ‘{{name}}’ 삭제됨',
  saveFailed: '감시를 저장할 수 없어요.',
  failed: '감시를 불러올 수 없어요.',
  mine: '내 감시',
  everyone: '모두의 감시',
  empty: {
    title: '감시가 없어요',
    hint: '목록의 보기 옵션에서 ‘조건에 맞으면 알림’ 항목을 선택해 주세요.',
  },
  follow: '보기에 맞추기',
  viewChanged: '보기 ‘{{name}}’ 변경됨',
  followed: '감시 ‘{{name}}’ 지금의 보기에 맞춰짐',
  edit: '변경',
  remove: '삭제',
  open: '아직 정상으로 돌아오지 않음',
  asleep: {
    right: '멈춤: 목록 권한 없음',
    lost: '멈춤: 필터 항목이 없어짐',
  },
} satisfies Translation<typeof en>;
