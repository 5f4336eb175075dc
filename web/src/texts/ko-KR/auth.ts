import type { auth as en } from '#texts/en/auth.ts';
import type { Translation } from '#texts/shape.ts';

export const auth = {
  title: 'Keyward 로그인',
  titlePassword: '비밀번호 입력',
  lead: '장치와 키, 그리고 이를 사용하는 사람을 한곳에서 관리합니다.',
  usernameLabel: '프로필 ID',
  passwordLabel: '비밀번호',
  showPassword: '비밀번호 표시',
  next: '다음',
  signIn: '로그인',
  changeUsername: '다른 프로필 ID 사용',
  signingInAs: '로그인할 프로필',
  demoTitle: '데모 계정',
  demoHint: '계정을 선택하면 양식이 채워집니다.',
  demoAccount: {
    admin: '모든 권한',
    manager: '매장 1곳, 편집 가능',
    clerk: '매장 1곳, 보기 전용',
    nobody: '역할 없음',
  },
  capsLock: 'Caps Lock이 켜져 있습니다.',
  forgotPassword: '비밀번호를 잊으셨습니까?',
} satisfies Translation<typeof en>;
