import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { traitsOf } from '#db/pool.ts';
import { type Gathered, read } from './gather.ts';

export const channel = 'keyward_live';
const againMs = 1_000;

export type Listening = { stop: () => Promise<void> };
type Ears = {
  hear: (tenantId: string, gathered: Gathered) => void;
  /** From now on changes are heard: until now something may have been missed. */
  missed: () => void;
};

/** LISTEN on a connection of its own, which comes back when it is lost. */
export function startListening(pool: pg.Pool, log: FastifyBaseLogger, ears: Ears): Listening {
  // a pooler in transaction mode would give the connection, and what it hears, to somebody else
  const { direct } = traitsOf(pool);
  let client: pg.Client | undefined;
  let again: NodeJS.Timeout | undefined;
  let stopped = false;

  async function connect(): Promise<void> {
    const next = new pg.Client({
      ...(direct === undefined ? {} : { connectionString: direct }),
      application_name: 'keyward live',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    client = next;
    next.on('error', (error) => lost(next, error));
    next.on('end', () => lost(next, undefined));
    next.on('notification', ({ payload }) => {
      const told = payload === undefined ? undefined : read(payload);
      if (told) ears.hear(told.tenantId, told.gathered);
    });
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
      ears.missed();
    } catch (error) {
      lost(next, error);
    }
  }
  function lost(which: pg.Client, error: unknown): void {
    if (stopped || which !== client) return;
    client = undefined;
    log.debug({ err: error }, 'not listening for changes');
    void which.end().catch(() => {});
    again = setTimeout(() => void connect(), againMs);
  }
  void connect();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(again);
      await client?.end().catch(() => {});
    },
  };
}
