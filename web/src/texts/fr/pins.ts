import type { pins as en } from '#texts/en/pins.ts';
import type { Translation } from '#texts/shape.ts';

export const pins = {
  pin: 'Code PIN',
  show: 'Afficher le code PIN',
  hide: 'Masquer le code PIN',
  hidden: 'Masqué',
  help: 'Sert à un OKM et à la connexion à l’application mobile sans authentification unique.',
  hidesAgain: 'Masqué à nouveau après 30 secondes.',
  notYetAtOkms: 'Les OKM le connaîtront dans un instant.',
  replaced: 'Le code PIN a été réinitialisé. Affichez-le à nouveau pour voir le nouveau.',
  showFailed: 'Échec de l’obtention du code PIN',
  copy: 'Copier le code PIN',
  copied: 'Code PIN copié',
  copyFailed: 'Le code PIN n’a pas pu être copié.',
  print: 'Imprimer',
  reset: {
    button: 'Réinitialiser le code PIN',
    question: 'Réinitialiser le code PIN de {{name}} ?',
    text: 'Le code PIN actuel ne fonctionnera plus. Remettez le nouveau à la personne.',
    done: 'Le code PIN de {{name}} a été réinitialisé',
    failedTitle: 'Échec de la réinitialisation',
    failed: 'Le code PIN n’a pas pu être réinitialisé. {{reason}}',
  },
  created: {
    text: 'Le code PIN sert à un OKM, et à la connexion à l’application mobile lorsque l’authentification unique n’est pas utilisée.',
    keep: 'Conservez-le en lieu sûr.',
    done: 'Terminé',
  },
  events: {
    title: 'À qui le code PIN a été affiché',
    none: 'Le code PIN n’a pas encore été affiché.',
    failed: 'La liste n’a pas pu être chargée.',
    all: 'Toutes les actions sur les codes PIN dans Activité',
  },
} satisfies Translation<typeof en>;
