import type pg from 'pg';
import { newSecret, secretHash } from '#core/auth/secrets.ts';
import { inTenant } from '#db/tenant.ts';
import { loadFleet, type Store, type Unit } from './fleet.ts';
import { darkOkms } from './history.ts';
import type { Send } from './http.ts';
import { insertAll } from './insert.ts';
import type { Outcome } from './okm/door.ts';
import { habitOf } from './okm/habits.ts';
import { openLine } from './okm/line.ts';
import { newOkm, type Okm } from './okm/okm.ts';

export type SimulatedTenant = { id: string; slug: string; host: string; stores: Store[]; okms: Map<string, Okm> };
/** Types digits at a lock, as a person. `blocked`: the bolt does not move. */
export type TypeAt = (
  tenant: SimulatedTenant,
  store: Store,
  lock: Unit,
  digits: string,
  blocked?: boolean,
) => Promise<Outcome>;
type Lines = { send: Send; poll: Send };

/** The tenants' fleets, each OKM with a new token issued as `label`; tokens of an earlier run are revoked. */
export async function loadTenants(
  system: pg.Pool,
  slugs: readonly string[] | undefined,
  label: string,
  { send, poll }: Lines,
): Promise<SimulatedTenant[]> {
  const result = await system.query<{ id: string; slug: string; host: string }>(
    `select t.id, t.slug, max(h.host) as host from tenant t join tenant_host h on h.tenant_id = t.id
     where t.suspended_at is null and ($1::text[] is null or t.slug = any($1)) group by t.id, t.slug order by t.slug`,
    [slugs ?? null],
  );
  const tenants: SimulatedTenant[] = [];
  for (const { id, slug, host } of result.rows) {
    const stores = await inTenant(system, id, loadFleet);
    const okms = new Map<string, Okm>();
    for (const [i, store] of stores.entries()) {
      const dark = darkOkms(store, i);
      for (const unit of store.okms) {
        const token = newSecret();
        const line = openLine(send, poll, { host, token });
        const parts = { unit, host, token, line, habit: habitOf(store, i, unit), dark: dark.has(unit) };
        okms.set(unit.serial, newOkm(parts));
      }
    }
    await issueTokens(system, id, [...okms.values()], label);
    tenants.push({ id, slug, host, stores, okms });
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
    await db.deleteFrom('controller_token').where('created_by', '=', label).execute();
    await insertAll(
      db,
      'controller_token',
      okms.map((o) => ({
        device_id: o.unit.id,
        token_hash: secretHash(o.token),
        prefix: o.token.slice(0, 8),
        created_by: label,
      })),
    );
  });
}

export const withdrawTokens = (system: pg.Pool, tenantId: string, label: string): Promise<void> =>
  issueTokens(system, tenantId, [], label);
