import type { palette as en } from '#texts/en/palette.ts';
import type { Translation } from '#texts/shape.ts';

export const palette = {
  title: '検索と操作',
  placeholder: 'デバイス、プロファイル、ビュー、操作を検索',
  help: '矢印キーで移動、Enter で選択、Esc で閉じます。',
  groups: {
    recent: '最近使用した項目',
    sections: '移動',
    views: 'ビュー',
    actions: '操作',
  },
  scheme: { light: 'ライトに切り替え', dark: 'ダークに切り替え' },
  searching: '検索しています…',
  count_other: '{{count}} 件',
  nothing: '「{{query}}」に一致する項目はありません。',
  nothingHint: '入力内容を確認するか、名前またはシリアル番号の一部で検索してください。',
  viewsFailed: 'ビューを読み込めませんでした。{{reason}}',
} satisfies Translation<typeof en>;
