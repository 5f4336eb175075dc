import type { shell as en } from '#texts/en/shell.ts';
import type { Translation } from '#texts/shape.ts';

export const shell = {
  skip: 'Aller au contenu',
  home: 'Keyward, aller à la première page',
  sections: 'Rubriques',
  more: 'Plus',
  tabs: {
    dashboard: 'Analyses',
    onepass: 'OnePASS',
    access: 'Accès',
  },
  userMenu: 'Votre compte : {{name}}',
  profileId: 'Identifiant de profil',
  name: 'Nom',
  customerName: 'Client',
  softwareVersion: 'Version du logiciel',
  settings: 'Paramètres',
  signOut: 'Se déconnecter',
  signOutTitle: 'Se déconnecter maintenant ?',
  signOutDownload: 'Un téléchargement est en cours. La déconnexion l’annule.',
  locations: {
    label: 'Sites',
    all: 'Tous les sites',
    only: 'Seulement celui-ci',
    unassigned: 'Sans site',
    count_one: '{{count}} site',
    count_many: '{{count}} sites',
    count_other: '{{count}} sites',
  },
  logoutFailed: 'La déconnexion a échoué',
  permissionRequired: 'Autorisation requise : {{permission}}.',
  failedTitle: 'Cette page n’a pas pu être affichée',
  failedText: 'Rechargez-la pour réessayer. Si le problème persiste, contactez l’assistance.',
  buildTitle: 'Version',
  access: { selector: 'Partie de l’accès', groups: 'Groupes', roles: 'Rôles et autorisations' },
} satisfies Translation<typeof en>;
