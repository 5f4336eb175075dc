// The rows that watches remember, read of a few watches at a time.
import type { Db } from '#db/tenant.ts';
import { readKnown, type StoredWatch } from './queries.ts';

/** Ids in one result: the watches of one transaction may remember 200,000. */
const idsAtOnce = 10_000;

export type KnownOf = (watch: Pick<StoredWatch, 'id'>) => Promise<ReadonlySet<string>>;

/** What each of these watches remembers. In their order, most are read together with one before. */
export function readInOrder(db: Db, watches: readonly StoredWatch[]): KnownOf {
  const remembering = watches.filter(({ remembers }) => (remembers ?? 0) > 0);
  let read: ReadonlyMap<string, readonly string[]> = new Map();
  return async ({ id }) => {
    if (!read.has(id)) {
      const from = remembering.findIndex((watch) => watch.id === id);
      if (from === -1) return new Set();
      let to = from;
      for (let ids = 0; to < remembering.length; to++) {
        ids += remembering[to]?.remembers ?? 0;
        if (to > from && ids > idsAtOnce) break;
      }
      read = await readKnown(
        db,
        remembering.slice(from, to).map((watch) => watch.id),
      );
    }
    return new Set(read.get(id));
  };
}
