import type { auth as en } from '#texts/en/auth.ts';
import type { Translation } from '#texts/shape.ts';

export const auth = {
  title: 'Connexion à Keyward',
  titlePassword: 'Saisissez votre mot de passe',
  lead: 'Vos appareils, vos clés et les personnes qui les utilisent, en un seul endroit.',
  usernameLabel: 'Identifiant de profil',
  passwordLabel: 'Mot de passe',
  showPassword: 'Afficher le mot de passe',
  next: 'Suivant',
  signIn: 'Se connecter',
  changeUsername: 'Ce n’est pas vous ? Utiliser un autre identifiant',
  signingInAs: 'Connexion en tant que',
  demoTitle: 'Comptes de démonstration',
  demoHint: 'Choisissez-en un pour remplir le formulaire.',
  demoAccount: {
    admin: 'Tous les droits',
    manager: 'Un magasin, modifiable',
    clerk: 'Un magasin, lecture seule',
    nobody: 'Aucun rôle',
  },
  capsLock: 'La touche Verr. Maj est activée.',
  forgotPassword: 'Mot de passe oublié ?',
} satisfies Translation<typeof en>;
