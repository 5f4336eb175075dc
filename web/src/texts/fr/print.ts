import type { print as en } from '#texts/en/print.ts';
import type { Translation } from '#texts/shape.ts';

export const print = {
  title: 'Imprimer',
  reading: 'Lecture des lignes : {{rows, number}} sur {{total, number}}',
  failed: 'La liste n’a pas pu être imprimée.',
  zone: 'Fuseau horaire',
  printed: 'Imprimé',
  by: '{{time}}, par {{name}}',
  rows: 'Lignes',
  some: '{{rows, number}} sur {{total, number}}',
  all: '{{count, number}}',
  loadedOnly:
    'Seules les lignes déjà chargées sont imprimées. « Imprimer… », dans les options de la vue, les imprime toutes.',
  limited: 'Seules les {{limit, number}} premières lignes sont imprimées. Affinez la liste, ou téléchargez-la en CSV.',
} satisfies Translation<typeof en>;
