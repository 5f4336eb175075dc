// Calls share the pool of connections; these bound how many of the connections one kind of caller holds.
import { Semaphore } from 'async-mutex';
import type pg from 'pg';
import { PortalError } from '#core/errors.ts';
import { afterRunning, connectionWaitMs, traitsOf } from '#db/pool.ts';

export type Share = <T>(work: () => Promise<T>) => Promise<T>;

/** A place of the semaphore, to be released. Throws unavailable after `connectionWaitMs`. */
function place(semaphore: Semaphore): Promise<() => void> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const stop = afterRunning(connectionWaitMs, () => {
      isLate = true;
      reject(new PortalError('unavailable'));
    });
    void semaphore.acquire().then(([, release]) => {
      if (isLate) return release();
      stop();
      return resolve(release);
    });
  });
}

/**
 * Runs transactions, at most half as many at once as the pool has connections. None may begin another within. Throws unavailable
 * for one that waits as long as a request may wait for a connection.
 */
function halfOf(pool: pg.Pool): Share {
  const semaphore = new Semaphore(Math.max(1, Math.floor(traitsOf(pool).size / 2)));
  return async (work) => {
    // a timer costs more than most calls have to wait for
    const release = semaphore.isLocked() ? await place(semaphore) : (await semaphore.acquire())[1];
    try {
      return await work();
    } finally {
      release();
    }
  };
}

/**
 * The share of the transactions of all controllers. After a change that concerns a thousand controllers, or while the disk is slow
 * to flush their commits, they would otherwise hold all connections, and lists would wait.
 */
export const controllerCalls = (pool: pg.Pool): Share => halfOf(pool);

/**
 * The share of the people of each tenant, and of all who call it without a session. Slow lists of one tenant would otherwise hold all
 * connections, and every other tenant would get 503.
 */
export function tenantCalls(pool: pg.Pool): (tenantId: string) => Share {
  const shares = new Map<string, Share>();
  return (tenantId) => {
    const share = shares.get(tenantId) ?? halfOf(pool);
    shares.set(tenantId, share);
    return share;
  };
}
