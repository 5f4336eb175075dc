import type { LiveResource } from '@keyward/contract/resources';
import { afterCommit, type Db } from '#db/tenant.ts';

/** The kind of rows that change: those of a resource, or inboxes. */
export type LiveName = LiveResource | 'inbox';

/** A change in a tenant. A row that moved carries both its old and its new location. */
export type Change = {
  tenantId: string;
  resource: LiveName;
  /** The id of the row. Absent for a resource whose rows are not named, and for rows that are too many to list. */
  id?: string;
  /** tag_value ids, or `everywhere`; empty: unassigned, visible only with all-data access. For an inbox, the profile. */
  locations: readonly string[];
};
/** Stands for all locations. */
export const everywhere = '*';

type Listener = (changes: readonly Change[]) => void;

const listeners = new Set<Listener>();

/** Subscribes to the committed changes of this process. Returns the unsubscribe function. */
export function onChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Publishes changes to open lists after the commit. Losing a hint only delays a refresh, because lists read the database.
 * Hints are therefore batched after the commit (live/hub.ts) instead of sent by NOTIFY inside the transaction, which
 * would serialise the commits of all writers.
 */
export function announce(db: Db, changes: readonly Omit<Change, 'tenantId'>[]): void {
  if (listeners.size === 0 || changes.length === 0) return;
  const { tenantId } = db;
  const stored = changes.map((change) => ({ ...change, tenantId }));
  afterCommit(db, () => {
    for (const listener of listeners) listener(stored);
  });
}

/** Publishes that any number of rows of these resources changed, at any location. */
export const announceAll = (db: Db, resources: readonly LiveResource[]): void =>
  announce(
    db,
    resources.map((resource) => ({ resource, locations: [everywhere] })),
  );
