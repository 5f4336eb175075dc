// The ids of rows that watches remember, read for a few watches at a time.
import type { Db } from '#db/tenant.ts';
import { readKnown, type StoredWatch } from './queries.ts';

/** Maximum ids in one result: the watches of one transaction may remember 200,000. */
const idsAtOnce = 10_000;

export type KnownOf = (watch: Pick<StoredWatch, 'id'>) => Promise<ReadonlySet<string>>;

/** Reads the ids that a watch remembers. Called in the order of `watches`, most are read together with those of one before. */
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
