import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { type Self, supervise } from '#core/jobs/background.ts';
import { traitsOf } from '#db/pool.ts';
import { type Gathered, read } from './gather.ts';

export const channel = 'keyward_live';

export type Listening = { stop: () => Promise<void> };
type Ears = {
  hear: (tenantId: string, gathered: Gathered) => void;
  /** From now on changes are heard: until now something may have been missed. */
  missed: () => void;
  /** Until then nothing is heard. */
  lost: () => void;
};

/** LISTEN on a connection of its own, which comes back when it is lost. */
export function startListening(pool: pg.Pool, log: FastifyBaseLogger, ears: Ears): Listening {
  // a pooler in transaction mode would give the connection, and what it hears, to somebody else
  const { direct } = traitsOf(pool);
  return supervise('live', log, async (self: Self) => {
    const client = new pg.Client({
      ...(direct === undefined ? {} : { connectionString: direct }),
      application_name: 'keyward live',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    const lost = Promise.withResolvers<never>();
    lost.promise.catch(ears.lost); // before it is waited for
    client.on('error', lost.reject);
    client.on('end', () => lost.reject(new Error('the connection that listens for changes was closed')));
    client.on('notification', ({ payload }) => {
      const told = payload === undefined ? undefined : read(payload);
      if (told) ears.hear(told.tenantId, told.gathered);
    });
    const stop = () => client.end().catch(() => {});
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
    } catch (error) {
      await stop();
      throw error;
    }
    self.well();
    ears.missed();
    return { ended: lost.promise, stop };
  });
}
