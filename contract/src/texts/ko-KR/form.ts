import { startForm } from './startForm.ts';

export const form = {
  ...startForm,
  required: '필수 항목입니다.',
  fieldRequired: '{{field}}: 필수 항목입니다',
  invalidId: '값이 올바르지 않습니다.',
  invalidNumber: '숫자를 입력하십시오',
  tooLong: '너무 깁니다.',
  tooLarge: '숫자가 너무 큽니다.',
  tooMany: '값이 너무 많습니다.',
  deviceNameTooLong: '장치 이름은 64자를 넘을 수 없습니다',
  serialNumberRequired: '일련번호는 필수 항목입니다',
  serialNumberInvalid: '올바른 16자리 일련번호를 입력하십시오',
  textTagTooLong: '이 항목은 100자를 넘을 수 없습니다',
  textTagCharacters: '& | ; $ < > ` 문자는 사용할 수 없습니다.',
};
