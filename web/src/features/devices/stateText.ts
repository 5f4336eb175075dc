import type { Device, StateField } from '@keyward/contract/devices';

export type StateEntry = { key: string; field: StateField };

/** Fields of a display group, in order. */
export function fieldsOf(schema: Device['state_schema'], group: StateField['displayGroup']): StateEntry[] {
  return Object.entries(schema)
    .map(([key, field]) => ({ key, field }))
    .filter(({ field }) => field.displayGroup === group)
    .toSorted((a, b) => a.field.position - b.field.position || a.key.localeCompare(b.key));
}
