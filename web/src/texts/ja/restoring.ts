import type { restoring as en } from '#texts/en/restoring.ts';
import type { Translation } from '#texts/shape.ts';

export const restoring = {
  title: { device: 'デバイスをもどす', user: 'プロファイルをもどす' },
  list: { device: 'さいきん消したデバイス', user: 'さいきん消したプロファイル' },
  hint: 'この 30 日に消したもので、もどせます。',
  none: 'この 30 日に消したものはありません。',
  failed: '消したものを読み込めませんでした。',
  gone: 'もう、もどせません。',
  restore: 'もどす',
  restoreNamed: '「{{name}}」をもどす',
  deleted: '{{ago}}に {{name}} が消しました',
  daysLeft_other: 'あと {{count, number}} 日',
  newer: '新しいもの',
  older: '古いもの',
  question: '「{{name}}」をもどしますか？',
  back: {
    device: '名前、シリアル番号、場所、グループがもどります。トークン、OnePASS キー、今の状態はもどりません。',
    user: '名前、プロファイル ID、メール、ロール、グループがもどり、新しい PIN ができます。前の PIN、パスワード、パスキー、セッション、リンクはもどりません。',
  },
  missing: 'もどらないもの：',
  what: { role: 'ロール「{{name}}」', value: '{{of}}：{{name}}', text: '項目「{{name}}」', every: 'すべて' },
  reason: { gone: 'もうありません', notAllowed: 'あなたはつけられません' },
  item: '{{what}}（{{why}}）',
  obstacle: '今はもどせません：',
  history: 'これまでの記録は、消したもののほうに残ります。',
  done: { device: 'デバイスをもどしました', user: 'プロファイルをもどしました' },
  without: 'もどらなかったもの：{{list}}',
  open: 'ひらく',
  failure: { device: 'デバイスをもどせませんでした', user: 'プロファイルをもどせませんでした' },
} satisfies Translation<typeof en>;
