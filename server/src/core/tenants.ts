import type pg from 'pg';
import { outsideTenants } from '#db/tenant.ts';

/** How long an answer of the host list is kept. Only the identity is: suspension is judged in each transaction. */
const keepMs = 5000;

export type Tenant = { id: string; slug: string };

/**
 * The tenant that answers at a host (lower case, without port), or undefined. Unknown hosts are not remembered, so
 * that a new tenant answers at once and a flood of invented names fills no memory.
 */
export function tenantFinder(pool: pg.Pool) {
  const known = new Map<string, Tenant & { until: number }>();
  return async (host: string): Promise<Tenant | undefined> => {
    const kept = known.get(host);
    if (kept && kept.until > performance.now()) return kept;
    const text = 'select t.id, t.slug from tenant_host h join tenant t on t.id = h.tenant_id where h.host = $1';
    const [found] = await outsideTenants<Tenant>(pool, text, [host]);
    if (found) known.set(host, { ...found, until: performance.now() + keepMs });
    else known.delete(host);
    return found;
  };
}

/** The host of a Host header: lower case, without port; undefined when it is none. */
export function hostName(header: string | undefined): string | undefined {
  const match = /^([a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i.exec(header ?? '');
  return match?.[1]?.toLowerCase();
}
