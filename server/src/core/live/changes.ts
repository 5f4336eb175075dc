import type { LiveResource } from '@keyward/contract/resources';
import { afterCommit, type Db } from '#db/tenant.ts';

/** Something that changed in a tenant. A thing that moved is told of at both places. */
export type Change = {
  tenantId: string;
  resource: LiveResource;
  /** The row; absent for a resource whose rows are not named. */
  id?: string;
  /** tag_value ids; where nothing is, only those who see everything are told. */
  locations: readonly string[];
};
type Listener = (changes: readonly Change[]) => void;

const listeners = new Set<Listener>();

/** Hears of every stored change of this process. Returns what ends it. */
export function onChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Tells those who look at lists that something changed, once the transaction is stored. A hint that is lost costs
 * nothing but time: lists ask the database. So it goes out after the commit, gathered (live/hub.ts), and not as NOTIFY
 * in the transaction, which would make the commits of all writers wait for one another.
 */
export function announce(db: Db, changes: readonly Omit<Change, 'tenantId'>[]): void {
  if (listeners.size === 0 || changes.length === 0) return;
  const { tenantId } = db;
  const told = changes.map((change) => ({ ...change, tenantId }));
  afterCommit(db, () => {
    for (const listener of listeners) listener(told);
  });
}
