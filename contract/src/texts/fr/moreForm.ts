export const moreForm = {
  profileNameTooLong: 'Le nom ne peut pas dépasser 35 caractères',
  profileIdTooLong: 'L’identifiant de profil ne peut pas dépasser 60 caractères',
  usernameCharsNotAllowed: 'Les espaces et \' " \\ ; % < > / & ne sont pas autorisés.',
  emailTooLong: 'L’adresse e-mail ne peut pas dépasser 254 caractères',
  emailInvalid: 'Adresse e-mail non valide',
  passwordTooWeak: 'Utilisez au moins 8 caractères avec majuscules, minuscules, un chiffre et un caractère spécial.',
  nameCannotExceedCharacters: 'Le nom ne peut pas dépasser {{field}} caractères',
  reservedNameNotAllowed: 'Les noms * et All sont réservés.',
  roleNameTooLong: 'Le nom ne peut pas dépasser 32 caractères',
};
