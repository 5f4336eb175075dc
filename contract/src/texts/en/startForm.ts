/** What the sign-in pages say about a field; the rest is in form.ts. */
export const startForm = {
  invalid: 'This value is not valid.',
  invalidCharacters: 'Remove line breaks and invisible characters.',
  usernameRequired: 'username required',
  usernameInvalid: 'username invalid',
  passwordRequired: 'Please enter password',
  passwordInvalid: 'Passwords have at most 1,024 characters.',
};
