import { permissions as jaJP } from '@keyward/contract/texts/ja-JP/permissions';
import type { PermissionTexts } from '@keyward/contract/texts/shape';

export const permissions = {
  ...jaJP,
  'OKM-USER': 'OKM を使う人',
  'CAN-EXPORT-CSV-DEVICES': 'デバイスの保存',
  'MOBILE-USER': 'スマホを使う人',
  'CAN-EXPORT-CSV-USERS': 'プロファイルの保存',
  'CAN-EXPORT-PIN': 'PIN の保存',
  'EVENT-STORE': '記録',
  'CAN-EXPORT-CSV-ACTIVITY': '記録の保存',
  'VIEW-DASHBOARD': 'まとめ',
  'ASSIGN-ACCESS-GROUPS': 'グループを決める',
  'ASSIGN-ROLES': 'ロールを決める',
  'ALL-DATA-ACCESS': 'データをぜんぶ見る',
  'SHARE-VIEWS': '見かたを分け合う',
  'WEB-USER': 'Web を使う人',
} satisfies PermissionTexts;
