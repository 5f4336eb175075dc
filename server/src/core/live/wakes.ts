import { afterCommit, type Db } from '#db/tenant.ts';

type Listener = (controllerIds: readonly string[]) => void;
const listeners = new Set<Listener>();

/** Subscribes to the committed wakes of this process. Returns the unsubscribe function. */
export function onWake(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Wakes the waiting polls of these controllers after the commit, in every process. A lost wake delays a controller by one poll at
 * most, since each poll begins by reading the stored state.
 */
export function wakeControllers(db: Db, controllerIds: readonly string[]): void {
  if (listeners.size === 0 || controllerIds.length === 0) return;
  afterCommit(db, () => {
    for (const listener of listeners) listener(controllerIds);
  });
}
