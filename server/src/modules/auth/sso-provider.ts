import type { Vault } from '#core/auth/secrets.ts';
import { type Db, rows } from '#db/tenant.ts';
import type { OidcSettings } from './oidc.ts';
import { clientSecretContext } from './sso.ts';

/** Who signs in through the provider, and how an account finds its profile the first time. */
export type SsoChoice = {
  claim: string;
  /** Of profile IDs, after the @; none: everybody. */
  domains: readonly string[];
  /** Profile IDs that keep their password. */
  passwordNames: readonly string[];
};

const store = `
  insert into sso_provider as s
    (tenant_id, issuer, client_id, client_secret, profile_claim, domains, password_names)
  values ($1, $2, $3, $4, $5, $6, array(select fold(n) from unnest($7::text[]) n))
  on conflict (tenant_id) do update set issuer = excluded.issuer, client_id = excluded.client_id,
    client_secret = excluded.client_secret, profile_claim = excluded.profile_claim, domains = excluded.domains,
    password_names = excluded.password_names, updated_at = now()`;

/** Makes it the tenant's provider, instead of any other. `db` is one of the owner's. */
export async function storeProvider(
  db: Db,
  vault: Vault,
  settings: Omit<OidcSettings, 'redirectUri'>,
  choice: SsoChoice,
): Promise<void> {
  const secret = vault.seal(settings.clientSecret, clientSecretContext(db.tenantId));
  await rows(db, store, [
    ...[db.tenantId, settings.issuer, settings.clientId, secret],
    ...[choice.claim, choice.domains.map((d) => d.toLowerCase()), [...choice.passwordNames]],
  ]);
}

export const removeProvider = (db: Db) => rows(db, 'delete from sso_provider where tenant_id = $1', [db.tenantId]);
