import type { PermissionTexts } from '@keyward/contract/texts/shape';

export const permissions = {
  DEVICES: '장치',
  'OKM-USER': 'OKM 사용자',
  'CAN-EXPORT-CSV-DEVICES': '장치 내보내기',
  'SECURE-KEYS': 'OnePASS',
  USERS: '프로필',
  'MOBILE-USER': '모바일 사용자',
  'CAN-EXPORT-CSV-USERS': '프로필 내보내기',
  'CAN-EXPORT-PIN': 'PIN 내보내기',
  'EVENT-STORE': '활동',
  'CAN-EXPORT-CSV-ACTIVITY': '활동 내보내기',
  'VIEW-DASHBOARD': '인사이트',
  'ACCESS-GROUP-TAGS': '그룹',
  'ASSIGN-ACCESS-GROUPS': '그룹 할당',
  ROLES: '역할',
  'ASSIGN-ROLES': '역할 할당',
  'ALL-DATA-ACCESS': '모든 데이터 액세스',
  'SHARE-VIEWS': '보기 공유',
  TAGS: '태그',
  'WEB-USER': '웹 사용자',
} satisfies PermissionTexts;
