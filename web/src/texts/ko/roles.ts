import type { roles as en } from '#texts/en/roles.ts';
import { roles as koKR } from '#texts/ko-KR/roles.ts';
import type { Translation } from '#texts/shape.ts';

export { access } from '#texts/ko-KR/roles.ts';

export const roles = {
  ...koKR,
  help: '화살표 키로 표 안을 움직이고 Enter 키로 실행해요.',
  keys: '화살표 키로 움직이고, Enter 키로 바꾸고, Ctrl+Enter로 저장해요.',
  cleaned: '쓸 수 없는 문자가 있어요. ‘{{to}}’(으)로 저장돼요.',
  loadFailed: '역할을 불러오지 못했어요.',
  reasons: {
    locked: '잠긴 역할이에요.',
    editing: '먼저 ‘{{name}}’ 편집을 저장하거나 취소해 주세요.',
    beyond: '이 역할의 권한 중 본인에게 없는 권한이 있어요: {{permissions}}.',
    notHeld: '본인에게 없는 권한이에요.',
    held_other: '이 역할을 가진 프로필이 {{count, number}}개 있어요. 먼저 역할을 빼 주세요.',
  },
  notes: {
    assignRolesNeedsUsers: '프로필의 편집 권한이 필요해서 ‘아니요’로 설정했어요.',
    assignGroupsNeedsEdit: '프로필이나 장치의 편집 권한이 필요해서 ‘아니요’로 설정했어요.',
    exportNeedsArea: '{{area}} 보기 권한이 필요해서 ‘접근 불가’로 설정했어요.',
  },
  compare: {
    ...koKR.compare,
    alike: '두 역할의 권한이 같아요.',
  },
  impact: {
    ...koKR.impact,
    title: '{{name}} 변경 사항을 저장할까요?',
    nobody: '권한이 바뀌는 사람이 없어요. 이 역할을 가진 사람은 다른 역할로 같은 권한을 가지고 있어요.',
    people_other: '프로필 {{count, number}}개에 영향을 줘요',
  },
  remove: {
    ...koKR.remove,
    question: '{{name}}을(를) 삭제할까요?',
    permanent: '완전히 삭제되고 되돌릴 수 없어요.',
    lost: '역할과 그 권한이 삭제돼요. 이 역할을 가진 사람은 없어요.',
    kept: '활동 기록은 남고 역할 이름도 계속 표시돼요.',
  },
  success: {
    saved: '역할을 저장했어요',
    deleted: '역할을 삭제했어요',
  },
  failure: {
    create: '역할을 만드는 중 오류가 생겼어요',
    update: '역할을 업데이트하는 중 오류가 생겼어요',
    delete: '역할을 삭제하는 중 오류가 생겼어요',
  },
} satisfies Translation<typeof en>;
