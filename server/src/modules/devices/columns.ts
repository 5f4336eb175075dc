import type { ViewColumn } from '@keyward/contract/list';
import type { TenantSql } from '#core/list/types.ts';

/** The columns of Overview, in display order. */
export const deviceColumns: readonly ViewColumn[] = [
  { header: 'name', accessorKey: 'name', type: 'text', sortable: true },
  { header: 'serial_number', accessorKey: 'serial_number', type: 'code', sortable: true },
  { header: 'device_type_name', accessorKey: 'device_type_name', type: 'text', sortable: true },
  { header: 'locationTagValue', accessorKey: 'locationTagValue', type: 'text', sortable: true },
  { header: 'tagValues', accessorKey: 'tagValues', type: 'tags', sortable: false },
  { header: 'security_status', accessorKey: 'security_status', type: 'security', sortable: true },
  { header: 'state_updated_at', accessorKey: 'state_updated_at', type: 'reported', sortable: true },
];

/** The 'other listed attributes' of the specification (part 2, section 3), and columns for technicians. */
export const moreDeviceColumns: readonly ViewColumn[] = [
  { header: 'device_class', accessorKey: 'device_class', type: 'text', sortable: true },
  { header: 'controller_name', accessorKey: 'controller_name', type: 'text', sortable: false },
  { header: 'firmware_version', accessorKey: 'firmware_version', type: 'code', sortable: true },
  { header: 'mac_address', accessorKey: 'mac_address', type: 'code', sortable: false },
  { header: 'battery', accessorKey: 'battery', type: 'number', sortable: true },
  { header: 'temperature', accessorKey: 'temperature', type: 'number', sortable: false },
  {
    header: 'connectivity',
    accessorKey: 'connectivity',
    type: 'label',
    format: 'list.reported',
    sortable: true,
  },
  { header: 'merchandise_present', accessorKey: 'merchandise_present', type: 'boolean', sortable: false },
  { header: 'held_by', accessorKey: 'held_by', type: 'holder', sortable: false },
  { header: 'held_since', accessorKey: 'held_since', type: 'dateTime', sortable: true },
  { header: 'overdue', accessorKey: 'overdue', type: 'boolean', sortable: false },
  { header: 'lost_since', accessorKey: 'lost_since', type: 'dateTime', sortable: true },
  { header: 'created_at', accessorKey: 'created_at', type: 'dateTime', sortable: true },
];

/** Columns from the reported state; a value of the wrong type is treated as missing. */
export const stateColumns = `nullif(d.firmware_version, '') as firmware_version, d.state->>'macAddress' as mac_address,
  d.battery_floor as battery, d.temperature_floor as temperature,
  case jsonb_typeof(d.state->'merchandisePresent') when 'boolean' then (d.state->>'merchandisePresent')::boolean end
    as merchandise_present, o.name as controller_name, d.controller_id`;
export const controllerJoin: TenantSql = (own) =>
  `left join lateral (select o.name, o.state_updated_at from device o where ${own('o')} and o.id = d.controller_id offset 0) o on true`;
