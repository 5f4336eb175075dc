export const moreForm = {
  profileNameTooLong: '이름은 35자를 넘을 수 없습니다',
  profileIdTooLong: '프로필 ID는 60자를 넘을 수 없습니다',
  usernameCharsNotAllowed: '공백과 \' " \\ ; % < > / & 는 사용할 수 없습니다.',
  emailTooLong: '이메일은 254자를 넘을 수 없습니다',
  emailInvalid: '이메일 주소가 올바르지 않습니다',
  passwordTooWeak: '대문자, 소문자, 숫자, 특수 문자를 포함하여 8자 이상이어야 합니다.',
  nameCannotExceedCharacters: '이름은 {{field}}자를 넘을 수 없습니다',
  reservedNameNotAllowed: '‘*’와 ‘모두’를 뜻하는 이름은 사용할 수 없습니다.',
  roleNameTooLong: '이름은 32자를 넘을 수 없습니다',
};
