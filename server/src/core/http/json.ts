import { PortalError } from '#core/errors.ts';

const maxDepth = 32;
/** Length limit of a key as written, in UTF-16; column and setting names have up to 100 characters, escaped or not. */
const maxKey = 602;

/**
 * Parses a JSON request body. Beyond JSON.parse it refuses input that parsers interpret differently
 * (RFC 8259, section 4): duplicate keys, `__proto__` or `constructor` keys, and nesting deeper than 32. `maxKeys` limits
 * the keys of all objects together.
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
  const keys: (Set<string> | null)[] = [];
  let expectKey = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === '"') {
      const end = endOfString(text, i);
      if (expectKey) {
        if (++count > maxKeys) throw new PortalError('tooLarge');
        if (end - i >= maxKey) throw new PortalError('badRequest');
        addKey(keys.at(-1), text.slice(i, end + 1));
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

function addKey(keys: Set<string> | null | undefined, literal: string) {
  let key: string;
  try {
    key = JSON.parse(literal) as string;
  } catch {
    throw new PortalError('badRequest');
  }
  if (!keys || keys.has(key) || key === '__proto__' || key === 'constructor') throw new PortalError('badRequest');
  keys.add(key);
}
