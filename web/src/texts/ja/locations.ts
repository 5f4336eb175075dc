import type { locations as en } from '#texts/en/locations.ts';
import type { Translation } from '#texts/shape.ts';

export const locations = {
  zoneHint: 'この場所の時間は、この時間帯の時間です。人が使える期間の終わりなども同じです。',
  zoneOfOrganization: '会社と同じ：{{zone}}',
  own: 'この場所だけの時間を決める',
  ownHint: '決めないと、会社の時間（毎日 {{hours}}）を使います。',
  opens: '{{day}}に開く時間',
  closes: '{{day}}に閉まる時間',
  closed: '休み',
  nextDay: '次の日に閉まります',
  allDay: '一日中開いています',
  dates: 'この日だけの時間',
  date: '日',
  open: '開く',
  chooseDate: '日を選ぶ',
  addDate: '日を足す',
  removeDate: '{{date}} を消す',
  openUntil: '{{time}} まで開いています',
  closedUntil: '{{time}} まで閉まっています',
  alwaysOpen: 'いつも開いています',
  alwaysClosed: 'しばらく休みです',
  failed: '場所を読みこめませんでした',
} satisfies Translation<typeof en>;
