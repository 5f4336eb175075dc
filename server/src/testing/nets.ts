// Tenancy has two nets: the predicate on every query, and row-level security. Tests disable one of them.
import type pg from 'pg';
import type { Database } from '#db/connect.ts';
import { tenantNet } from '#db/tenant-plugin.ts';
import { tenantTables } from './state.ts';

export type Nets = 'both' | 'row-level security alone' | 'the predicate alone';

/** Disables one of the nets. Call before the first connection. The predicate is off for the whole process until `restoreNets`. */
export async function leaveNets(database: Pick<Database, 'app' | 'system'>, nets: Nets): Promise<void> {
  if (nets === 'the predicate alone') await dropRowLevelSecurity(database);
  if (nets === 'row-level security alone') tenantNet.predicate = false;
}

export const restoreNets = (): void => void (tenantNet.predicate = true);

export async function dropRowLevelSecurity(database: Pick<Database, 'system'>): Promise<void> {
  for (const table of await tenantTables(database))
    await database.system.query(
      `alter table ${table} no force row level security; alter table ${table} disable row level security`,
    );
}

/** Passes the text of each statement to `onQuery`. Call before the first connection. */
export function watchQueries(pool: pg.Pool, onQuery: (text: string) => void): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const watched = (what: unknown, ...rest: unknown[]) => {
      if (typeof what === 'string') onQuery(what);
      else if (typeof what === 'object' && what !== null && 'text' in what) onQuery(String(what.text));
      return query(what, ...rest);
    };
    client.query = watched as typeof client.query;
  });
}
