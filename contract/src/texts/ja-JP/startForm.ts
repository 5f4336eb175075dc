export const startForm = {
  invalid: 'この値は正しくありません。',
  invalidCharacters: '改行や見えない文字を取り除いてください。',
  usernameRequired: 'プロファイル ID を入力してください',
  usernameInvalid: 'プロファイル ID が正しくありません',
  passwordRequired: 'パスワードを入力してください',
  passwordInvalid: 'パスワードは 1,024 文字以内です。',
};
