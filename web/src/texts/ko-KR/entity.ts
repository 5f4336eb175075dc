import type { entity as en } from '#texts/en/entity.ts';
import type { Translation } from '#texts/shape.ts';

export const entity = {
  menu: '다른 작업',
  addAnother: '저장하고 하나 더 추가',
  tabs: { details: '상세', history: '이력', access: '사용 범위' },
  removal: {
    question: '{{name}}을(를) 삭제하시겠습니까?',
    permanent: '영구적으로 삭제되며 되돌릴 수 없습니다.',
    lost: '삭제되는 항목:',
    kept: '활동 기록은 남으며 이름도 계속 표시됩니다.',
    restorable: {
      device: '30일 동안 관리자가 이름, 지점 및 그룹을 되돌릴 수 있습니다. 토큰과 OnePASS 키는 되돌릴 수 없습니다.',
      user: '30일 동안 관리자가 이름과 그룹을 되돌릴 수 있습니다. PIN과 로그인은 되돌릴 수 없습니다.',
    },
  },
  history: {
    which: '표시할 기록',
    of: { agent_id: '이 사람이 한 작업', entity_id: '프로필 변경' },
    none: '기록이 없습니다.',
    change: '{{before}} → {{after}}',
    all: '활동에서 모두 보기',
    failed: '이력을 불러오지 못했습니다.',
  },
} satisfies Translation<typeof en>;
