import { fold } from '@keyward/contract/characters';
import { paths } from '@keyward/contract/paths';
import type { OidcSettings } from '#core/auth/oidc.ts';
import type { Vault } from '#core/auth/secrets.ts';
import { clientSecretContext, type TenantProvider, type SsoContext } from '#core/auth/single-sign-on.ts';
import { PortalError } from '#core/errors.ts';
import { portalAddress } from '#core/http/portal-address.ts';
import type { Db } from '#db/tenant.ts';
import { findProvider, type SsoOptions, upsertProvider } from './queries.ts';

/** The tenant's provider; with a profile ID, only if the policy sends that profile to it. */
export async function providerOf(db: Db, context: SsoContext, username?: string): Promise<TenantProvider | undefined> {
  const stored = await findProvider(db, username);
  if (!stored) return undefined;
  const clientSecret = context.vault.open(stored.client_secret, clientSecretContext(db.tenantId));
  if (clientSecret === undefined) {
    context.warn(undefined, 'the client secret cannot be decrypted: was the server’s key changed?');
    throw new PortalError('ssoConfig001');
  }
  return {
    cookie: 'sso',
    tenantId: db.tenantId,
    issuer: stored.issuer,
    clientId: stored.client_id,
    clientSecret,
    claim: stored.profile_claim,
    redirectUri: `${await portalAddress(db, context.portalBase())}${paths.sso()}`,
  };
}

/** Sets the tenant's provider, replacing any other. `db` connects as the owner. */
export async function storeProvider(
  db: Db,
  vault: Vault,
  settings: Omit<OidcSettings, 'redirectUri'>,
  choice: SsoOptions,
): Promise<void> {
  const secret = vault.seal(settings.clientSecret, clientSecretContext(db.tenantId));
  await upsertProvider(db, {
    issuer: settings.issuer,
    clientId: settings.clientId,
    clientSecret: secret,
    claim: choice.claim,
    domains: choice.domains.map(fold),
    passwordNames: choice.passwordNames,
  });
}
