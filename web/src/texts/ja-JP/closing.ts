import type { closing as en } from '#texts/en/closing.ts';
import type { Translation } from '#texts/shape.ts';

export const closing = {
  title: '閉店チェック',
  hint: '閉店時刻に、各ロケーションのキーの返却、ロックの施錠、OKM の接続を確認します。',
  failed: '閉店チェックを読み込めませんでした。',
  outdated: '閉店チェックを再度読み込めませんでした。{{time}}時点の状態です。',
  none: 'ロケーションがありません',
  noneHint: '閲覧できるロケーションがここに表示されます。',
  mailed: {
    none: 'メールの通知先がありません。「設定」の「組織」でプロファイルを指定してください。',
    alert_other: '異常がある場合、{{count, number}} 件のプロファイルにメールで通知されます。',
    escalate_other: '{{minutes, number}} 分後に、{{count, number}} 件のプロファイルへエスカレーションされます。',
  },
  columns: {
    state: '状態',
    location: 'ロケーション',
    found: '異常',
    closed: '閉店日時',
    since: 'チェック',
  },
  states: {
    red: '異常あり',
    missed: 'チェック未実施',
    left: '未解消のまま開店',
    cleared: '解消済み',
    green: '異常なし',
    waiting: '未チェック',
    none: 'チェックなし',
  },
  nothing: { good: '–', none: '閉店または開店の時刻がないため、チェックは行われません。' },
  missed: '{{time}}に予定されていたチェックが実施されていません。',
  next: '次回のチェック: {{time}}',
  found: {
    keys_other: '持ち出し中のキー {{count, number}} 本',
    locks_other: '施錠されていないロック {{count, number}} 台',
    okms_other: 'オフラインの OKM {{count, number}} 台',
  },
  steps: {
    checked: 'チェック',
    looked: '最終確認',
    escalated: 'エスカレーション',
    unsent: 'エスカレーションの時刻に通知先なし',
    cleared: '解消',
  },
} satisfies Translation<typeof en>;
