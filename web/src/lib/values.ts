import type { ViewColumn } from '@keyward/contract/list';

/** A tag's column: its values come with the rows on request only. */
export const isTagColumn = ({ accessorKey }: Pick<ViewColumn, 'accessorKey'>): boolean =>
  accessorKey.startsWith('tags.');

/** A column of instants, which are shown in the profile's zone. */
export const isTime = ({ type }: Pick<ViewColumn, 'type'>): boolean => type === 'dateTime' || type === 'reported';

/** The value of a row at a path such as `description.agentName`; undefined when there is none. */
export function valueAt(row: object, path: string): unknown {
  if (Object.hasOwn(row, path)) return Reflect.get(row, path);
  let value: unknown = row;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    // of an array, the value of each entry
    value = Array.isArray(value)
      ? value.map((one) => (isObject(one) ? Reflect.get(one, name) : one))
      : Reflect.get(value, name);
  }
  return value;
}
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The texts among the values, without duplicates: they may belong to several tags, one of which has the wildcard. */
export const tagsOf = (value: unknown): string[] => [
  ...new Set(Array.isArray(value) ? value.filter((tag) => typeof tag === 'string') : []),
];

/** The number of chips shown; the rest is counted. */
export const shownTags = 2;

/** A scalar as text; '' for anything else. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
