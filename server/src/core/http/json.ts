import { PortalError } from '#core/errors.ts';

const maxDepth = 32;
/** Length limit of a key as written, in UTF-16; column and setting names have up to 100 characters, escaped or not. */
const maxKey = 602;
/**
 * Maximum number of different keys. Each new key costs JSON.parse a new object shape, many times the cost of a repeated key.
 * Large bodies have records with the same keys, and a setting of 16 KiB has fewer keys than this.
 */
export const maxDifferentKeys = 3000;

/**
 * Parses a JSON request body. Beyond JSON.parse it refuses input that parsers interpret differently
 * (RFC 8259, section 4): duplicate keys, `__proto__` or `constructor` keys, and nesting deeper than 32. `maxKeys` limits
 * the keys of all objects together, of which 3,000 may be different.
 * Throws PortalError badRequest; tooLarge when there are more keys.
 */
export function parseJson(text: string, maxKeys = 10_000): unknown {
  check(text, maxKeys);
  try {
    return JSON.parse(text);
  } catch {
    throw new PortalError('badRequest');
  }
}

/** Scans strings and brackets in one pass; JSON.parse reports malformed text. */
function check(text: string, maxKeys: number) {
  let count = 0;
  /** The keys as they are written, with their parsed form. */
  const different = new Map<string, string>();
  const keys: (Set<string> | null)[] = [];
  let expectKey = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === '"') {
      const end = endOfString(text, i);
      if (expectKey) {
        if (++count > maxKeys) throw new PortalError('tooLarge');
        if (end - i >= maxKey) throw new PortalError('badRequest');
        addKey(keys.at(-1), text.slice(i, end + 1), different);
      }
      expectKey = false;
      i = end;
    } else if (c === '{' || c === '[') {
      if (keys.length >= maxDepth) throw new PortalError('badRequest');
      keys.push(c === '{' ? new Set() : null);
      expectKey = c === '{';
    } else if (c === '}' || c === ']') {
      keys.pop();
      expectKey = false;
    } else if (c === ',') expectKey = keys.at(-1) !== null;
  }
}

function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === '"') return i;
  }
  return text.length;
}

function readKey(literal: string): string {
  let key: string;
  try {
    key = JSON.parse(literal) as string;
  } catch {
    throw new PortalError('badRequest');
  }
  if (key === '__proto__' || key === 'constructor') throw new PortalError('badRequest');
  return key;
}

function addKey(keys: Set<string> | null | undefined, literal: string, different: Map<string, string>) {
  const known = different.get(literal);
  if (known === undefined && different.size === maxDifferentKeys) throw new PortalError('tooLarge');
  const key = known ?? readKey(literal);
  if (known === undefined) different.set(literal, key);
  if (!keys || keys.has(key)) throw new PortalError('badRequest');
  keys.add(key);
}
