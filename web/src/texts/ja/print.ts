import type { print as en } from '#texts/en/print.ts';
import type { Translation } from '#texts/shape.ts';

export const print = {
  title: '印刷',
  reading: '行を読み込んでいます: {{rows, number}} / {{total, number}}',
  failed: 'リストを印刷できませんでした。',
  zone: '時間帯',
  printed: '印刷',
  by: '{{time}}、{{name}}',
  rows: '行の数',
  some: '{{rows, number}} / {{total, number}}',
  all: '{{count, number}}',
  loadedOnly: '読み込んだ行だけを印刷しています。ぜんぶ印刷するには、見かたのメニューの「印刷…」を使ってください。',
  limited: 'はじめの {{limit, number}} 行だけを印刷しています。リストをしぼり込むか、CSV でダウンロードしてください。',
} satisfies Translation<typeof en>;
