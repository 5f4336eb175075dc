import type { pictures as en } from '#texts/en/pictures.ts';
import type { Translation } from '#texts/shape.ts';

export const pictures = {
  events_one: '{{count, number}} événement',
  events_many: '{{count, number}} événements',
  events_other: '{{count, number}} événements',
  partial: 'partiel',
  table: 'Afficher en tableau',
  time: 'Heure',
} satisfies Translation<typeof en>;
