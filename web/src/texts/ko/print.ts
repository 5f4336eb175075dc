import type { print as en } from '#texts/en/print.ts';
import type { Translation } from '#texts/shape.ts';

export const print = {
  title: '인쇄',
  reading: '행을 읽는 중: {{total, number}}개 중 {{rows, number}}개',
  failed: '목록을 인쇄하지 못했어요.',
  zone: '시간대',
  printed: '인쇄',
  by: '{{time}}, {{name}}',
  rows: '행',
  some: '{{total, number}}개 중 {{rows, number}}개',
  all: '{{count, number}}',
  loadedOnly: '불러온 행만 인쇄해요. 모두 인쇄하려면 보기 옵션에서 “인쇄…”를 선택하세요.',
  limited: '처음 {{limit, number}}개 행만 인쇄해요. 목록을 좁히거나 CSV로 내려받으세요.',
} satisfies Translation<typeof en>;
