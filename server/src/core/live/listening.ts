import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { type TaskControl, supervise } from '#core/jobs/background.ts';
import { remember } from '#db/connections.ts';
import { keepAlive, traitsOf } from '#db/pool.ts';

export type Listening = { stop: () => Promise<void> };
type Handlers = {
  received: (payload: string) => void;
  /** Called when the connection listens; earlier notifications may have been missed. */
  connected: () => void;
  /** Called when the connection was lost; notifications are missed until `connected` is called. */
  lost?: () => void;
};

/** Runs LISTEN for one channel on a dedicated connection, which reconnects when lost. */
export function startListening(
  pool: pg.Pool,
  log: FastifyBaseLogger,
  { name, channel }: { name: string; channel: string },
  handlers: Handlers,
): Listening {
  // a pooler in transaction mode would hand the connection and its notifications to another client
  const { direct } = traitsOf(pool);
  return supervise(name, log, async (self: TaskControl) => {
    const client = new pg.Client({
      ...(direct === undefined ? {} : { connectionString: direct }),
      application_name: `keyward ${name}`,
      connectionTimeoutMillis: 5_000,
      ...keepAlive,
    });
    const disconnected = Promise.withResolvers<never>();
    // attached before anything awaits the promise
    disconnected.promise.catch(() => handlers.lost?.());
    client.on('error', disconnected.reject);
    client.on('end', () => disconnected.reject(new Error('the connection listening for changes was closed')));
    client.on('notification', ({ payload }) => {
      if (payload !== undefined) handlers.received(payload);
    });
    const stop = () => client.end().catch(() => {});
    try {
      await client.connect();
      remember(client);
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
