// Everything that a refused request must leave unchanged: the stored content, as hashes.
import { createHash } from 'node:crypto';
import type { Database } from '#db/connect.ts';

type System = Pick<Database, 'system'>;

/** The portal's tables, without the partitions of events. */
export async function tenantTables({ system }: System): Promise<string[]> {
  const { rows } = await system.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)
    order by 1`);
  return rows.map((r) => r.name);
}

/** Columns that are left out, since reads update the time of last use. */
const ignoredColumns = `'{last_active_at,portal_active_at,last_used_at}'::text[]`;

const tablesOf = new WeakMap<object, Promise<string[]>>();

/** Hashes of the content by table, read as the owner, of both tenants or of one. `except`: tables that may change. */
export async function stateOf(
  { system }: System,
  { except = [], tenant }: { except?: readonly string[]; tenant?: string } = {},
): Promise<Record<string, string>> {
  const all = tablesOf.get(system) ?? tenantTables({ system });
  tablesOf.set(system, all);
  const tables = (await all).filter((table) => !except.includes(table));
  const rows = tenant === undefined ? '' : `where tenant_id = '${tenant}'`;
  const one = (table: string) => `select '${table}' as name, (
    select count(*) || ' rows ' || md5(coalesce(string_agg(r, ',' order by r), ''))
    from (select (to_jsonb(t) - ${ignoredColumns})::text as r from ${table} t ${rows}) q) as hash`;
  const text = tables.map(one).join(' union all ');
  // prepared, since planning it takes five times as long as running it
  const name = createHash('md5').update(text).digest('hex');
  const found = await system.query<{ name: string; hash: string }>({ name, text });
  return Object.fromEntries(found.rows.map((row) => [row.name, row.hash]));
}
