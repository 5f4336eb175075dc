import type { custody as en } from '#texts/en/custody.ts';
import type { Translation } from '#texts/shape.ts';

export const custody = {
  title: 'Clés sorties',
  keys_one: '{{count, number}} clé',
  keys_many: '{{count, number}} de clés',
  keys_other: '{{count, number}} clés',
  columns: {
    state: 'État',
    key: 'Clé',
    location: 'Site',
    holder: 'Détenteur',
    since: 'Prise le',
    due: 'À rendre',
  },
  states: {
    overdue: 'En retard',
    dueSoon: 'Bientôt attendue',
    inTime: 'Dans les temps',
    noCurfew: 'Sans heure de retour',
  },
  hidden: 'Non visible pour vous',
  nowhere: 'Aucun site',
  empty: {
    title: 'Toutes les clés sont rendues',
    hint: 'Les clés apparaissent ici tant qu’elles sont sorties.',
  },
  failed: 'Les clés n’ont pas pu être lues.',
  outdated: 'Les clés n’ont pas pu être relues. Elles datent de {{time}}.',
  more: 'Afficher plus',
  curfew: {
    label: 'Heure de retour',
    keyHint: 'Quand la clé doit être rendue après sa sortie.',
    locationHint:
      'Quand les clés de ce site doivent être rendues après leur sortie. Une clé peut avoir sa propre heure de retour.',
    locked: 'Pour la modifier, il vous faut l’autorisation Appareils (Modifier) sur ce site.',
    none: 'Aucune',
    ofLocation: 'Celle de son site',
    time: 'À une heure de la journée',
    hours: 'Heures après la sortie',
    timeLabel: 'Heure de la journée',
    hoursLabel: 'Heures',
    at: 'À {{time}}',
    after_one: '{{count, number}} heure après la sortie',
    after_many: '{{count, number}} d’heures après la sortie',
    after_other: '{{count, number}} heures après la sortie',
  },
} satisfies Translation<typeof en>;
