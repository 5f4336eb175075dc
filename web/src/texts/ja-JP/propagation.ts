import type { propagation as en } from '#texts/en/propagation.ts';
import type { Translation } from '#texts/shape.ts';

export const propagation = {
  title: 'OKM への反映',
  worksAt_other: 'OKM {{count, number}} 台中 {{works, number}} 台で有効',
  each: 'OKM ごとの状況',
  none: '対象の OKM はありません。',
  leaving_other: '取り消しました。OKM {{count, number}} 台がまだ確認していません。',
  pending: '変更を保存しました。対象の OKM を確認しています。',
  failed: 'OKM への反映状況を確認できませんでした。',
  changed: '{{ago}}に変更',
  removed: '{{ago}}に取り消し',
  still: 'この OKM は、最長で {{time}} まで変更前の内容で動作する可能性があります。',
  okmTitle: 'この OKM への反映',
  throughTitle: '{{name}} への反映',
  late: '遅延',
  since: '{{time}} から',
  held: {
    offer_other:
      'この OKM には {{count, number}} 人の PIN が送信されています。OKM が第三者の手に渡ったおそれがある場合は、PIN をリセットしてください。',
    reset_other: '{{count, number}} 人の PIN をリセット',
    others_other: '{{count, number}} 人の PIN は、より多くの権限を持つプロファイルだけがリセットできます。',
    done_other: '{{count, number}} 人の PIN をリセットしました',
    failed: 'PIN をリセットできませんでした',
  },
  stage: {
    saved: '保存済み',
    delivered: '送信済み',
    works: '有効',
  },
  condition: {
    inSync: '最新です',
    behind_other: '未反映の変更が {{count, number}} 件あります',
    refused: '拒否されました: {{reason}}',
    drift: '内容が一致しないため、すべて再送します',
    unheard: '{{time}} から応答がありません',
    never: 'まだ一度も取得していません',
  },
} satisfies Translation<typeof en>;
