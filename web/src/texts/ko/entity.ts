import type { entity as en } from '#texts/en/entity.ts';
import type { Translation } from '#texts/shape.ts';

export const entity = {
  menu: '다른 작업',
  addAnother: '저장하고 하나 더 추가',
  tabs: { details: '상세', history: '이력', access: '사용 범위' },
  removal: {
    question: '{{name}}을(를) 삭제할까요?',
    permanent: '완전히 삭제되고 되돌릴 수 없어요.',
    lost: '삭제되는 항목:',
    kept: '활동 기록은 남고 이름도 계속 표시돼요.',
    restorable: {
      device: '30일 동안 관리자가 이름, 지점, 그룹을 되돌릴 수 있어요. 토큰과 OnePASS 키는 되돌릴 수 없어요.',
      user: '30일 동안 관리자가 이름과 그룹을 되돌릴 수 있어요. PIN과 로그인은 되돌릴 수 없어요.',
    },
  },
  history: {
    which: '볼 기록',
    of: { agent_id: '이 사람이 한 일', entity_id: '프로필 변경' },
    none: '기록이 없어요.',
    change: '{{before}} → {{after}}',
    all: '활동에서 모두 보기',
    failed: '이력을 불러오지 못했어요.',
  },
} satisfies Translation<typeof en>;
