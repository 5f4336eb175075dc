import { afterEach, expect, test, vi } from 'vitest';
import { newKey } from '#lib/api.ts';
import { askPin } from './usePin.ts';

// the cache of calls adds a listener for the browser's connection
vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));

afterEach(() => void vi.unstubAllGlobals());

/** Drops the first answer, and answers the same key with the same PIN. */
function server() {
  const made: (string | null)[] = [];
  let asked = 0;
  // a GET call looks on `window` for an answer that the page has requested ahead
  vi.stubGlobal('window', {});
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    const key = new Headers(init.headers).get('idempotency-key');
    if (!made.includes(key)) made.push(key);
    if (asked++ === 0) throw new TypeError('Failed to fetch');
    return Response.json({ data: `PIN ${made.indexOf(key)}` });
  });
}

test('a reset repeated in the same question shows the PIN of the first try', async () => {
  server();
  const id = crypto.randomUUID();
  const question = newKey();
  await expect(askPin('reset', id, question)).rejects.toThrow('noAnswer');
  expect(await askPin('reset', id, question)).toBe('PIN 0');
});

test('a reset confirmed in another question after a lost answer makes another PIN', async () => {
  server();
  const id = crypto.randomUUID();
  await expect(askPin('reset', id, newKey())).rejects.toThrow('noAnswer');
  expect(await askPin('reset', id, newKey())).toBe('PIN 1');
});
