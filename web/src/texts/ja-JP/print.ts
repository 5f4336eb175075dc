import type { print as en } from '#texts/en/print.ts';
import type { Translation } from '#texts/shape.ts';

export const print = {
  title: '印刷',
  reading: '行を読み込んでいます: {{rows, number}} / {{total, number}}',
  failed: 'リストを印刷できませんでした。',
  zone: 'タイムゾーン',
  printed: '印刷',
  by: '{{time}}、{{name}}',
  rows: '行数',
  some: '{{rows, number}} / {{total, number}}',
  all: '{{count, number}}',
  loadedOnly:
    '読み込み済みの行のみを印刷しています。すべての行を印刷するには、ビューのオプションで［印刷…］を選択してください。',
  limited: '最初の {{limit, number}} 行のみを印刷しています。リストを絞り込むか、CSV でダウンロードしてください。',
} satisfies Translation<typeof en>;
