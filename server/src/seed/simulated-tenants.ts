import type pg from 'pg';
import { insertRows } from '#db/bulk.ts';
import { newSecret, secretHash } from '#core/auth/secrets.ts';
import { inTenant, rows } from '#db/tenant.ts';
import { loadFleet, type Store, type Unit } from './fleet.ts';
import { darkOkms } from './history.ts';

/** A simulated OKM: what it still has to send, and the token it sends with. */
export type Okm = {
  unit: Unit;
  host: string;
  token: string;
  outbox: { serial: string }[];
  /** In ms; 0: not yet. */
  lastSent: number;
  /** Never reachable. */
  dark: boolean;
};
export type SimulatedTenant = { id: string; slug: string; stores: Store[]; okms: Map<string, Okm> };

/** The tenants' fleets, each OKM with a fresh token issued as `label`; tokens of an earlier run are withdrawn. */
export async function loadTenants(
  system: pg.Pool,
  slugs: readonly string[] | undefined,
  label: string,
): Promise<SimulatedTenant[]> {
  const found = await system.query<{ id: string; slug: string; host: string }>(
    `select t.id, t.slug, max(h.host) as host from tenant t join tenant_host h on h.tenant_id = t.id
     where t.suspended_at is null and ($1::text[] is null or t.slug = any($1)) group by t.id, t.slug order by t.slug`,
    [slugs ?? null],
  );
  const tenants: SimulatedTenant[] = [];
  for (const { id, slug, host } of found.rows) {
    const stores = await inTenant(system, id, loadFleet);
    const okms = new Map<string, Okm>();
    for (const [i, store] of stores.entries()) {
      const dark = darkOkms(store, i);
      for (const unit of store.okms) {
        okms.set(unit.serial, { unit, host, token: newSecret(), outbox: [], lastSent: 0, dark: dark.has(unit) });
      }
    }
    await issueTokens(system, id, [...okms.values()], label);
    tenants.push({ id, slug, stores, okms });
  }
  return tenants;
}

export async function issueTokens(
  system: pg.Pool,
  tenantId: string,
  okms: readonly Okm[],
  label: string,
): Promise<void> {
  await inTenant(system, tenantId, async (db) => {
    await rows(db, 'delete from controller_token where tenant_id = $1 and created_by = $2', [tenantId, label]);
    await insertRows(
      db,
      'controller_token (tenant_id, device_id, token_hash, prefix, created_by)',
      okms.map((o) => [o.unit.id, secretHash(o.token), o.token.slice(0, 8), label]),
    );
  });
}

export const withdrawTokens = (system: pg.Pool, tenantId: string, label: string): Promise<void> =>
  issueTokens(system, tenantId, [], label);
