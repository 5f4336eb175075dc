import type { EndpointSpec } from '@keyward/contract/endpoint';
import { endpoints } from '@keyward/contract/endpoints';
import { z } from 'zod';
import type { Sent } from './oracle.ts';
import { otherTypes, protectedNames, texts } from './values.ts';

type Json = Record<string, unknown>;

/** A valid value of the JSON schema; `known` overrides it where the schema is not specific enough. */
function sample(schema: Json, name: string, known: Json): unknown {
  if (name in known) return known[name];
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if ('const' in schema) return schema.const;
  const either = (schema.anyOf ?? schema.allOf ?? schema.oneOf) as Json[] | undefined;
  if (either?.[0]) return sample(either[0], name, known);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries((schema.properties ?? {}) as Record<string, Json>).map(([key, inner]) => [
          key,
          sample(inner, key, known),
        ]),
      );
    case 'array':
      if (Array.isArray(schema.prefixItems))
        return (schema.prefixItems as Json[]).map((item) => sample(item, name, known));
      return [sample((schema.items ?? {}) as Json, name, known)];
    case 'integer':
    case 'number':
      return 1;
    case 'boolean':
      return true;
    default:
      return 'text';
  }
}

/** A valid body, for mutation. */
export function baseOf(spec: EndpointSpec, known: Json): unknown {
  return spec.body && sample(z.toJSONSchema(spec.body, { io: 'input', unrepresentable: 'any' }), '', known);
}

type Path = (string | number)[];
function* pathsOf(value: unknown, at: Path = []): Generator<Path> {
  yield at;
  if (Array.isArray(value)) for (const [i, item] of value.entries()) yield* pathsOf(item, [...at, i]);
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) yield* pathsOf(item, [...at, key]);
}
function replaced(value: unknown, [head, ...rest]: Path, change: (old: unknown) => unknown): unknown {
  if (head === undefined) return change(value);
  if (Array.isArray(value)) return value.map((item, i) => (i === head ? replaced(item, rest, change) : item));
  const old = value as Json; // paths go through objects and lists only
  return { ...old, [head]: replaced(old[head], rest, change) };
}
const without = (old: unknown, key: string) =>
  Object.fromEntries(Object.entries(old as Json).filter(([name]) => name !== key));

/** The base with one field changed: each field replaced by each hostile value or removed, and each protected name added. */
export function* mutations(base: unknown): Generator {
  for (const path of pathsOf(base)) {
    for (const value of [...texts, ...otherTypes]) yield replaced(base, path, () => value);
    const key = path.at(-1);
    if (typeof key === 'string') yield replaced(base, path.slice(0, -1), (old) => without(old, key));
    const target = path.reduce<unknown>((at, step) => (at as Json)[step], base);
    if (typeof target !== 'object' || target === null || Array.isArray(target)) continue;
    for (const name of protectedNames) yield replaced(base, path, (old) => ({ ...(old as Json), [name]: 'x' }));
  }
}

export const addressOf = (spec: EndpointSpec, params: Record<string, string>): string =>
  spec.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? 'x');

/** Every call with a path parameter, with each hostile text in its place, in several encodings. */
export function* pathRequests(params: Record<string, string>): Generator<Sent> {
  for (const spec of Object.values(endpoints)) {
    for (const [name] of Object.entries(params)) {
      if (!spec.path.includes(`:${name}`)) continue;
      for (const text of texts.filter((t) => t.isWellFormed())) {
        const written = [encodeURIComponent(text)];
        if (text.length < 8) written.push(encodeURIComponent(encodeURIComponent(text)));
        for (const param of written)
          yield {
            method: spec.method,
            url: addressOf(spec, { ...params, [name]: param }),
            ...(spec.body ? { body: {} } : {}),
          };
      }
    }
  }
}
