export const moreForm = {
  profileNameTooLong: '名前は 35 文字以内で入力してください',
  profileIdTooLong: 'プロファイル ID は 60 文字以内で入力してください',
  usernameCharsNotAllowed: '空白と \' " \\ ; % < > / & は使用できません。',
  emailTooLong: 'メールアドレスは 254 文字以内で入力してください',
  emailInvalid: 'メールアドレスが正しくありません',
  passwordTooWeak: '大文字・小文字・数字・記号を含む 8 文字以上にしてください。',
  nameCannotExceedCharacters: '名前は {{field}} 文字以内で入力してください',
  reservedNameNotAllowed: '「*」と「すべて」を表す名前は使用できません。',
  roleNameTooLong: '名前は 32 文字以内で入力してください',
};
