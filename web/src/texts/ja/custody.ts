import type { custody as en } from '#texts/en/custody.ts';
import type { Translation } from '#texts/shape.ts';

export const custody = {
  title: '持ち出し中のキー',
  keys_other: 'キー {{count, number}} 本',
  columns: {
    state: 'ようす',
    key: 'キー',
    location: '場所',
    holder: '持っている人',
    since: '取り出した日時',
    due: '返す期限',
  },
  states: {
    overdue: '期限切れ',
    dueSoon: 'もうすぐ期限',
    inTime: '期限内',
    noCurfew: '期限なし',
  },
  hidden: '見ることができません',
  nowhere: '場所なし',
  empty: {
    title: 'キーはすべて戻っています',
    hint: '持ち出されているキーが、ここに出ます。',
  },
  failed: 'キーを読めませんでした。',
  outdated: 'キーをもう一度読めませんでした。{{time}}のようすです。',
  more: 'もっと見る',
  curfew: {
    label: '返す期限',
    keyHint: '取り出したキーを、いつまでに返すか。',
    locationHint: 'この場所のキーを、取り出してからいつまでに返すか。キーごとに決めることもできます。',
    locked: '変えるには、この場所で機器を変える権限が必要です。',
    none: 'なし',
    ofLocation: '場所と同じ',
    time: '時間を決める',
    hours: '取り出してからの時間を決める',
    timeLabel: '時間',
    hoursLabel: '何時間',
    at: '{{time}}',
    after_other: '取り出してから {{count, number}} 時間',
  },
} satisfies Translation<typeof en>;
