import type { histogram as en } from '#texts/en/histogram.ts';
import type { Translation } from '#texts/shape.ts';

export const histogram = {
  title: 'Événements au fil du temps',
  about: {
    quarterHour: 'Événements par quart d’heure',
    hour: 'Événements par heure',
    threeHours: 'Événements par tranche de trois heures',
    day: 'Événements par jour',
    week: 'Événements par semaine',
    month: 'Événements par mois',
    year: 'Événements par an',
  },
  keys: 'Les flèches passent d’une barre à l’autre, Maj avec une flèche en sélectionne plusieurs, Entrée limite la liste à leur période.',
  back: 'Revenir à {{range}}',
  always: 'toute la durée',
  none: 'Aucun événement à représenter',
  tooWide: 'Trop d’événements à compter en une seconde. Choisissez une période plus courte ou d’autres filtres.',
  failed: 'Les barres n’ont pas pu être lues.',
  stale: 'Ces barres datent du {{time}}. De plus récentes n’ont pas pu être lues.',
  events: 'Événements',
} satisfies Translation<typeof en>;
