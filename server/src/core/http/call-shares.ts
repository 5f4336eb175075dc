// Calls share the pool of connections; these shares bound the connections that one kind of caller holds.
import { Semaphore } from 'async-mutex';
import type pg from 'pg';
import { PortalError } from '#core/errors.ts';
import { afterRunning, connectionWaitMs, traitsOf } from '#db/pool.ts';

export type Share = <T>(work: () => Promise<T>) => Promise<T>;
/** Number of transactions that wait for a share: of a tenant, and of the controllers. */
export type Waiting = { tenant: number; controllers: number };

/** Resolves with the release of a place in the semaphore. Throws unavailable after `connectionWaitMs`. */
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
function halfOf(pool: pg.Pool, waiting: Waiting, whose: keyof Waiting): Share {
  const semaphore = new Semaphore(Math.max(1, Math.floor(traitsOf(pool).size / 2)));
  const waitForPlace = () => {
    waiting[whose]++;
    return place(semaphore).finally(() => waiting[whose]--);
  };
  return async (work) => {
    // a timer costs more than most calls have to wait
    const release = semaphore.isLocked() ? await waitForPlace() : (await semaphore.acquire())[1];
    try {
      return await work();
    } finally {
      release();
    }
  };
}

/** The shares of the pool's connections. */
export function callShares(pool: pg.Pool) {
  const waiting: Waiting = { tenant: 0, controllers: 0 };
  const ofTenants = new Map<string, Share>();
  return {
    /**
     * The share of the transactions of all controllers. After a change that concerns a thousand controllers, or while the disk is
     * slow to flush their commits, they would otherwise hold all connections, and lists would wait.
     */
    controllerCalls: halfOf(pool, waiting, 'controllers'),
    /**
     * The share of each tenant's profiles and of its calls without a session. Slow lists of one tenant would otherwise hold all
     * connections, and every other tenant would get 503.
     */
    tenantCalls: (tenantId: string): Share => {
      const share = ofTenants.get(tenantId) ?? halfOf(pool, waiting, 'tenant');
      ofTenants.set(tenantId, share);
      return share;
    },
    waiting,
  };
}
