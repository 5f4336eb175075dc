import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { type TaskControl, supervise } from '#core/jobs/background.ts';
import { traitsOf } from '#db/pool.ts';
import { type ChangeSet, decodeChanges } from './change-set.ts';

export const channel = 'keyward_live';

export type Listening = { stop: () => Promise<void> };
type Handlers = {
  received: (tenantId: string, changeSet: ChangeSet) => void;
  /** The connection listens from now on; changes before may have been missed. */
  connected: () => void;
  /** The connection was lost; changes are missed until `missed` is called. */
  lost: () => void;
};

/** Runs LISTEN on a dedicated connection, which reconnects when lost. */
export function startListening(pool: pg.Pool, log: FastifyBaseLogger, handlers: Handlers): Listening {
  // a pooler in transaction mode would hand the connection and its notifications to another client
  const { direct } = traitsOf(pool);
  return supervise('live', log, async (self: TaskControl) => {
    const client = new pg.Client({
      ...(direct === undefined ? {} : { connectionString: direct }),
      application_name: 'keyward live',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    const disconnected = Promise.withResolvers<never>();
    disconnected.promise.catch(handlers.lost); // attached before anything awaits the promise
    client.on('error', disconnected.reject);
    client.on('end', () => disconnected.reject(new Error('the connection listening for changes was closed')));
    client.on('notification', ({ payload }) => {
      const message = payload === undefined ? undefined : decodeChanges(payload);
      if (message) handlers.received(message.tenantId, message.changeSet);
    });
    const stop = () => client.end().catch(() => {});
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
    } catch (error) {
      await stop();
      throw error;
    }
    self.healthy();
    handlers.connected();
    return { ended: disconnected.promise, stop };
  });
}
