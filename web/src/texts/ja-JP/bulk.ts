import type { bulk as en } from '#texts/en/bulk.ts';
import type { Translation } from '#texts/shape.ts';

export const bulk = {
  title_other: '{{count, number}} 件のプロファイルを変更',
  what: '変更する項目',
  choose: '選択してください',
  kind: { roles: 'ロール', active: '有効', sendReset: 'リセット手順を送信' },
  give: '付与',
  take: '解除',
  enable: '有効にする',
  disable: '無効にする',
  preview: '変更の内容',
  changing_other: '{{count, number}} 件のプロファイルが変わります',
  unchanged_other: '{{count, number}} 件のプロファイルは変わりません',
  sessions_other: '{{count, number}} 件のセッションが終了します',
  mails_other: '{{count, number}} 通のメールを送信します。送信後は取り消せません。',
  refusals_other: '{{count, number}} 件のプロファイルを変更できないため、どのプロファイルも変更されません。',
  leaveOut_other: 'この {{count, number}} 件を除外',
  apply_other: '{{count, number}} 件のプロファイルを変更',
  send_other: '{{count, number}} 通のメールを送信',
  changed_other: '{{count, number}} 件のプロファイルを変更しました',
  sent_other: '{{count, number}} 通のメールを送信しています',
  failed: 'プロファイルは変更されませんでした',
  refusedBy: '{{row}}：{{reason}}',
  undo: '元に戻す',
  undone_other: '{{count, number}} 件のプロファイルを元に戻しました',
  undoFailed: '元に戻せませんでした',
  offer_other: '{{count, number}} 件のプロファイルの変更を元に戻す',
  question:
    'この変更の対象となったすべてのプロファイルを、変更前の内容に戻します。これは新しい変更として記録されます。',
} satisfies Translation<typeof en>;
