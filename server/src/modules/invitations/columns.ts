import type { ViewColumn } from '@keyward/contract/list';

/** The columns of Overview, in display order. */
export const inviteColumns: readonly ViewColumn[] = [
  { header: 'email', accessorKey: 'email', type: 'text', sortable: true },
  { header: 'status', accessorKey: 'status', type: 'label', format: 'invitations.statuses', sortable: true },
  { header: 'delivery', accessorKey: 'delivery', type: 'label', format: 'invitations.deliveries', sortable: true },
  { header: 'devices', accessorKey: 'devices', type: 'tags', sortable: false },
  { header: 'uses', accessorKey: 'uses', type: 'number', sortable: true },
  { header: 'count', accessorKey: 'count', type: 'number', sortable: true },
  { header: 'expiration_timestamp', accessorKey: 'expiration_timestamp', type: 'dateTime', sortable: true },
  { header: 'sent_at', accessorKey: 'sent_at', type: 'dateTime', sortable: true },
];

export const moreInviteColumns: readonly ViewColumn[] = [
  { header: 'created_by', accessorKey: 'created_by', type: 'text', sortable: false },
  { header: 'created_at', accessorKey: 'created_at', type: 'dateTime', sortable: true },
  { header: 'notes', accessorKey: 'notes', type: 'text', sortable: false },
];
