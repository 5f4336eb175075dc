import type { session as en } from '#texts/en/session.ts';
import type { Translation } from '#texts/shape.ts';

export const session = {
  warningTitle: 'Êtes-vous toujours là ?',
  warningText: 'Vous serez déconnecté dans',
  countdown: '{{minutes}} et {{seconds}}',
  minutes_one: '{{count}} minute',
  minutes_many: '{{count}} minutes',
  minutes_other: '{{count}} minutes',
  seconds_one: '{{count}} seconde',
  seconds_many: '{{count}} secondes',
  seconds_other: '{{count}} secondes',
  returnToPortal: 'Revenir au portail',
  autoLogoutMessage: 'Vous avez été déconnecté en raison de votre inactivité.',
  signedOutElsewhere: 'Vous vous êtes déconnecté dans un autre onglet.',
  offline: {
    title: 'Erreur de réseau',
    text: 'Vous n’êtes plus connecté à Internet. Une connexion réseau est nécessaire pour continuer à utiliser l’application.',
  },
  kept: {
    atSignIn:
      'Ce que vous avez saisi dans « {{forms}} » est conservé dans cet onglet. Pour le retrouver, reconnectez-vous avec le même profil.',
    lostBySso: 'L’authentification unique quitte cette page. Ce que vous avez saisi dans « {{forms}} » sera perdu.',
    goToSso: 'Continuer vers l’authentification unique',
    title: 'Vos modifications ont été conservées',
    offer: 'Vous les avez faites avant la fin de votre session. Elles ne sont pas encore enregistrées.',
    noSecrets: 'Les mots de passe n’ont pas été conservés.',
    restore: 'Restaurer',
    drop: 'Abandonner',
    elsewhere:
      'Ce que vous aviez saisi dans « {{forms}} » a été conservé à la fin de votre session. Rouvrez le formulaire pour le restaurer.',
  },
  otherPerson: {
    title: 'Une autre personne s’est connectée',
    text: 'Une autre personne s’est connectée dans un autre onglet de ce navigateur. Ce que vous consultiez n’est plus affiché ici et rien n’a été envoyé en son nom.',
    action: 'Continuer',
  },
} satisfies Translation<typeof en>;
