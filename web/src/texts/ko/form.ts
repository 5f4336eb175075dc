import type { form as en } from '#texts/en/form.ts';
import { form as koKR } from '#texts/ko-KR/form.ts';
import type { Translation } from '#texts/shape.ts';

export const form = {
  ...koKR,
  required: '꼭 입력해 주세요.',
  fieldRequired: '{{field}}: 꼭 입력해 주세요',
  invalid: '값이 올바르지 않아요.',
  invalidCharacters: '줄 바꿈과 보이지 않는 문자를 지워 주세요.',
  invalidId: '값이 올바르지 않아요.',
  invalidNumber: '숫자를 입력해 주세요',
  tooLong: '너무 길어요.',
  tooLarge: '숫자가 너무 커요.',
  tooMany: '값이 너무 많아요.',
  usernameRequired: '프로필 ID를 입력해 주세요',
  usernameInvalid: '프로필 ID가 올바르지 않아요',
  passwordRequired: '비밀번호를 입력해 주세요',
  passwordInvalid: '비밀번호는 최대 1,024자예요.',
  deviceNameTooLong: '장치 이름은 64자를 넘을 수 없어요',
  serialNumberRequired: '일련번호를 입력해 주세요',
  serialNumberInvalid: '올바른 16자리 일련번호를 입력해 주세요',
  textTagTooLong: '이 항목은 100자를 넘을 수 없어요',
  textTagCharacters: '& | ; $ < > ` 문자는 쓸 수 없어요.',
} satisfies Translation<typeof en>;
