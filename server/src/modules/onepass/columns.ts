import type { ViewColumn } from '@keyward/contract/list';

/** Every column of the list of keys, in the order of Overview. */
export const keyColumns: readonly ViewColumn[] = [
  { header: 'device_name', accessorKey: 'device_name', type: 'text', sortable: true },
  { header: 'status', accessorKey: 'status', type: 'label', format: 'onepass.statuses', sortable: false },
  { header: 'expiration_timestamp', accessorKey: 'expiration_timestamp', type: 'dateTime', sortable: true },
  { header: 'uses', accessorKey: 'uses', type: 'number', sortable: true },
  { header: 'count', accessorKey: 'count', type: 'number', sortable: true },
  { header: 'invite_email', accessorKey: 'invite_email', type: 'text', sortable: true },
  { header: 'locationTagValue', accessorKey: 'locationTagValue', type: 'text', sortable: false },
  { header: 'tagValues', accessorKey: 'tagValues', type: 'tags', sortable: false },
  { header: 'key_timestamp', accessorKey: 'key_timestamp', type: 'dateTime', sortable: true },
  { header: 'created_by', accessorKey: 'created_by', type: 'text', sortable: false },
  { header: 'serial_number', accessorKey: 'serial_number', type: 'code', sortable: true },
  { header: 'device_type_name', accessorKey: 'device_type_name', type: 'text', sortable: true },
  {
    header: 'invite_status',
    accessorKey: 'invite_status',
    type: 'label',
    format: 'onepass.inviteStatuses',
    sortable: false,
  },
  { header: 'last_used_at', accessorKey: 'last_used_at', type: 'dateTime', sortable: true },
  { header: 'duration', accessorKey: 'duration', type: 'number', sortable: true },
  { header: 'id', accessorKey: 'id', type: 'code', sortable: false },
];
