import type { csv as en } from '#texts/en/csv.ts';
import type { Translation } from '#texts/shape.ts';

export const csv = {
  preparing: '{{resource}}の CSV を準備しています…',
  rows: '{{total, number}} 行中 {{rows, number}} 行 · {{percent}}',
  done: 'ダウンロード履歴またはファイルの保存先で CSV をご確認ください。',
  cancelled: 'ダウンロードをキャンセルしました。',
  tooMany: 'ダウンロードするレコードが多すぎます。期間またはフィルターを調整して、もう一度お試しください。',
  failed: '{{fileName}} の CSV をダウンロードできませんでした。',
} satisfies Translation<typeof en>;
