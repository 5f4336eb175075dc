import type { PermissionTexts } from '@keyward/contract/texts/shape';

export const permissions = {
  DEVICES: 'Appareils',
  'OKM-USER': 'Utilisateur OKM',
  'CAN-EXPORT-CSV-DEVICES': 'Exporter les appareils',
  'SECURE-KEYS': 'OnePASS',
  USERS: 'Profils',
  'MOBILE-USER': 'Utilisateur mobile',
  'CAN-EXPORT-CSV-USERS': 'Exporter les profils',
  'CAN-EXPORT-PIN': 'Exporter les codes PIN',
  'EVENT-STORE': 'Activité',
  'CAN-EXPORT-CSV-ACTIVITY': 'Exporter l’activité',
  'VIEW-DASHBOARD': 'Analyses',
  'ACCESS-GROUP-TAGS': 'Groupes',
  'ASSIGN-ACCESS-GROUPS': 'Attribuer des groupes',
  ROLES: 'Rôles',
  'ASSIGN-ROLES': 'Attribuer des rôles',
  'ALL-DATA-ACCESS': 'Accès à toutes les données',
  'SHARE-VIEWS': 'Partager les vues',
  TAGS: 'Étiquettes',
  'WEB-USER': 'Utilisateur web',
} satisfies PermissionTexts;
