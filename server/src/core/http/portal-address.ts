import { sql } from 'kysely';
import type { Db } from '#db/tenant.ts';

/**
 * The tenant's address, for links in mail and for single sign-on: its configured one, else `base` (PUBLIC_URL, or the
 * address that the server listens on) with the tenant's host. It never depends on a request's headers.
 */
export async function portalAddress(db: Db, base: string): Promise<string> {
  const tenant = await db
    .selectFrom('tenant as t')
    .select((eb) => [
      't.public_url',
      sql<string[]>`array${eb
        .selectFrom('tenant_host as h')
        .select('h.host')
        .whereRef('h.tenant_id', '=', 't.id')
        .orderBy('h.host', 'desc')}`.as('hosts'),
    ])
    .where('t.id', '=', db.tenantId)
    .executeTakeFirst();
  if (tenant?.public_url) return tenant.public_url;
  const url = new URL(base);
  const [host] = tenant?.hosts ?? [];
  if (host && !tenant?.hosts.includes(url.hostname)) url.hostname = host;
  return url.origin;
}
