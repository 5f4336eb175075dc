// The places where a call takes an id, such as `body.tags.tagId`: in its schemas and in the values sent.
import { listQuery } from '@keyward/contract/list';
import { id } from '@keyward/contract/text';
import { z } from 'zod';

/** The parts of zod's schema description needed to find ids. */
type Node = { def: Record<string, unknown> & { type: string } };
const isNode = (value: unknown): value is Node => value instanceof z.ZodType;
const checksOf = (node: Node) => (node.def['checks'] ?? []) as readonly unknown[];
/** The check that makes a text an id, also beside further checks. */
const idCheck = checksOf(id as unknown as Node).at(-1);

/** The places of a schema that take ids. A list takes those of tags and views, though its schema has no names for them. */
export function placesIn(schema: unknown, at: string, within: readonly Node[] = []): string[] {
  if (!isNode(schema) || within.includes(schema)) return [];
  if (schema === (listQuery as unknown)) return [`${at}.tags`, `${at}.custom_view`];
  const { def } = schema;
  const inner = (value: unknown, name = at) => placesIn(value, name, [...within, schema]);
  switch (def.type) {
    case 'string':
      return checksOf(schema).includes(idCheck) ? [at] : [];
    case 'object': {
      const fields = Object.entries(def['shape'] as object);
      return [...fields.flatMap(([key, value]) => inner(value, `${at}.${key}`)), ...inner(def['catchall'])];
    }
    case 'pipe':
      return [...inner(def['in']), ...inner(def['out'])];
    case 'record':
      return [...inner(def['keyType']), ...inner(def['valueType'])];
    case 'lazy':
      return inner((def['getter'] as () => unknown)());
    case 'array':
      return inner(def['element']);
    case 'union':
    case 'tuple':
      return ((def['options'] ?? def['items']) as unknown[]).flatMap((value) => inner(value));
    case 'intersection':
      return [...inner(def['left']), ...inner(def['right'])];
    default:
      return inner(def['innerType']);
  }
}

/** The places of a value that contain this id. The name of a tag's filter, `tags.<id>`, is `tags`. */
export function placesOf(value: unknown, sought: string, at = ''): string[] {
  if (typeof value === 'string') return value.includes(sought) ? [at] : [];
  if (Array.isArray(value)) return value.flatMap((element) => placesOf(element, sought, at));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, field]) => {
    const name = (at ? `${at}.` : '') + key.replace(`.${sought}`, '');
    return [...(key.includes(sought) ? [name] : []), ...placesOf(field, sought, name)];
  });
}
