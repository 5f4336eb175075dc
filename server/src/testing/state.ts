// Everything that a refused request must leave unchanged: the stored content, as hashes.
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

/** Reads update the time of last use, so it is excluded. */
const ignoredColumns = `'{last_active_at,portal_active_at,last_used_at}'::text[]`;

/** Hashes of the content by table, read as the owner, of both tenants or of one. `but`: tables that may change. */
export async function stateOf(
  { system }: System,
  { except = [], tenant }: { except?: readonly string[]; tenant?: string } = {},
): Promise<Record<string, string>> {
  const tables = (await tenantTables({ system })).filter((table) => !except.includes(table));
  const one = (table: string) => `select '${table}' as name, (
    select count(*) || ' rows ' || md5(coalesce(string_agg(r, ',' order by r), ''))
    from (select (to_jsonb(t) - ${ignoredColumns})::text as r from ${table} t where $1::uuid is null or tenant_id = $1) q) as hash`;
  const { rows } = await system.query<{ name: string; hash: string }>(tables.map(one).join(' union all '), [
    tenant ?? null,
  ]);
  return Object.fromEntries(rows.map((r) => [r.name, r.hash]));
}
