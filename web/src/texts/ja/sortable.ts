import type { sortable as en } from '#texts/en/sortable.ts';
import type { Translation } from '#texts/shape.ts';

export const sortable = {
  shown: '見せるもの',
  more: '見せないもの',
  up: '「{{name}}」を上へ',
  down: '「{{name}}」を下へ',
  drag: '「{{name}}」を動かす',
  moved: '「{{name}}」は {{count}} のうち {{place}} 番目です',
  added: '「{{name}}」を見せます',
  taken: '「{{name}}」を見せません',
} satisfies Translation<typeof en>;
