import type { ViewColumn } from '@keyward/contract/list';

/** One tag's column: its values come with the rows where they are asked for. */
export const isTagColumn = ({ accessorKey }: Pick<ViewColumn, 'accessorKey'>): boolean =>
  accessorKey.startsWith('tags.');

/** A column of instants, which are written in the person's zone. */
export const isTime = ({ type }: Pick<ViewColumn, 'type'>): boolean => type === 'dateTime' || type === 'reported';

/** What a row holds under `description.agentName`; undefined where there is nothing. */
export function valueAt(row: object, path: string): unknown {
  if (Object.hasOwn(row, path)) return Reflect.get(row, path);
  let value: unknown = row;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    // of several things, what each of them has
    value = Array.isArray(value)
      ? value.map((one) => (isObject(one) ? Reflect.get(one, name) : one))
      : Reflect.get(value, name);
  }
  return value;
}
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Values as text, whatever came, each once: they may be of several tags, of which one has the wildcard. */
export const tagsOf = (value: unknown): string[] => [
  ...new Set(Array.isArray(value) ? value.filter((tag) => typeof tag === 'string') : []),
];

/** Two chips are shown, the rest is counted. */
export const shownTags = 2;

/** A scalar as text; anything else is nothing to show. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
