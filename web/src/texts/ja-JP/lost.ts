import type { lost as en } from '#texts/en/lost.ts';
import type { Translation } from '#texts/shape.ts';

export const lost = {
  badge: '紛失中',
  head: '{{time}} から紛失中（届出: {{by}}）',
  note: '「{{note}}」',
  report: '紛失を届け出る',
  found: '発見済みにする',
  title: 'キーの紛失を届け出る',
  text: '{{name}} は、発見済みになるまで誰も取り出せず、何も開けられません。オフラインの OKM には、オンラインに戻った時に反映されます。',
  noteLabel: 'メモ',
  noteHint: '最後に確認した場所、捜している人など',
  done: '{{name}} の紛失を届け出ました',
  foundDone: 'キーを再び使用できます',
  foundFailed: 'キーを発見済みにできませんでした',
} satisfies Translation<typeof en>;
