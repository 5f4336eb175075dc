export const moreForm = {
  profileNameTooLong: '名前は 35 文字までです',
  profileIdTooLong: 'プロファイル ID は 60 文字までです',
  usernameCharsNotAllowed: '空白と \' " \\ ; % < > / & は使えません。',
  emailTooLong: 'メールアドレスは 254 文字までです',
  emailInvalid: 'メールアドレスの形がちがいます',
  passwordTooWeak: '大文字・小文字・数字・記号を入れて、8 文字以上にしてください。',
  nameCannotExceedCharacters: '名前は {{field}} 文字までです',
  reservedNameNotAllowed: '「*」と「すべて」を表す名前は使えません。',
  roleNameTooLong: '名前は 32 文字までです',
};
