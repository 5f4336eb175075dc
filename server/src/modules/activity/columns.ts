import { weekdays } from '@keyward/contract/weekdays';
import type { ViewColumn } from '@keyward/contract/list';
import type { Column } from '#core/list/types.ts';

/** The columns of Overview, in display order. */
export const eventColumns: readonly ViewColumn[] = [
  { header: 'event_time', accessorKey: 'event_time', type: 'dateTime', sortable: true },
  { header: 'event', accessorKey: 'event', type: 'label', format: 'activity.event', sortable: true },
  { header: 'result', accessorKey: 'result', type: 'label', format: 'activity.result', sortable: false },
  { header: 'entity_name', accessorKey: 'description.entityName', type: 'text', sortable: false },
  { header: 'entity_domain', accessorKey: 'entity_domain', type: 'label', format: 'activity.kind', sortable: false },
  { header: 'agent_name', accessorKey: 'description.agentName', type: 'text', sortable: false },
];

/** The Overview columns and the reason, for refused attempts. */
export const refusalColumns: readonly ViewColumn[] = [
  ...eventColumns,
  { header: 'reason', accessorKey: 'reason', type: 'label', format: 'activity.reason', sortable: false },
];

/** The other event columns of the specification (part 2, section 3, 'activity columns'). */
export const moreEventColumns: readonly ViewColumn[] = [
  { header: 'agent_domain', accessorKey: 'agent_domain', type: 'label', format: 'activity.kind', sortable: false },
  { header: 'agent_email', accessorKey: 'description.agentEmail', type: 'text', sortable: false },
  { header: 'agent_id', accessorKey: 'agent_id', type: 'code', sortable: false },
  { header: 'entity_email', accessorKey: 'description.entityEmail', type: 'text', sortable: false },
  { header: 'entity_id', accessorKey: 'entity_id', type: 'code', sortable: false },
  { header: 'attribute', accessorKey: 'description.changes.attribute', type: 'tags', sortable: false },
  { header: 'old_value', accessorKey: 'description.changes.oldValue', type: 'tags', sortable: false },
  { header: 'new_value', accessorKey: 'description.changes.newValue', type: 'tags', sortable: false },
  { header: 'message', accessorKey: 'rawDescription', type: 'text', sortable: false },
  { header: 'received_at', accessorKey: 'received_at', type: 'dateTime', sortable: false },
  { header: 'system', accessorKey: 'system', type: 'label', format: 'activity.system', sortable: false },
  { header: 'occurrence', accessorKey: 'occurrence', type: 'number', sortable: false },
  { header: 'user_agent', accessorKey: 'user_agent', type: 'text', sortable: false },
  { header: 'operator', accessorKey: 'operator', type: 'text', sortable: false },
];

/** Filters on the weekday and hour of an event, which no view shows as a column. */
export const clockColumns = {
  weekday: {
    type: 'enum',
    required: true,
    values: weekdays,
    filter: 'e.event_time',
    clock: 'weekday',
    header: 'weekday',
    format: 'filters.weekday',
  },
  hour: { type: 'number', required: true, filter: 'e.event_time', clock: 'hour', header: 'hour' },
} as const satisfies Record<string, Column>;
