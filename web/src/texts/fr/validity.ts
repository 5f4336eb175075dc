import type { validity as en } from '#texts/en/validity.ts';
import type { Translation } from '#texts/shape.ts';

export const validity = {
  help: 'Avant et après, cette personne ne peut ni se connecter ni utiliser d’appareil.',
  always: 'Dès le début',
  forever: 'Sans fin',
  state: {
    notYetValid: 'Pas encore valable : à partir du {{time}}',
    ends: 'Se termine le {{time}}',
    ended: 'Terminé le {{time}}',
  },
  clock: {
    skipped: 'À {{time}}, l’heure a déjà avancé : c’est {{meant}} qui compte.',
    twice: '{{time}} arrive deux fois cette nuit-là, car l’heure recule : la première compte.',
  },
  endNow: 'Terminer maintenant',
  title: 'Terminer la validité maintenant',
  question: 'Dès maintenant, {{name}} ne peut plus se connecter ni utiliser d’appareil.',
  sessions:
    'La personne est immédiatement déconnectée partout, et les liens de choix d’un mot de passe ne fonctionnent plus.',
  kept: 'Le profil est conservé, avec ses rôles et ses groupes. Une nouvelle fin redonne l’accès.',
  done: '{{name}} ne peut plus se connecter ni utiliser d’appareil.',
  failure: 'La validité n’a pas pu être terminée',
} satisfies Translation<typeof en>;
