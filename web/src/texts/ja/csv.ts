import type { csv as en } from '#texts/en/csv.ts';
import { csv as jaJP } from '#texts/ja-JP/csv.ts';
import type { Translation } from '#texts/shape.ts';

export const csv = {
  ...jaJP,
  rows: '{{total, number}} 行のうち {{rows, number}} 行 · {{percent}}',
  done: 'CSV を保存しました。ダウンロードの履歴か、保存した場所を見てください。',
  cancelled: 'ダウンロードをやめました。',
  tooMany: 'データが多すぎて、ダウンロードできません。期間やフィルターを変えて、もう一度ためしてください。',
} satisfies Translation<typeof en>;
