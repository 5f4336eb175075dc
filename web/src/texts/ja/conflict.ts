import type { conflict as en } from '#texts/en/conflict.ts';
import type { Translation } from '#texts/shape.ts';
import { conflict as jaJP } from '#texts/ja-JP/conflict.ts';

export const conflict = {
  ...jaJP,
  title: '{{by}} が {{at}} に変えました',
  anotherPerson: 'ほかの人',
  choose: '下の項目は、2 人とも変えました。どちらを保存するか、それぞれえらんでください。',
  merged: 'あなたが入れたものは残っています。もう一度保存してください。',
  nothing: 'ここの項目にちがいはありません。もう一度保存してください。',
  taken: '{{by}} が変えたので、ここにも入れました：',
  mine: '自分のほうにする',
  theirs: '相手のほうにする',
  missing: 'どちらかをえらんでください。',
  empty: '（なし）',
} satisfies Translation<typeof en>;
