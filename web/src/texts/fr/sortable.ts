import type { sortable as en } from '#texts/en/sortable.ts';
import type { Translation } from '#texts/shape.ts';

export const sortable = {
  shown: 'Affichés',
  more: 'Masqués',
  up: 'Monter {{name}}',
  down: 'Descendre {{name}}',
  drag: 'Faire glisser {{name}}',
  moved: '{{name}} : place {{place}} sur {{count}}',
  added: '{{name}} s’affiche',
  taken: '{{name}} ne s’affiche plus',
} satisfies Translation<typeof en>;
