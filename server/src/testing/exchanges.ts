import type pg from 'pg';
import type { Portal } from './portal.ts';

/**
 * The statements that a request sends to the database and their answers, in order: 'caller sent', 'caller answered'. Only those
 * whose text matches one of `names`.
 */
export async function exchangesOf(
  portal: Portal,
  names: Record<string, RegExp>,
  request: () => Promise<unknown>,
): Promise<string[]> {
  const steps: string[] = [];
  const { pool } = portal.app.deps;
  const connect = pool.connect.bind(pool) as (done?: unknown) => Promise<pg.PoolClient>;
  const observed: unknown = async (done?: unknown) => {
    // the pool's own `query` uses this, for the readiness check
    if (done) return connect(done);
    const client = await connect();
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      const answered = args.at(-1);
      const { text = '' } = args[0] as { text?: string };
      // others are left out: after a change, for instance, the portal refreshes its caches
      const name = Object.keys(names).find((one) => names[one]?.test(text));
      if (typeof answered === 'function' && name) {
        steps.push(`${name} sent`);
        args[args.length - 1] = (...result: unknown[]) => {
          steps.push(`${name} answered`);
          return answered(...result) as unknown;
        };
      }
      return query(...args);
    }) as typeof client.query;
    const release = client.release.bind(client);
    client.release = (error) => {
      client.query = query as typeof client.query;
      client.release = release;
      release(error);
    };
    return client;
  };
  Object.assign(pool, { connect: observed });
  try {
    await request();
  } finally {
    // restores the pool's own method
    Reflect.deleteProperty(pool, 'connect');
  }
  return steps;
}
