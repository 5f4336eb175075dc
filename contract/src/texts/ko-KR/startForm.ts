export const startForm = {
  invalid: '값이 올바르지 않습니다.',
  invalidCharacters: '줄 바꿈과 보이지 않는 문자를 제거하십시오.',
  usernameRequired: '프로필 ID를 입력하십시오',
  usernameInvalid: '프로필 ID가 올바르지 않습니다',
  passwordRequired: '비밀번호를 입력하십시오',
  passwordInvalid: '비밀번호는 최대 1,024자입니다.',
};
