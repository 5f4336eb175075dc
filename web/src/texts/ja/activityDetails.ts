import type { activityDetails as en } from '#texts/en/activityDetails.ts';
import { activityDetails as jaJP } from '#texts/ja-JP/activityDetails.ts';
import type { Translation } from '#texts/shape.ts';

export const activityDetails = {
  ...jaJP,
  details: {
    ...jaJP.details,
    title: '記録のくわしい内容',
    entityType: '何に（種類）',
    entityName: '何に（名前）',
    entityEmail: '何に（メール）',
    agentName: 'だれが（名前）',
    agentEmail: 'だれが（メール）',
    eventTime: 'いつ',
    changes: '変わったところ',
    oldValue: '前の値',
    noChanges: '変わった値はありません。',
    gone: 'この記録はありません。または、あなたの店のものではありません。',
    loadFailed: '記録を読み込めませんでした。',
  },
  attribute: {
    ...jaJP.attribute,
    dual_auth: '2 人で開ける',
    description: 'せつめい',
    sharing: '見せる人',
    filter: 'しぼり込み',
    search: 'さがす言葉',
    sort: '並べかた',
    columns: '列',
    Locale: 'ことば',
    Timezone: '時間帯',
    Appearance: '見た目',
    CustomView: '自分の見かた',
    packageProtection: 'パッケージを守る機能',
  },
} satisfies Translation<typeof en>;
