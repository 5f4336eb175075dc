import { form as koKR } from '@keyward/contract/texts/ko-KR/form';
import { startForm } from './startForm.ts';

export const form = {
  ...koKR,
  ...startForm,
  required: '꼭 입력해 주세요.',
  fieldRequired: '{{field}}: 꼭 입력해 주세요',
  invalidId: '값이 올바르지 않아요.',
  invalidNumber: '숫자를 입력해 주세요',
  tooLong: '너무 길어요.',
  tooLarge: '숫자가 너무 커요.',
  tooMany: '값이 너무 많아요.',
  deviceNameTooLong: '장치 이름은 64자를 넘을 수 없어요',
  serialNumberRequired: '일련번호를 입력해 주세요',
  serialNumberInvalid: '올바른 16자리 일련번호를 입력해 주세요',
  textTagTooLong: '이 항목은 100자를 넘을 수 없어요',
  textTagCharacters: '& | ; $ < > ` 문자는 쓸 수 없어요.',
};
