import { type Db, rows } from '#db/tenant.ts';

/**
 * The tenant's address, for links in mail and for single sign-on: its own configured one, else `base` (PUBLIC_URL, or
 * where the server listens) with the tenant's host. Configuration alone decides, never a request's headers.
 */
export async function portalAddress(db: Db, base: string): Promise<string> {
  const [tenant] = await rows<{ public_url: string | null; hosts: string[] }>(
    db,
    `select public_url, array(select host from tenant_host where tenant_id = $1 order by host desc) as hosts
     from tenant where id = $1`,
    [db.tenantId],
  );
  if (tenant?.public_url) return tenant.public_url;
  const url = new URL(base);
  const [host] = tenant?.hosts ?? [];
  if (host && !tenant?.hosts.includes(url.hostname)) url.hostname = host;
  return url.origin;
}
