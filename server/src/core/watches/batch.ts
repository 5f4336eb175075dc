// The owners whose watches are judged in one transaction.
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { holdProfiles } from '#core/auth/hold-profiles.ts';
import type { Db } from '#db/tenant.ts';
import { type Among, lockWatches, type StoredWatch, type WatchOwner } from './queries.ts';

/** Maximum owners whose watches are judged in one transaction; their rights are read together. */
export const ownersAtOnce = 50;
/** Maximum watches of these owners, which cannot be edited until then. Those of one owner are judged in one transaction. */
const watchesAtOnce = 100;

/** Owners of a watch that could not be judged are judged apart for this long, in ms, so that others are judged only once. */
const apartMs = 5 * 60_000;
const apart = new LRUCache<string, true>({ max: 1_000, ttl: apartMs });
type Tenant = Pick<Db, 'tenantId'>;
const keyOf = ({ tenantId }: Tenant, ownerId: string) => `${tenantId} ${ownerId}`;

export const judgeApart = (db: Tenant, ownerId: string): void => void apart.set(keyOf(db, ownerId), true);

/** The first of these owners, whose watches are judged in the next transaction. */
function nextBatch(db: Tenant, owners: readonly WatchOwner[]): WatchOwner[] {
  const batch: WatchOwner[] = [];
  let watches = 0;
  for (const owner of owners) {
    watches += owner.watches;
    const isApart = apart.has(keyOf(db, owner.id));
    const isFull = isApart || batch.length === ownersAtOnce || watches > watchesAtOnce;
    if (batch.length > 0 && isFull) break;
    batch.push(owner);
    if (isApart) break;
  }
  return batch;
}

const idsOf = (owners: readonly WatchOwner[]) => owners.map(({ id }) => id);

/**
 * Holds the owners before the first whose profile is being edited or deleted, or the first alone, if it is the busy one: it is
 * waited for without holding the profiles of the others, which may be edited as well.
 */
async function holdBatch(db: Db, owners: readonly WatchOwner[]): Promise<readonly WatchOwner[]> {
  const [first] = owners;
  if (!first) return [];
  await sql`savepoint profiles`.execute(db);
  const free = new Set(await holdProfiles(db, idsOf(owners), 'leaves out'));
  if (free.has(first.id)) {
    await sql`release savepoint profiles`.execute(db);
    const busy = owners.findIndex(({ id }) => !free.has(id));
    return busy === -1 ? owners : owners.slice(0, busy);
  }
  await sql`rollback to savepoint profiles`.execute(db);
  await holdProfiles(db, [first.id]);
  return [first];
}

/** Locks the watches of the first of these owners for judging. */
export async function lockBatch(
  db: Db,
  owners: readonly WatchOwner[],
  among?: Among,
): Promise<{ owners: readonly WatchOwner[]; watches: StoredWatch[] }> {
  const held = await holdBatch(db, nextBatch(db, owners));
  return { owners: held, watches: await lockWatches(db, idsOf(held), among) };
}
