import type pg from 'pg';
import { runSqlOutsideTenants, sql } from '#db/sql.ts';

/** How long a host's tenant is cached. Only its identity is cached: suspension is checked in each transaction. */
const cacheMs = 5000;

export type Tenant = { id: string; slug: string };

/**
 * The tenant of a host (lower case, without port), or undefined. Unknown hosts are not cached, so that a new tenant is
 * served at once and invented host names cannot fill the memory.
 */
export function tenantFinder(pool: pg.Pool) {
  const cache = new Map<string, Tenant & { until: number }>();
  return async (host: string): Promise<Tenant | undefined> => {
    const cached = cache.get(host);
    if (cached && cached.until > performance.now()) return cached;
    const [tenant] = await runSqlOutsideTenants<Tenant>(
      pool,
      sql`select t.id, t.slug from tenant_host h join tenant t on t.id = h.tenant_id where h.host = ${host}`,
    );
    if (tenant) cache.set(host, { ...tenant, until: performance.now() + cacheMs });
    else cache.delete(host);
    return tenant;
  };
}

/** The host name of a Host header: lower case, without port; undefined when malformed. */
export function hostName(header: string | undefined): string | undefined {
  const match = /^([a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i.exec(header ?? '');
  return match?.[1]?.toLowerCase();
}

/**
 * The values that the operator sets for a tenant: defaults and bounds. Specification, part 1, section 3 and part 2,
 * section 9 'Dashboard thresholds'.
 */
export const tenantValues = {
  autoLogoutTimeoutMins: {
    default: 15,
    min: 0,
    max: 720,
    description: 'minutes of inactivity before sign-out; 0: never',
  },
  csvDownloadRecordsLimit: {
    default: 100_000,
    min: -1,
    max: 10_000_000,
    description: 'rows of a CSV download; -1: no limit',
  },
  csvUploadRecordsLimit: { default: 1000, min: 1, max: 100_000, description: 'lines of a profile import' },
  offlineOkmMinutes: {
    default: 15,
    min: 1,
    max: 10_080,
    description: 'minutes without a report until an OKM is offline',
  },
  unsecuredLockHours: { default: 8, min: 1, max: 720, description: 'hours covered by "Unsecured Locks"' },
  unauthorizedAttemptsDays: {
    default: 7,
    min: 1,
    max: 365,
    description: 'days covered by "Unauthorized Attempts"',
  },
  inactiveUserDays: { default: 90, min: 1, max: 3650, description: 'days without use until a profile is inactive' },
} as const;
export type TenantValue = keyof typeof tenantValues;
export type TenantConfig = Record<TenantValue, number>;

export const tenantValueNames = Object.keys(tenantValues) as TenantValue[];
export const tenantDefaults = Object.fromEntries(
  tenantValueNames.map((name) => [name, tenantValues[name].default]),
) as TenantConfig; // every name has a default
