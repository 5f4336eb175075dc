import type { restoring as en } from '#texts/en/restoring.ts';
import type { Translation } from '#texts/shape.ts';

export const restoring = {
  title: { device: 'Restaurer l’appareil', user: 'Restaurer le profil' },
  list: { device: 'Appareils supprimés récemment', user: 'Profils supprimés récemment' },
  hint: 'Ce qui a été supprimé au cours des 30 derniers jours et peut être restauré.',
  none: 'Rien n’a été supprimé au cours des 30 derniers jours.',
  failed: 'Les suppressions n’ont pas pu être chargées.',
  gone: 'La restauration n’est plus possible.',
  restore: 'Restaurer',
  restoreNamed: 'Restaurer {{name}}',
  deleted: 'Supprimé {{ago}} par {{name}}',
  daysLeft_one: '{{count, number}} jour restant',
  daysLeft_many: '{{count, number}} jours restants',
  daysLeft_other: '{{count, number}} jours restants',
  newer: 'Plus récents',
  older: 'Plus anciens',
  question: 'Restaurer {{name}} ?',
  back: {
    device:
      'Le nom, le numéro de série, le site et les groupes reviennent. Les jetons, les clés OnePASS et l’état communiqué ne reviennent pas.',
    user: 'Le nom, l’identifiant, l’e-mail, les rôles et les groupes reviennent, avec un nouveau code PIN. L’ancien code PIN, le mot de passe, les clés d’accès, les sessions et les liens ne reviennent pas.',
  },
  missing: 'Ce qui ne revient pas :',
  what: { role: 'Rôle {{name}}', value: '{{of}} : {{name}}', text: 'Champ {{name}}', every: 'toutes les valeurs' },
  reason: { gone: 'n’existe plus', notAllowed: 'vous ne pouvez pas l’attribuer' },
  item: '{{what}} ({{why}})',
  obstacle: 'La restauration est impossible pour le moment :',
  history: 'L’activité antérieure reste rattachée à ce qui a été supprimé.',
  done: { device: 'Appareil restauré avec succès', user: 'Profil restauré avec succès' },
  without: 'Sans : {{list}}',
  open: 'Ouvrir',
  failure: { device: 'Impossible de restaurer l’appareil', user: 'Impossible de restaurer le profil' },
} satisfies Translation<typeof en>;
