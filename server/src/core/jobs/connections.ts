import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { silentFromNow, socketOf } from '#db/connections.ts';
import { afterRunning } from '#db/pool.ts';
import { type BackgroundLog, supervise } from './background.ts';

const everyMs = 2_000;
/** A database counts as silent if it does not answer the smallest statement for this long, in ms. */
const silentMs = 3_000;

/** Waits for an answer of the database. When it is silent, closes all connections that have received nothing either. */
async function answered(question: () => Promise<unknown>): Promise<void> {
  const closeSilent = silentFromNow();
  const silence = Promise.withResolvers<never>();
  const stopWaiting = afterRunning(silentMs, () => {
    closeSilent();
    silence.reject(new Error(`the database was silent for ${silentMs / 1000} seconds`));
  });
  try {
    await Promise.race([question(), silence.promise]);
  } finally {
    stopWaiting();
  }
}

/**
 * Checks the database itself (no pooler) at intervals, on a connection of its own. Jobs may take long and listeners receive
 * nothing for hours, so by themselves they do not notice dead connections. When these are closed, they start again as after a
 * restart of the database.
 */
export function watchConnections(url: string, log: BackgroundLog): { stop: () => Promise<void> } {
  return supervise('connections', log, (self) => {
    const client = new pg.Client({ connectionString: url, application_name: 'keyward connections' });
    client.on('error', () => {}); // the next statement reports it
    const stopping = new AbortController();
    const watch = async () => {
      await answered(() => client.connect());
      while (!stopping.signal.aborted) {
        await answered(() => client.query('select 1'));
        self.healthy();
        await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => {});
      }
    };
    return {
      ended: watch(),
      stop: () => {
        stopping.abort();
        // no graceful close: the database may be gone
        socketOf(client).destroy();
      },
    };
  });
}
