// The cursor: the end of a page, as opaque text that is valid for one query.
import { hash } from 'node:crypto';
import { uuid } from '@keyward/contract/characters';
import { LRUCache } from 'lru-cache';
import { PortalError } from '#core/errors.ts';
import type { Column } from '#core/list/types.ts';

/** The end of a page: the sort values of the last row as the database prints them, and its id. */
export type Position = { keys: string[]; id: string };

/** Fingerprints by shape, for up to 500,000 characters of shapes. */
const fingerprints = new LRUCache<string, string>({ maxSize: 500_000, sizeCalculation: (_, shape) => shape.length });
function fingerprint(shape: string): string {
  const known = fingerprints.get(shape) ?? hash('sha256', shape, 'base64url').slice(0, 16);
  fingerprints.set(shape, known);
  return known;
}

/** Opaque text that continues the query of this shape after `position`. */
export function printCursor(shape: string, { keys, id }: Position): string {
  return Buffer.from(JSON.stringify([fingerprint(shape), ...keys, id])).toString('base64url');
}

const instant = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d{1,6})?\+00$/;

const isKey: Record<Column['type'], (text: string) => boolean> = {
  text: (text) => text.isWellFormed() && !text.includes('\0'),
  enum: (text) => text.isWellFormed() && !text.includes('\0'),
  id: (text) => uuid.test(text),
  boolean: (text) => text === 'true' || text === 'false',
  number: (text) => /^-?\d{1,18}$/.test(text),
  instant(text) {
    if (text === '-infinity' || text === 'infinity') return true;
    const [, day, time] = instant.exec(text) ?? [];
    const date = new Date(`${day}T${time}Z`);
    return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${day}T${time}`) && !text.startsWith('0000');
  },
};

/**
 * Reads a cursor. It needs no signature: it holds only a position in the order, its values become parameters of the
 * column's type, and the actor's scope is applied to every page. Throws PortalError invalidCursor.
 */
export function readCursor(text: string, shape: string, types: readonly Column['type'][]): Position {
  const [print, ...rest] = decode(text);
  const id = rest.pop();
  const valid =
    print === fingerprint(shape) &&
    id !== undefined &&
    uuid.test(id) &&
    rest.length === types.length &&
    types.every((type, i) => isKey[type](rest[i] ?? ''));
  if (!valid) throw new PortalError('invalidCursor', { field: 'cursor' });
  return { keys: rest, id };
}

function decode(text: string): string[] {
  if (text.length > 4096 || !/^[\w-]+$/.test(text)) return [];
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(parts) && parts.every((part) => typeof part === 'string') ? parts : [];
  } catch {
    return [];
  }
}
