export const startForm = {
  invalid: 'Cette valeur n’est pas valable.',
  invalidCharacters: 'Supprimez les sauts de ligne et les caractères invisibles.',
  usernameRequired: 'Veuillez saisir votre identifiant de profil',
  usernameInvalid: 'Identifiant de profil incorrect',
  passwordRequired: 'Veuillez saisir votre mot de passe',
  passwordInvalid: 'Un mot de passe compte au plus 1 024 caractères.',
};
