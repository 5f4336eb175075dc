import fs from 'node:fs';
import { portalAddress } from '#core/portal-address.ts';
import { type Db, inTenant, rows } from '#db/tenant.ts';
import { StartError } from '#db/start-error.ts';
import { type OidcSettings, probeProvider, SsoError } from '#modules/auth/oidc.ts';
import { clientSecretContext } from '#modules/auth/sso.ts';
import { asOperator, needed, type Operator, options, tenantBySlug } from './command.ts';

export type SsoChoice = {
  claim: string;
  domains: readonly string[];
  passwordNames: readonly string[];
};

const store = `
  insert into sso_provider as s
    (tenant_id, issuer, client_id, client_secret, profile_claim, domains, password_names)
  values ($1, $2, $3, $4, $5, $6, array(select fold(n) from unnest($7::text[]) n))
  on conflict (tenant_id) do update set issuer = excluded.issuer, client_id = excluded.client_id,
    client_secret = excluded.client_secret, profile_claim = excluded.profile_claim, domains = excluded.domains,
    password_names = excluded.password_names, updated_at = now()`;

export async function storeProvider(
  db: Db,
  operator: Operator,
  settings: Omit<OidcSettings, 'redirectUri'>,
  choice: SsoChoice,
) {
  const secret = operator.vault.seal(settings.clientSecret, clientSecretContext(db.tenantId));
  await rows(db, store, [
    ...[db.tenantId, settings.issuer, settings.clientId, secret],
    ...[choice.claim, choice.domains.map((d) => d.toLowerCase()), [...choice.passwordNames]],
  ]);
}

export const removeProvider = (db: Db) => rows(db, 'delete from sso_provider where tenant_id = $1', [db.tenantId]);

function readSecret(file: string): string {
  try {
    return needed('secret-file', fs.readFileSync(file, 'utf8'));
  } catch (cause) {
    throw cause instanceof StartError ? cause : new StartError(`The file ${file} cannot be read.`, { cause });
  }
}

/** `tenant sso`: asks the provider for its description before anything is stored. */
export async function configureSso(args: string[]): Promise<void> {
  const given = options('tenant', args, {
    tenant: { type: 'string' },
    issuer: { type: 'string' },
    'client-id': { type: 'string' },
    'secret-file': { type: 'string' },
    claim: { type: 'string', default: 'preferred_username' },
    domain: { type: 'string', multiple: true, default: [] },
    'password-for': { type: 'string', multiple: true, default: [] },
    off: { type: 'boolean', default: false },
  });
  const slug = needed('tenant', given.tenant);
  await asOperator(async (operator) => {
    const tenantId = await tenantBySlug(operator, slug);
    const within = <T>(work: (db: Db) => Promise<T>) => inTenant(operator.database.system, tenantId, work);
    if (given.off) {
      await within(removeProvider);
      return console.log(`Everybody of ${slug} signs in with a password.`);
    }
    const issuer = needed('issuer', given.issuer);
    if (!/^https?:\/\//.test(issuer) || !URL.canParse(issuer))
      throw new StartError('--issuer takes an address such as https://login.example.com.');
    const redirectUri = `${await within((db) => portalAddress(db, operator.portalBase))}/sso`;
    const settings = {
      issuer,
      clientId: needed('client-id', given['client-id']),
      clientSecret: readSecret(needed('secret-file', given['secret-file'])),
      redirectUri,
    };
    await probeProvider(settings).catch((error: unknown) => {
      const cause = error instanceof SsoError ? error.cause : error;
      const said = cause instanceof Error ? cause.message : String(cause);
      throw new StartError(
        `${issuer} does not describe itself as an identity provider of that name (${said}). Nothing was changed.`,
        { cause },
      );
    });
    const choice = { claim: given.claim, domains: given.domain, passwordNames: given['password-for'] };
    await within((db) => storeProvider(db, operator, settings, choice));
    const who = given.domain.length > 0 ? `Profile IDs at ${given.domain.join(', ')}` : 'Everybody';
    console.log(`${who} of ${slug} signs in through ${issuer}.\nRegister this redirect address there: ${redirectUri}`);
  });
}
