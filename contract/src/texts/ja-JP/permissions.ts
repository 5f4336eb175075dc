import type { PermissionTexts } from '@keyward/contract/texts/shape';

export const permissions = {
  DEVICES: 'デバイス',
  'OKM-USER': 'OKM ユーザー',
  'CAN-EXPORT-CSV-DEVICES': 'デバイスのエクスポート',
  'SECURE-KEYS': 'OnePASS',
  USERS: 'プロファイル',
  'MOBILE-USER': 'モバイルユーザー',
  'CAN-EXPORT-CSV-USERS': 'プロファイルのエクスポート',
  'CAN-EXPORT-PIN': 'PIN のエクスポート',
  'EVENT-STORE': 'アクティビティ',
  'CAN-EXPORT-CSV-ACTIVITY': 'アクティビティのエクスポート',
  'VIEW-DASHBOARD': 'インサイト',
  'ACCESS-GROUP-TAGS': 'グループ',
  'ASSIGN-ACCESS-GROUPS': 'グループの割り当て',
  ROLES: 'ロール',
  'ASSIGN-ROLES': 'ロールの割り当て',
  'ALL-DATA-ACCESS': '全データアクセス',
  'SHARE-VIEWS': 'ビューの共有',
  TAGS: 'タグ',
  'WEB-USER': 'Web ユーザー',
} satisfies PermissionTexts;
