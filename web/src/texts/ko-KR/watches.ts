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
    count: '행 수가 지정한 수를 넘을 때',
    still: '행이 있는 상태가 계속될 때',
  },
  says: {
    count_other: '{{count, number}}행을 넘을 때',
    still_other: '{{count, number}}분 동안 계속될 때',
  },
  deliveries: {
    mail: '받은 알림함과 메일(즉시)',
    digest: '받은 알림함과 메일(매일 08:00)',
    inbox: '받은 알림함만',
  },
  quietFrom: '메일을 보내지 않는 시간의 시작',
  quietHint: '본인의 시간대 기준 시각입니다(예: 22:00). 그동안의 메일은 나중에 발송됩니다. 비워 두면 항상 발송됩니다.',
  quietTo: '메일을 보내지 않는 시간의 끝',
  rowsNow_other: '현재 목록에 {{count, number}}행이 있습니다.',
  times_other: '지난 14일 동안이라면 {{count, number}}번 알렸을 것입니다.',
  noHistory: '이 목록에서는 과거의 알림 횟수를 확인할 수 없습니다.',
  copy: '감시는 현재의 필터와 검색을 유지하며, 그 시점에 볼 수 있는 행만 알립니다.',
  added: '감시 ‘{{name}}’ 시작됨',
  changed: '감시 ‘{{name}}’ 변경됨',
  removed: '감시 ‘{{name}}’ 삭제됨',
  saveFailed: '감시를 저장할 수 없습니다.',
  failed: '감시를 불러올 수 없습니다.',
  mine: '내 감시',
  everyone: '모두의 감시',
  empty: {
    title: '감시가 없습니다',
    hint: '목록의 보기 옵션에서 ‘조건에 맞으면 알림’ 항목을 선택하십시오.',
  },
  follow: '보기에 맞추기',
  viewChanged: '보기 ‘{{name}}’ 변경됨',
  followed: '감시 ‘{{name}}’ 현재 보기에 맞춰짐',
  edit: '변경',
  remove: '삭제',
  open: '아직 정상으로 돌아오지 않음',
  asleep: {
    right: '중지됨: 목록 권한 없음',
    lost: '중지됨: 필터 항목이 없어짐',
  },
} satisfies Translation<typeof en>;
