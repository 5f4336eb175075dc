import type { PermissionTexts } from '@keyward/contract/texts/shape';

/** Names of the permissions. */
export const permissions = {
  DEVICES: 'Devices',
  'OKM-USER': 'OKM user',
  'CAN-EXPORT-CSV-DEVICES': 'Export devices',
  'SECURE-KEYS': 'OnePASS',
  USERS: 'Profiles',
  'MOBILE-USER': 'Mobile user',
  'CAN-EXPORT-CSV-USERS': 'Export profiles',
  'CAN-EXPORT-PIN': 'Export PIN',
  'EVENT-STORE': 'Activity',
  'CAN-EXPORT-CSV-ACTIVITY': 'Export activity',
  'VIEW-DASHBOARD': 'Insights',
  'ACCESS-GROUP-TAGS': 'Groups',
  'ASSIGN-ACCESS-GROUPS': 'Assign groups',
  ROLES: 'Roles',
  'ASSIGN-ROLES': 'Assign roles',
  'ALL-DATA-ACCESS': 'All data access',
  'SHARE-VIEWS': 'Share views',
  TAGS: 'Tags',
  'WEB-USER': 'Web user',
} satisfies PermissionTexts;
