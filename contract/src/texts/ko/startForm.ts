import { startForm as koKR } from '@keyward/contract/texts/ko-KR/startForm';

export const startForm = {
  ...koKR,
  invalid: '값이 올바르지 않아요.',
  invalidCharacters: '줄 바꿈과 보이지 않는 문자를 지워 주세요.',
  usernameRequired: '프로필 ID를 입력해 주세요',
  usernameInvalid: '프로필 ID가 올바르지 않아요',
  passwordRequired: '비밀번호를 입력해 주세요',
  passwordInvalid: '비밀번호는 최대 1,024자예요.',
};
