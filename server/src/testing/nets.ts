// Tenancy has two nets: the predicate on every query, and row-level security. Tests take one away.
import type pg from 'pg';
import type { Database } from '#db/connect.ts';
import { tenantNet } from '#db/tenant-plugin.ts';
import { tenantTables } from './state.ts';

export type Nets = 'both' | 'row-level security alone' | 'the predicate alone';

/** Before the first connection. The predicate is off for the whole process: `restoreNets` afterwards. */
export async function leaveNets(database: Pick<Database, 'app' | 'system'>, nets: Nets): Promise<void> {
  if (nets === 'the predicate alone') await dropRowLevelSecurity(database);
  if (nets === 'row-level security alone') {
    database.app.on('connect', withoutPredicate);
    tenantNet.predicate = false;
  }
}

export const restoreNets = (): void => void (tenantNet.predicate = true);

export async function dropRowLevelSecurity(database: Pick<Database, 'system'>): Promise<void> {
  for (const table of await tenantTables(database))
    await database.system.query(
      `alter table ${table} no force row level security; alter table ${table} disable row level security`,
    );
}

/** Takes the tenant's comparison out of ready-made SQL too, which carries it in its text. */
function withoutPredicate(client: pg.PoolClient) {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const strip = (text: string) => text.replace(/\b(?:\w+\.)?tenant_id = \$1(?:::uuid)?(?!\d)/g, '$1::uuid is not null');
  const stripped = (what: unknown, ...rest: unknown[]) =>
    query(
      typeof what === 'object' && what !== null && 'text' in what ? { ...what, text: strip(String(what.text)) } : what,
      ...rest,
    );
  client.query = stripped as typeof client.query;
}
