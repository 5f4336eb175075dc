import type { restoring as en } from '#texts/en/restoring.ts';
import type { Translation } from '#texts/shape.ts';

export const restoring = {
  title: { device: '장치 복원', user: '프로필 복원' },
  list: { device: '최근 삭제한 장치', user: '최근 삭제한 프로필' },
  hint: '최근 30일 동안 삭제되어 복원할 수 있는 항목입니다.',
  none: '최근 30일 동안 삭제된 항목이 없습니다.',
  failed: '삭제 목록을 불러오지 못했습니다.',
  gone: '더 이상 복원할 수 없습니다.',
  restore: '복원',
  restoreNamed: '{{name}} 복원',
  deleted: '{{ago}} {{name}} 님이 삭제',
  daysLeft_other: '{{count, number}}일 남음',
  newer: '최신 항목',
  older: '이전 항목',
  question: '{{name}}을(를) 복원하시겠습니까?',
  back: {
    device: '이름, 일련번호, 지점 및 그룹이 돌아옵니다. 토큰, OnePASS 키 및 보고된 상태는 돌아오지 않습니다.',
    user: '이름, 프로필 ID, 이메일, 역할 및 그룹이 새 PIN과 함께 돌아옵니다. 이전 PIN, 비밀번호, 패스키, 세션 및 링크는 돌아오지 않습니다.',
  },
  missing: '돌아오지 않는 항목:',
  what: { role: '역할 {{name}}', value: '{{of}}: {{name}}', text: '항목 {{name}}', every: '모든 값' },
  reason: { gone: '더 이상 없음', notAllowed: '부여할 권한 없음' },
  item: '{{what}} ({{why}})',
  obstacle: '지금은 복원할 수 없습니다:',
  history: '이전 활동 기록은 삭제된 항목에 남습니다.',
  done: { device: '장치를 복원했습니다', user: '프로필을 복원했습니다' },
  without: '제외됨: {{list}}',
  open: '열기',
  failure: { device: '장치를 복원하지 못했습니다', user: '프로필을 복원하지 못했습니다' },
} satisfies Translation<typeof en>;
