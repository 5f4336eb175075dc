import { limits } from '@keyward/contract/limits';
import { parseFilter, printFilter } from '@keyward/contract/filter';

/** A selectable location: the id of its value, or `unassigned`. */
export type Place = { value: string; label: string };
/** The choice for rows without a location. */
export const unassigned = 'unassigned';

/** The locations that a filter keeps; all of them without a filter. Unknown names are left out. */
export function chosenPlaces(text: string | undefined, places: readonly Place[]): string[] {
  const filter = text === undefined ? undefined : parseFilter(text);
  if (filter?.op === 'exists')
    return places.map(({ value }) => value).filter((v) => (v === unassigned) !== filter.value);
  if (filter?.op !== 'in') return places.map(({ value }) => value);
  const names = new Set(filter.values.map((name) => name.toLowerCase()));
  const named = ({ value, label }: Place) =>
    value === unassigned ? filter.none === true : names.has(label.toLowerCase());
  return places.filter((place) => named(place) !== (filter.not === true)).map(({ value }) => value);
}

/**
 * The filter for the chosen locations; '' when all are chosen (or none, which means no filter). Undefined when neither
 * the chosen ones nor the others fit into one filter.
 */
export function placesFilter(chosen: readonly string[], places: readonly Place[]): string | undefined {
  const kept = places.filter(({ value }) => chosen.includes(value));
  const others = places.filter(({ value }) => !chosen.includes(value));
  if (!kept.length || !others.length) return '';
  if (kept.length <= limits.filterValues) return print(kept);
  return others.length <= limits.filterValues ? `not:${print(others)}` : undefined;
}

function print(places: readonly Place[]): string {
  const values = places.filter(({ value }) => value !== unassigned).map(({ label }) => label);
  const none = values.length < places.length;
  if (!values.length) return printFilter({ op: 'exists', value: false });
  return printFilter({ op: 'in', values, ...(none ? { none } : {}) });
}
