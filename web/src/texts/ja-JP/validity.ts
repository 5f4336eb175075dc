import type { validity as en } from '#texts/en/validity.ts';
import type { Translation } from '#texts/shape.ts';

export const validity = {
  help: 'この期間の前後は、サインインもデバイスの使用もできません。',
  always: '開始日時の指定なし',
  forever: '終了日時の指定なし',
  state: { notYetValid: '有効期間の開始前：{{time}} から', ends: '{{time}} に終了', ended: '{{time}} に終了済み' },
  clock: {
    skipped: '夏時間への切り替えのため {{time}} は存在しません。{{meant}} として扱います。',
    twice: '夏時間の終了により {{time}} は 2 回あります。1 回目として扱います。',
  },
  endNow: '今すぐ終了',
  title: '有効期間を今すぐ終了',
  question: '{{name}} さんは、今後サインインもデバイスの使用もできなくなります。',
  sessions: 'ただちにすべての端末からサインアウトされ、パスワード設定用のリンクも使えなくなります。',
  kept: 'プロファイルは、ロールやグループとともに残ります。新しい終了日時を設定すると、再び利用できます。',
  done: '{{name}} さんの有効期間を終了しました。',
  failure: '有効期間を終了できませんでした',
} satisfies Translation<typeof en>;
