import type { sortable as en } from '#texts/en/sortable.ts';
import type { Translation } from '#texts/shape.ts';

export const sortable = {
  shown: '表示',
  more: '非表示',
  up: '「{{name}}」を上へ',
  down: '「{{name}}」を下へ',
  drag: '「{{name}}」をドラッグ',
  moved: '「{{name}}」は {{count}} 件中 {{place}} 番目です',
  added: '「{{name}}」を表示します',
  taken: '「{{name}}」を表示しません',
} satisfies Translation<typeof en>;
