import type { conflict as en } from '#texts/en/conflict.ts';
import type { Translation } from '#texts/shape.ts';

export const conflict = {
  title: '{{by}} が {{at}} に変更しました',
  anotherPerson: 'ほかのユーザー',
  choose: '次の項目は双方で変更されています。項目ごとに保存する値を選択してください。',
  merged: '入力した内容は残っています。もう一度保存してください。',
  nothing: 'このフォームの項目に違いはありません。もう一度保存してください。',
  taken: '{{by}} が変更し、このフォームに反映した項目：',
  takenField: '{{field}}：{{before}} → {{after}}',
  mine: '自分の値を使う',
  theirs: '相手の値を使う',
  missing: 'どちらかの値を選択してください。',
  empty: '（空欄）',
} satisfies Translation<typeof en>;
