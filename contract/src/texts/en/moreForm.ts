/** What the forms say that load when they are needed. */
export const moreForm = {
  profileNameTooLong: 'Name cannot exceed 35 characters',
  profileIdTooLong: 'Profile ID cannot exceed 60 characters',
  usernameCharsNotAllowed: 'Spaces and \' " \\ ; % < > / & are not allowed.',
  emailTooLong: 'Email cannot exceed 254 characters',
  emailInvalid: 'Invalid email address',
  passwordTooWeak: 'Use at least 8 characters with upper and lower case, a number and a special character.',
  nameCannotExceedCharacters: 'Name cannot exceed {{field}} characters',
  reservedNameNotAllowed: 'The names * and All are reserved.',
  roleNameTooLong: 'Name cannot be more than 32 characters',
};
