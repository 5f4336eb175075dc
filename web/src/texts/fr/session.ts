import type { offline as enOffline, session as enSession, settings as en } from '#texts/en/session.ts';
import type { Translation } from '#texts/shape.ts';

export const settings = {
  title: 'Paramètres',
  preferences: 'Préférences',
  language: 'Langue',
  timeZone: 'Fuseau horaire',
  timeZoneHint: 'Les heures des listes et des détails sont affichées dans ce fuseau.',
  noTimeZone: 'Aucun fuseau horaire ne porte ce nom.',
  appearance: 'Apparence',
  schemes: { light: 'Clair', dark: 'Sombre', auto: 'Système' },
  saved: 'Vos paramètres ont été enregistrés.',
  errorTitle: 'Erreur',
  failedToSave: 'Le paramètre n’a pas pu être enregistré',
  sessions: 'Sessions',
  sessionsHint:
    'Les appareils sur lesquels vous êtes connecté. Fermez les sessions que vous ne reconnaissez pas, puis changez votre mot de passe.',
  current: 'Cette session',
  lastActive: 'Dernière activité : {{when}}',
  signedInAt: 'Connexion : {{when}}',
  browserOn: '{{browser}} sur {{system}}',
  unknownBrowser: 'Navigateur inconnu',
  endSession: 'Fermer',
  endSessionOf: 'Fermer la session {{device}}, {{address}}',
  sessionEnded: 'La session a été fermée.',
  sessionsFailed: 'Vos sessions n’ont pas pu être chargées.',
} satisfies Translation<typeof en>;

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
} satisfies Translation<typeof enSession>;

export const offline = {
  title: 'Erreur de réseau',
  text: 'Vous n’êtes plus connecté à Internet. Une connexion réseau est nécessaire pour continuer à utiliser l’application.',
} satisfies Translation<typeof enOffline>;
