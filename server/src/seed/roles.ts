import { permissionCatalogue, permissionIds, type Permissions } from '@keyward/contract/permissions';
import type { BuiltInRole } from '@keyward/contract/roles';

export type RoleSpec = { name: string; builtIn?: BuiltInRole; locked?: true; permissions: Permissions };

const everything: Permissions = Object.fromEntries(
  permissionIds.map((id) => [id, permissionCatalogue[id].type === 'multi' ? 'EDIT' : 'TRUE']),
);
const reader: Permissions = { USERS: 'READ', DEVICES: 'READ', 'EVENT-STORE': 'READ', 'WEB-USER': 'TRUE' };

/** The built-in roles of every tenant, and the two roles of a store. */
export const startRoles: readonly RoleSpec[] = [
  { name: 'Admin', builtIn: 'admin', locked: true, permissions: everything },
  { name: 'User', builtIn: 'user', permissions: reader },
  { name: 'Web portal user', builtIn: 'webPortalUser', permissions: { 'WEB-USER': 'TRUE' } },
  { name: 'Mobile app user', builtIn: 'mobileAppUser', permissions: { 'MOBILE-USER': 'TRUE' } },
  { name: 'OKM user', builtIn: 'okmUser', permissions: { 'OKM-USER': 'TRUE' } },
  {
    name: 'Store manager',
    permissions: {
      ...reader,
      USERS: 'EDIT',
      DEVICES: 'EDIT',
      'SECURE-KEYS': 'EDIT',
      'ACCESS-GROUP-TAGS': 'READ',
      'ASSIGN-ACCESS-GROUPS': 'TRUE',
      'CAN-EXPORT-CSV-DEVICES': 'TRUE',
      'CAN-EXPORT-CSV-ACTIVITY': 'TRUE',
      'VIEW-DASHBOARD': 'TRUE',
      'OKM-USER': 'TRUE',
    },
  },
  { name: 'Store clerk', permissions: { ...reader, 'OKM-USER': 'TRUE' } },
];
