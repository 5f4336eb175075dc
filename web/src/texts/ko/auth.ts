import type { auth as en } from '#texts/en/auth.ts';
import { auth as koKR } from '#texts/ko-KR/auth.ts';
import type { Translation } from '#texts/shape.ts';

export const auth = {
  ...koKR,
  lead: '장치와 키, 그리고 사용하는 사람까지 한곳에서 관리해요.',
  demoHint: '계정을 선택하면 양식이 채워져요.',
  capsLock: 'Caps Lock이 켜져 있어요.',
  forgotPassword: '비밀번호를 잊으셨나요?',
} satisfies Translation<typeof en>;
