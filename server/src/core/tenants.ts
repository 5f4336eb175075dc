import type pg from 'pg';
import { askOutside, sql } from '#db/sql.ts';

/** How long a host's tenant is cached. Only its identity is cached: suspension is checked in each transaction. */
const keepMs = 5000;

export type Tenant = { id: string; slug: string };

/**
 * The tenant of a host (lower case, without port), or undefined. Unknown hosts are not cached, so that a new tenant is
 * served at once and invented host names cannot fill the memory.
 */
export function tenantFinder(pool: pg.Pool) {
  const known = new Map<string, Tenant & { until: number }>();
  return async (host: string): Promise<Tenant | undefined> => {
    const kept = known.get(host);
    if (kept && kept.until > performance.now()) return kept;
    const [found] = await askOutside<Tenant>(
      pool,
      sql`select t.id, t.slug from tenant_host h join tenant t on t.id = h.tenant_id where h.host = ${host}`,
    );
    if (found) known.set(host, { ...found, until: performance.now() + keepMs });
    else known.delete(host);
    return found;
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
  autoLogoutTimeoutMins: { unlessTold: 15, least: 0, most: 720, about: 'minutes without a click or key; 0: never' },
  csvDownloadRecordsLimit: { unlessTold: 100_000, least: -1, most: 10_000_000, about: 'rows of a CSV; -1: no limit' },
  csvUploadRecordsLimit: { unlessTold: 1000, least: 1, most: 100_000, about: 'lines of a file of profiles' },
  offlineOkmMinutes: { unlessTold: 15, least: 1, most: 10_080, about: 'minutes without a report: an OKM is offline' },
  unsecuredLockHours: { unlessTold: 8, least: 1, most: 720, about: 'hours that "Unsecured Locks" looks back' },
  unauthorizedAttemptsDays: {
    unlessTold: 7,
    least: 1,
    most: 365,
    about: 'days that "Unauthorized Attempts" looks back',
  },
  inactiveUserDays: { unlessTold: 90, least: 1, most: 3650, about: 'days without a use: a profile is inactive' },
} as const;
export type TenantValue = keyof typeof tenantValues;
export type TenantConfig = Record<TenantValue, number>;

export const tenantValueNames = Object.keys(tenantValues) as TenantValue[];
export const tenantDefaults = Object.fromEntries(
  tenantValueNames.map((name) => [name, tenantValues[name].unlessTold]),
) as TenantConfig; // every name has a default
