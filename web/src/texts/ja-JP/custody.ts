import type { custody as en } from '#texts/en/custody.ts';
import type { Translation } from '#texts/shape.ts';

export const custody = {
  title: '持ち出し中のキー',
  keys_other: '{{count, number}} 本のキー',
  columns: {
    state: '状態',
    key: 'キー',
    location: 'ロケーション',
    holder: '所持者',
    since: '取り出し日時',
    due: '返却期限',
  },
  states: {
    overdue: '期限超過',
    dueSoon: 'まもなく期限',
    inTime: '期限内',
    noCurfew: '期限なし',
  },
  hidden: '表示する権限がありません',
  nowhere: 'ロケーションなし',
  empty: {
    title: 'すべてのキーが返却されています',
    hint: 'キーは、持ち出されている間ここに表示されます。',
  },
  failed: 'キーを読み込めませんでした。',
  outdated: 'キーを再度読み込めませんでした。{{time}}時点の状態です。',
  more: 'さらに表示',
  curfew: {
    label: '返却期限',
    keyHint: '取り出した後、キーをいつまでに返却するか。',
    locationHint: 'このロケーションのキーを、取り出した後いつまでに返却するか。キーごとに設定することもできます。',
    locked: '変更するには、このロケーションでのデバイスの権限（編集）が必要です。',
    none: 'なし',
    ofLocation: 'ロケーションの設定に従う',
    time: '時刻で指定',
    hours: '取り出しからの時間で指定',
    timeLabel: '時刻',
    hoursLabel: '時間',
    at: '{{time}}',
    after_other: '取り出しから {{count, number}} 時間',
  },
} satisfies Translation<typeof en>;
