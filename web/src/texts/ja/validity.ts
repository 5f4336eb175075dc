import type { validity as en } from '#texts/en/validity.ts';
import type { Translation } from '#texts/shape.ts';

export const validity = {
  help: 'この期間の前と後は、サインインできません。デバイスも使えません。',
  always: '始まりなし',
  forever: '終わりなし',
  state: {
    notYetValid: 'まだ使えません：{{time}} から',
    ends: '{{time}} に終わります',
    ended: '{{time}} に終わりました',
  },
  clock: {
    skipped: 'この日は時計が進むので、{{time}} はありません。{{meant}} になります。',
    twice: 'この日は時計がもどるので、{{time}} が 2 回あります。1 回目になります。',
  },
  endNow: '今すぐ終わる',
  title: '使える期間を今すぐ終わりにする',
  question: '{{name}} さんは、今からサインインできません。デバイスも使えません。',
  sessions: 'すぐにすべての場所でサインアウトします。パスワードを決めるリンクも使えなくなります。',
  kept: 'プロファイルは残ります。ロールとグループもそのままです。新しい終わりを決めると、また使えます。',
  done: '{{name}} さんの使える期間を終わりにしました。',
  failure: '使える期間を終わりにできませんでした',
} satisfies Translation<typeof en>;
