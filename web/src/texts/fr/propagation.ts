import type { propagation as en } from '#texts/en/propagation.ts';
import type { Translation } from '#texts/shape.ts';

export const propagation = {
  title: 'Dans les OKM',
  worksAt_one: 'Actif dans {{works, number}} OKM sur {{count, number}}',
  worksAt_many: 'Actif dans {{works, number}} OKM sur {{count, number}}',
  worksAt_other: 'Actif dans {{works, number}} OKM sur {{count, number}}',
  each: 'Chaque OKM',
  none: 'Dans aucun OKM. Les modifications ne concernent que cette page.',
  pending: 'Une modification vient d’être enregistrée. Recherche des OKM concernés…',
  failed: 'L’état des OKM n’a pas pu être vérifié.',
  changed: 'Modifié {{ago}}',
  removed: 'Accès retiré {{ago}}',
  still: 'Jusqu’au {{time}} au plus tard, cet OKM peut encore appliquer l’état précédent.',
  okmTitle: 'Accès dans cet OKM',
  throughTitle: 'Accès par {{name}}',
  late: 'En retard',
  since: 'depuis le {{time}}',
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
