import { hash } from 'node:crypto';

/** An entry that a controller holds. */
export type Entry = { id: string; hash: string };

/** The digest of docs/gateway.md, section 4. */
export const digestOf = (entries: readonly Entry[]): string =>
  hash(
    'sha256',
    entries
      .map((entry) => `${entry.id} ${entry.hash}\n`)
      .toSorted()
      .join(''),
    'hex',
  );
