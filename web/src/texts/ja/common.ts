import type { common as en } from '#texts/en/common.ts';
import { common as jaJP } from '#texts/ja-JP/common.ts';
import type { Translation } from '#texts/shape.ts';

export const common = {
  ...jaJP,
  cancel: 'やめる',
  delete: '消す',
  refresh: '新しくする',
  retry: 'もう一度',
  reload: '読み込み直す',
  clear: '消す',
  all: 'ぜんぶ',
  notAvailable: 'ありません',
  slow: 'いつもより時間がかかっています。もう少し待ってください…',
  partLate: 'このページの一部を読み込めませんでした。自動でもう一度やってみます。',
  moreValues_other: 'あと {{count}} 件',
  success: 'できました',
  failure: 'できませんでした',
  warning: '注意',
  unsavedTitle: '保存しないで閉じますか？',
  unsavedText: '変えたところは、まだ保存していません。',
  keepEditing: '続けて書く',
  discard: '保存しないで閉じる',
  cleanedTitle: '使えない文字を消します',
  cleanedText: '「{{from}}」は「{{to}}」として保存します。よければ、もう一度保存してください。',
  typeToConfirm: '「{{name}}」と入れてください',
} satisfies Translation<typeof en>;
