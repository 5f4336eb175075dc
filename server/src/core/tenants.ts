import type pg from 'pg';
import { runSqlOutsideTenants, sql } from '#db/sql.ts';
import type { Db } from '#db/tenant.ts';

/** Lifetime of a host's cached tenant in ms. Only its identity is cached: suspension is checked in each transaction. */
const cacheMs = 5000;

export type Tenant = { id: string; slug: string };

/**
 * The tenant of a host (lower case, without port), or undefined. A tenant of the demo data, whose passwords are public, is found
 * only in demo mode (docs/decisions/0141): elsewhere its sessions, tokens and links open nothing. Unknown hosts are not cached,
 * so that a new tenant is served at once and invented host names cannot fill the memory.
 */
export function tenantFinder(pool: pg.Pool, demo: boolean) {
  const cache = new Map<string, Tenant & { until: number }>();
  return async (host: string): Promise<Tenant | undefined> => {
    const cached = cache.get(host);
    if (cached && cached.until > performance.now()) return cached;
    const [tenant] = await runSqlOutsideTenants<Tenant>(
      pool,
      sql`select t.id, t.slug from tenant_host h join tenant t on t.id = h.tenant_id
        where h.host = ${host} and (not t.demo or ${demo})`,
    );
    if (tenant) cache.set(host, { ...tenant, until: performance.now() + cacheMs });
    else cache.delete(host);
    return tenant;
  };
}

/** Short names of the tenants of the demo data. */
export async function demoSlugs(system: pg.Pool): Promise<string[]> {
  const { rows } = await system.query<{ slug: string }>('select slug from tenant where demo order by slug');
  return rows.map(({ slug }) => slug);
}

export async function isDemoTenant(db: Db): Promise<boolean> {
  const tenant = await db.selectFrom('tenant').select('demo').where('id', '=', db.tenantId).executeTakeFirst();
  return tenant?.demo === true;
}

/** The host name of a Host header: lower case, without port; undefined when malformed. */
export function hostName(header: string | undefined): string | undefined {
  const match = /^([a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i.exec(header ?? '');
  return match?.[1]?.toLowerCase();
}
