import { limits } from '@keyward/contract/limits';
import { parseFilter, printFilter } from '@keyward/contract/filter';

/** A selectable location: the id of its value, or `unassigned`. */
export type LocationOption = { value: string; label: string };
/** The choice for rows without a location. */
export const unassigned = 'unassigned';

/** The locations that a filter keeps; all of them without a filter. Unknown names are left out. */
export function chosenLocations(text: string | undefined, locations: readonly LocationOption[]): string[] {
  const filter = text === undefined ? undefined : parseFilter(text);
  if (filter?.op === 'exists')
    return locations.map(({ value }) => value).filter((v) => (v === unassigned) !== filter.value);
  if (filter?.op !== 'in') return locations.map(({ value }) => value);
  const names = new Set(filter.values.map((name) => name.toLowerCase()));
  const named = ({ value, label }: LocationOption) =>
    value === unassigned ? filter.none === true : names.has(label.toLowerCase());
  return locations.filter((location) => named(location) !== (filter.not === true)).map(({ value }) => value);
}

/**
 * The filter for the chosen locations; '' when all are chosen (or none, which means no filter). Undefined when neither
 * the chosen ones nor the others fit into one filter.
 */
export function locationsFilter(chosen: readonly string[], locations: readonly LocationOption[]): string | undefined {
  const existing = locations.filter(({ value }) => chosen.includes(value));
  const others = locations.filter(({ value }) => !chosen.includes(value));
  if (!existing.length || !others.length) return '';
  if (existing.length <= limits.filterValues) return print(existing);
  return others.length <= limits.filterValues ? `not:${print(others)}` : undefined;
}

function print(locations: readonly LocationOption[]): string {
  const values = locations.filter(({ value }) => value !== unassigned).map(({ label }) => label);
  const none = values.length < locations.length;
  if (!values.length) return printFilter({ op: 'exists', value: false });
  return printFilter({ op: 'in', values, ...(none ? { none } : {}) });
}
