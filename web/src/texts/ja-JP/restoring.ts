import type { restoring as en } from '#texts/en/restoring.ts';
import type { Translation } from '#texts/shape.ts';

export const restoring = {
  title: { device: 'デバイスの復元', user: 'プロファイルの復元' },
  list: { device: '最近削除したデバイス', user: '最近削除したプロファイル' },
  hint: '過去 30 日間に削除され、復元できるものです。',
  none: '過去 30 日間に削除されたものはありません。',
  failed: '削除の一覧を読み込めませんでした。',
  gone: '復元できなくなりました。',
  restore: '復元',
  restoreNamed: '「{{name}}」を復元',
  deleted: '{{ago}}に {{name}} が削除',
  daysLeft_other: '残り {{count, number}} 日',
  newer: '新しいもの',
  older: '古いもの',
  question: '「{{name}}」を復元しますか？',
  back: {
    device:
      '名前、シリアル番号、ロケーション、グループが戻ります。トークン、OnePASS キー、報告された状態は戻りません。',
    user: '名前、プロファイル ID、メールアドレス、ロール、グループが戻り、新しい PIN が発行されます。以前の PIN、パスワード、パスキー、セッション、リンクは戻りません。',
  },
  missing: '戻らないもの：',
  what: { role: 'ロール「{{name}}」', value: '{{of}}：{{name}}', text: '項目「{{name}}」', every: 'すべての値' },
  reason: { gone: '既に存在しません', notAllowed: '付与する権限がありません' },
  item: '{{what}}（{{why}}）',
  obstacle: '現在は復元できません：',
  history: '以前のアクティビティは、削除されたもののまま残ります。',
  done: { device: 'デバイスを復元しました', user: 'プロファイルを復元しました' },
  without: '戻らなかったもの：{{list}}',
  open: '開く',
  failure: { device: 'デバイスを復元できませんでした', user: 'プロファイルを復元できませんでした' },
} satisfies Translation<typeof en>;
