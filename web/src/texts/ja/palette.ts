import type { palette as en } from '#texts/en/palette.ts';
import type { Translation } from '#texts/shape.ts';

export const palette = {
  title: 'さがす・操作する',
  placeholder: 'デバイス、人、見かた、操作をさがす',
  help: '矢印キーで動かし、Enter でえらび、Esc で閉じます。',
  groups: {
    recent: '最近使ったもの',
    sections: '開く',
    views: '見かた',
    actions: '操作',
  },
  scheme: { light: '明るい画面にする', dark: '暗い画面にする' },
  searching: 'さがしています…',
  count_other: '{{count}} 件',
  nothing: '「{{query}}」は見つかりません。',
  nothingHint: '入力した文字を確かめるか、名前やシリアル番号の一部でさがしてください。',
  viewsFailed: '見かたを読み込めませんでした。{{reason}}',
} satisfies Translation<typeof en>;
