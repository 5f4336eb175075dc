import type { locations as en } from '#texts/en/locations.ts';
import type { Translation } from '#texts/shape.ts';

export const locations = {
  zoneHint: 'このロケーションの時刻（利用の終了日時など）は、このタイムゾーンの時刻です。',
  zoneOfOrganization: '組織の設定：{{zone}}',
  own: 'このロケーションの営業時間を設定',
  ownHint: '設定しない場合は組織の営業時間（毎日 {{hours}}）を使用します。',
  opens: '{{day}}の開店時刻',
  closes: '{{day}}の閉店時刻',
  closed: '休業',
  nextDay: '翌日に閉店',
  allDay: '終日営業',
  dates: '特定の日の営業時間',
  date: '日付',
  open: '営業',
  chooseDate: '日付を選択',
  addDate: '日付を追加',
  removeDate: '{{date}} を削除',
  openUntil: '{{time}} まで営業',
  closedUntil: '{{time}} まで閉店',
  alwaysOpen: '常時営業',
  alwaysClosed: '当面休業',
  failed: 'ロケーションを読み込めませんでした',
} satisfies Translation<typeof en>;
