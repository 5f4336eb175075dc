// Calls of controllers share the pool of connections with people's; this bounds how many of the connections they hold.
import { Semaphore, withTimeout } from 'async-mutex';
import type pg from 'pg';
import { PortalError } from '#core/errors.ts';
import { connectionWaitMs, traitsOf } from '#db/pool.ts';

/**
 * Runs the transactions of controllers, at most half as many at once as the pool has connections. After a change that
 * concerns a thousand controllers, or while the disk is slow to flush their commits, they would otherwise hold all of
 * them, and lists would wait. Throws unavailable for one that waits as long as a request may wait for a connection.
 */
export function controllerCalls(pool: pg.Pool): <T>(work: () => Promise<T>) => Promise<T> {
  const slots = Math.max(1, Math.floor(traitsOf(pool).size / 2));
  const semaphore = withTimeout(new Semaphore(slots), connectionWaitMs, new PortalError('unavailable'));
  return (work) => semaphore.runExclusive(work);
}
