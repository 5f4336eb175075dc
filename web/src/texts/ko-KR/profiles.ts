import type { profiles as en, profilesForm as enForm } from '#texts/en/profiles.ts';
import type { Translation } from '#texts/shape.ts';

export const profiles = {
  add: '프로필 추가',
  profile: '프로필',
  inactive: '비활성',
  active: '활성',
  activeHelp: '끄면 이 사람은 로그인할 수 없고 모든 기기에서 로그아웃됩니다.',
  name: '이름',
  profileId: '프로필 ID',
  email: '이메일',
  roles: '역할',
  selectRoles: '역할 선택',
  sendReset: '재설정 안내 보내기',
  sendFirst: '첫 비밀번호를 설정하는 링크 보내기',
  sendNeedsEmail: '올바른 이메일 주소가 필요합니다.',
  password: '임시 비밀번호',
  passwordHelp: '처음 로그인할 때 바꿔야 합니다.',
  generate: '생성',
  loginType: '로그인 방식',
  loginTypes: { password: '비밀번호', singleSignOn: '통합 로그인(SSO)' },
  enrolled: '등록일',
  lastActivity: '마지막 활동',
  neverUsed: '사용한 적 없음',
  readOnly: '이 프로필은 보기만 가능합니다. 변경하려면 ‘{{permission}}’ 권한({{level}})이 필요합니다.',
  loadFailed: '프로필을 불러올 수 없습니다.',
  gone: {
    title: '이 프로필은 더 이상 없습니다',
    text: '삭제되었거나 담당하지 않는 지점으로 옮겨졌습니다.',
    close: '프로필 목록으로 돌아가기',
  },
  remove: {
    title: '프로필 삭제',
    question: '{{name}} 프로필을 삭제하시겠습니까?',
    permanent: '영구적이며 되돌릴 수 없습니다.',
    lost: '사라지는 항목:',
    lostProfile: '프로필 {{name}}({{username}})과 그 역할, 그룹, PIN.',
    lostSessions: '세션: 이 사람은 즉시 모든 기기에서 로그아웃됩니다.',
    kept: '활동 기록은 남으며 이름도 계속 표시됩니다.',
  },
  success: {
    added: '프로필을 추가했습니다',
    updated: '프로필을 업데이트했습니다',
    deleted: '프로필을 삭제했습니다',
  },
  failure: {
    save: '프로필을 추가하거나 업데이트하지 못했습니다',
    delete: '프로필을 삭제하지 못했습니다',
  },
} satisfies Translation<typeof en>;

export const profilesForm = {
  profileNameTooLong: '이름은 35자를 넘을 수 없습니다',
  profileIdTooLong: '프로필 ID는 60자를 넘을 수 없습니다',
  usernameCharsNotAllowed: '공백과 \' " \\ ; % < > / & 는 사용할 수 없습니다.',
  emailTooLong: '이메일은 254자를 넘을 수 없습니다',
  emailInvalid: '이메일 주소가 올바르지 않습니다',
  passwordTooWeak: '대문자, 소문자, 숫자, 특수 문자를 포함하여 8자 이상이어야 합니다.',
} satisfies Translation<typeof enForm>;
