import type { propagation as en } from '#texts/en/propagation.ts';
import type { Translation } from '#texts/shape.ts';

export const propagation = {
  title: 'Dans les OKM',
  worksAt_one: 'Actif dans {{works, number}} OKM sur {{count, number}}',
  worksAt_many: 'Actif dans {{works, number}} OKM sur {{count, number}}',
  worksAt_other: 'Actif dans {{works, number}} OKM sur {{count, number}}',
  each: 'Chaque OKM',
  none: 'Dans aucun OKM. Les modifications ne concernent que cette page.',
  leaving_one: 'Accès retiré. {{count, number}} OKM ne l’a pas encore confirmé.',
  leaving_many: 'Accès retiré. {{count, number}} OKM ne l’ont pas encore confirmé.',
  leaving_other: 'Accès retiré. {{count, number}} OKM ne l’ont pas encore confirmé.',
  pending: 'Une modification vient d’être enregistrée. Recherche des OKM concernés…',
  failed: 'L’état des OKM n’a pas pu être vérifié.',
  changed: 'Modifié {{ago}}',
  removed: 'Accès retiré {{ago}}',
  still: 'Jusqu’au {{time}} au plus tard, cet OKM peut encore appliquer l’état précédent.',
  okmTitle: 'Accès dans cet OKM',
  throughTitle: 'Accès par {{name}}',
  late: 'En retard',
  since: 'depuis le {{time}}',
  held: {
    offer_one:
      'Cet OKM a reçu le code PIN de {{count, number}} personne. Réinitialisez-le si l’OKM a pu tomber en de mauvaises mains.',
    offer_many:
      'Cet OKM a reçu les codes PIN de {{count, number}} personnes. Réinitialisez-les si l’OKM a pu tomber en de mauvaises mains.',
    offer_other:
      'Cet OKM a reçu les codes PIN de {{count, number}} personnes. Réinitialisez-les si l’OKM a pu tomber en de mauvaises mains.',
    reset_one: 'Réinitialiser {{count, number}} code PIN',
    reset_many: 'Réinitialiser {{count, number}} codes PIN',
    reset_other: 'Réinitialiser {{count, number}} codes PIN',
    others_one: '{{count, number}} code PIN ne peut être réinitialisé que par un profil ayant plus de droits.',
    others_many: '{{count, number}} codes PIN ne peuvent être réinitialisés que par un profil ayant plus de droits.',
    others_other: '{{count, number}} codes PIN ne peuvent être réinitialisés que par un profil ayant plus de droits.',
    done_one: '{{count, number}} code PIN réinitialisé',
    done_many: '{{count, number}} codes PIN réinitialisés',
    done_other: '{{count, number}} codes PIN réinitialisés',
    failed: 'Les codes PIN n’ont pas été réinitialisés',
  },
  stage: {
    saved: 'Enregistré',
    delivered: 'Remis',
    works: 'Actif',
  },
  condition: {
    inSync: 'À jour',
    behind_one: 'En retard de {{count, number}} modification',
    behind_many: 'En retard de {{count, number}} modifications',
    behind_other: 'En retard de {{count, number}} modifications',
    refused: 'Refusé : {{reason}}',
    drift: 'Contenu différent, tout lui est renvoyé',
    unheard: 'Sans nouvelles depuis le {{time}}',
    never: 'N’a pas encore récupéré ses accès',
  },
} satisfies Translation<typeof en>;
