import type { ViewColumn } from '@keyward/contract/list';

/** Every column of the profiles list, in the order of Overview. */
export const profileColumns: readonly ViewColumn[] = [
  { header: 'name', accessorKey: 'name', type: 'text', sortable: true },
  { header: 'username', accessorKey: 'username', type: 'text', sortable: true },
  { header: 'email', accessorKey: 'email', type: 'text', sortable: true },
  { header: 'roles', accessorKey: 'roles', type: 'role', format: 'roles.named', sortable: false },
  { header: 'locationTagValue', accessorKey: 'locationTagValue', type: 'text', sortable: false },
  { header: 'tagValues', accessorKey: 'tagValues', type: 'tags', sortable: false },
  { header: 'last_activity', accessorKey: 'last_activity', type: 'dateTime', sortable: true },
  { header: 'valid_from', accessorKey: 'valid_from', type: 'dateTime', sortable: false },
  { header: 'valid_until', accessorKey: 'valid_until', type: 'dateTime', sortable: true },
  { header: 'disabled', accessorKey: 'disabled', type: 'boolean', sortable: false },
  { header: 'login_type', accessorKey: 'login_type', type: 'label', format: 'profiles.loginTypes', sortable: false },
  { header: 'enrolled', accessorKey: 'created_at', type: 'dateTime', sortable: true },
];
