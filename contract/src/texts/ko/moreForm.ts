export const moreForm = {
  profileNameTooLong: '이름은 35자를 넘을 수 없어요',
  profileIdTooLong: '프로필 ID는 60자를 넘을 수 없어요',
  usernameCharsNotAllowed: '공백과 \' " \\ ; % < > / & 는 쓸 수 없어요.',
  emailTooLong: '이메일은 254자를 넘을 수 없어요',
  emailInvalid: '이메일 주소가 올바르지 않아요',
  passwordTooWeak: '대문자, 소문자, 숫자, 특수 문자를 넣어 8자 이상으로 하세요.',
  nameCannotExceedCharacters: '이름은 {{field}}자를 넘을 수 없어요',
  reservedNameNotAllowed: '‘*’와 ‘모두’를 뜻하는 이름은 쓸 수 없어요.',
  roleNameTooLong: '이름은 32자를 넘을 수 없어요',
};
