import type { lost as en } from '#texts/en/lost.ts';
import type { Translation } from '#texts/shape.ts';

export const lost = {
  badge: 'なくなっています',
  head: '{{time}} からありません（{{by}} が知らせました）',
  note: '「{{note}}」',
  report: 'なくしたと知らせる',
  found: '見つかった',
  title: 'キーをなくしたと知らせる',
  text: '{{name}} は、見つかるまでだれも取り出せません。何も開きません。つながっていない OKM には、つながったときに伝わります。',
  noteLabel: 'メモ',
  noteHint: '最後に見た場所、さがしている人など',
  done: '{{name}} をなくしたと知らせました',
  foundDone: 'キーをまた使えます',
  foundFailed: '見つかったことを知らせられませんでした',
} satisfies Translation<typeof en>;
