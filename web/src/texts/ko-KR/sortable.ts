import type { sortable as en } from '#texts/en/sortable.ts';
import type { Translation } from '#texts/shape.ts';

export const sortable = {
  shown: '표시',
  more: '숨김',
  up: '‘{{name}}’ 위로',
  down: '‘{{name}}’ 아래로',
  drag: '‘{{name}}’ 끌기',
  moved: '‘{{name}}’: {{count}}개 중 {{place}}번째',
  added: '‘{{name}}’을(를) 표시합니다',
  taken: '‘{{name}}’을(를) 숨겼습니다',
} satisfies Translation<typeof en>;
