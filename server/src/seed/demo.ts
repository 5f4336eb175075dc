import { sql } from 'kysely';
import type pg from 'pg';
import { demoPassword, demoSso } from '#core/auth/demo.ts';
import { hashPassword } from '#core/auth/password.ts';
import type { Vault } from '#core/auth/secrets.ts';
import type { Database } from '#db/connect.ts';
import { queryPatiently } from '#db/patience.ts';
import { type Db, inTenant } from '#db/tenant.ts';
import { storeDemoSso } from './demo-sso.ts';
import { seedOkmStates } from './okm-states.ts';
import { loadStaffedFleet } from './fleet.ts';
import { datesUntil, historyOf, reportDay, reportNow, reportStart, updateLastActive } from './history.ts';
import { seedInvitations } from './invitations.ts';
import { seedKeys } from './keys.ts';
import { type DemoTenant, demoSpec } from './model.ts';
import { portalLife } from './portal-life.ts';
import { harborStores, northgateStores } from './stores.ts';
import { tenantIdOf, writeTenant } from './tenant.ts';

export const demoTenants: readonly DemoTenant[] = [
  {
    slug: 'demo',
    name: 'Northgate Retail',
    hosts: ['localhost', '127.0.0.1'],
    timeZone: 'Europe/London',
    seed: 1,
    stores: northgateStores,
    profiles: 240,
    unassigned: 12,
  },
  {
    slug: 'harbor',
    name: 'Harbor Stores',
    hosts: ['harbor.localhost'],
    timeZone: 'America/New_York',
    seed: 2,
    stores: harborStores,
    profiles: 160,
    unassigned: 8,
    federated: demoSso.person,
  },
];
const days = 30;

type Log = { info(text: string): void };

/**
 * Creates the missing demo tenants: profiles, devices, and 30 days of history reported through the gateway's own service. Each
 * tenant is created in one transaction, so an interrupted run leaves nothing behind and can be repeated. Does nothing if all
 * exist.
 */
export async function seedDemo(
  { system }: Pick<Database, 'system'>,
  vault: Vault,
  log: Log,
  tenants: readonly DemoTenant[] = demoTenants,
): Promise<void> {
  const missing = await missingTenants(system, tenants);
  if (missing.length === 0) return;
  const now = new Date();
  const passwordHash = await hashPassword(demoPassword);
  await queryPatiently(system, `select ensure_event_partitions(now() - interval '${days + 2} days', 3)`);
  await Promise.all(
    missing.map((tenant) =>
      inTenant(system, tenantIdOf(tenant.slug), (db) => makeTenant(db, { tenant, passwordHash, now, vault }, log)),
    ),
  );
  await system.query('analyze');
}

async function missingTenants(system: pg.Pool, tenants: readonly DemoTenant[]): Promise<DemoTenant[]> {
  const slugs = tenants.map((t) => t.slug);
  const result = await system.query<{ slug: string }>('select slug from tenant where slug = any($1)', [slugs]);
  return tenants.filter((t) => !result.rows.some((row) => row.slug === t.slug));
}

type SeedContext = { tenant: DemoTenant; passwordHash: string; now: Date; vault: Vault };
async function makeTenant(db: Db, { tenant, passwordHash, now, vault }: SeedContext, log: Log): Promise<void> {
  // another process may be creating the same tenant
  await sql`select pg_advisory_xact_lock(hashtext(${`seed ${tenant.slug}`}))`.execute(db);
  const existing = await db.selectFrom('tenant').select('id').where('slug', '=', tenant.slug).executeTakeFirst();
  if (existing) return;
  const spec = demoSpec(tenant, passwordHash, now);
  await writeTenant(db, { ...spec, demo: true });
  // PostgreSQL assumes that a table without statistics is almost empty, and would scan it for each report; skip_locked:
  // the other tenant's transaction may be analysing it
  await sql`analyze (skip_locked) device, profile, device_tag, profile_tag`.execute(db);
  if (tenant.federated) await storeDemoSso(db, vault);
  const histories = (await loadStaffedFleet(db)).map((store, i) => historyOf(store, i, tenant.seed));
  const dates = histories.map((h) => datesUntil(h.store.zone, now, days));
  for (const history of histories) await reportStart(db, history, new Date(now.getTime() - days * 24 * 3600 * 1000));
  let events = await portalLife(db, tenant.seed, now, days);
  events += await seedKeys(db, vault, tenant.seed, now);
  events += await seedInvitations(db, vault);
  for (let day = 0; day < days; day++) {
    for (const [i, history] of histories.entries()) events += await reportDay(db, history, dates[i]?.[day] ?? '', now);
    if ((day + 1) % 10 === 0) log.info(`${tenant.name}: ${day + 1} of ${days} days, ${events} events`);
  }
  for (const history of histories) events += await reportNow(db, history, now);
  await updateLastActive(db);
  await seedOkmStates(db, histories, now);
  log.info(`${tenant.name}: ${spec.profiles.length} profiles, ${spec.devices.length} devices, ${events} events`);
}
